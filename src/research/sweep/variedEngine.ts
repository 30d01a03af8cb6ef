import { assert } from '../../base/assert.ts';
import type { EngineSettings } from '../../engine/engineState.ts';
import { readParams } from '../../engine/params.ts';
import { textsOf } from '../../loading/strategyParams.ts';
import type { Settings } from '../../settings/loadSettings.ts';
import type { TrialJob } from './trial.ts';

/** The engine of a configuration with other parameters, by the names of dimensions. */
export function variedEngine(
  engine: EngineSettings,
  { strategies }: Pick<Settings, 'strategies'>,
): (params: TrialJob['params']) => EngineSettings {
  const written = Object.entries(strategies).map(([name, { params }]) => [name, textsOf(params).texts] as const);
  const texts = new Map(written);
  return (params) => ({
    ...engine,
    strategies: engine.strategies.map((strategy) => {
      const prefix = `strategies.${strategy.name}.params.`;
      const own = Object.entries(params).filter(([name]) => name.startsWith(prefix));
      const varied = Object.fromEntries(own.map(([name, text]) => [name.slice(prefix.length), text]));
      const { values, problems } = readParams(strategy.definition.params, { ...texts.get(strategy.name), ...varied });
      assert(problems.length === 0, () => `${strategy.name}: ${problems.map(({ name, problem }) => `${name} ${problem}`).join('; ')}`);
      return { ...strategy, params: values };
    }),
  });
}
