import { Fault, isFault } from '../base/fault.ts';
import { readParams } from '../engine/params.ts';
import type { StrategySettings } from '../engine/strategySettings.ts';
import type { CheckParams, Settings } from '../settings/loadSettings.ts';
import { didYouMean } from '../base/didYouMean.ts';
import type { TreeValue } from '../settings/yamlTree.ts';
import { configuredExits } from './configuredExits.ts';
import { marketFaults } from './marketFaults.ts';
import type { StrategyCode } from './strategyCode.ts';
import { loadStrategy } from './strategyLoader.ts';
import { strategyVersion } from './strategyVersion.ts';

/**
 * Checks the parameters in the configuration against the strategies' own declarations, so that errors name their place in the
 * file.
 */
export const checkParams: CheckParams = async (use, params, { directory, traded }) => {
  try {
    const { definition } = await loadStrategy(use, directory);
    const { texts, problems } = textsOf(params);
    const reading = readParams(definition.params, texts);
    const known = Object.keys(definition.params);
    const wrong = [...problems, ...reading.problems].map(({ name, problem }) => {
      const near = known.includes(name) ? undefined : didYouMean(name, known);
      const message = near === undefined ? problem : `unknown parameter; did you mean ${near}?`;
      return { path: ['params', name], message, atKey: !known.includes(name) };
    });
    return [...marketFaults(definition.markets, traded), ...wrong];
  } catch (error) {
    if (!isFault(error, 'strategy')) throw error;
    return [{ path: ['use'], message: error.suggestion === undefined ? error.message : `${error.message} (${error.suggestion})` }];
  }
};

/** A strategy of the configuration as it was loaded. */
export interface ConfiguredStrategy extends StrategySettings {
  readonly version: string;
  readonly code: StrategyCode;
}

/** Loads the strategies of the configuration and reads their parameters. */
export async function configuredStrategies(settings: Settings): Promise<readonly ConfiguredStrategy[]> {
  const strategies: ConfiguredStrategy[] = [];
  for (const [name, { use, symbol, markets, params, warmUp, opening, exits }] of Object.entries(settings.strategies)) {
    const { definition, code } = await loadStrategy(use, settings.directory);
    const [fault] = marketFaults(definition.markets, { symbol, markets });
    if (fault !== undefined) throw new Fault('configuration', `strategies.${[name, ...fault.path].join('.')}: ${fault.message}`);
    const { texts } = textsOf(params);
    const { values } = readParams(definition.params, texts);
    const held = { opening, exits: configuredExits(exits) };
    const version = strategyVersion({ code: code.hash, params: texts, exits: held.exits });
    strategies.push({ name, symbol, markets, definition, params: values, warmUpMs: warmUp, ...held, version, code });
  }
  return strategies;
}

/** The parameters as texts, as they were written. */
export function textsOf(params: Readonly<Record<string, TreeValue>>): {
  texts: Record<string, string>;
  problems: { name: string; problem: string }[];
} {
  const texts: Record<string, string> = {};
  const problems: { name: string; problem: string }[] = [];
  for (const [name, value] of Object.entries(params)) {
    if (typeof value === 'string' || typeof value === 'boolean') texts[name] = String(value);
    else problems.push({ name, problem: 'expected a single value' });
  }
  return { texts, problems };
}
