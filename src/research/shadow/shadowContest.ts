import type { EngineSettings } from '../../engine/engineState.ts';
import type { StrategySettings } from '../../engine/strategySettings.ts';
import { engineSettingsOf } from '../../loading/engineSettings.ts';
import { configuredStrategies } from '../../loading/strategyParams.ts';
import type { Settings } from '../../settings/loadSettings.ts';

/** A strategy that trades and its shadow, each alone with its own engine. */
export interface ShadowContest {
  readonly name: string;
  readonly champion: string;
  readonly engines: Readonly<Record<Contender, EngineSettings>>;
}

export type Contender = 'champion' | 'challenger';
export const CONTENDERS: readonly Contender[] = ['champion', 'challenger'];

/** The contests of a configuration. Throws a `Fault` where a strategy can't be loaded. */
export async function shadowContests(settings: Settings): Promise<ShadowContest[]> {
  const contests: ShadowContest[] = [];
  for (const [name, shadow] of Object.entries(settings.shadows)) {
    const champion = shadow.shadow!;
    const engines = {
      champion: await engineOf(settings, champion, settings.strategies[champion]!),
      challenger: await engineOf(settings, name, shadow),
    };
    contests.push({ name, champion, engines });
  }
  return contests;
}

async function engineOf(settings: Settings, name: string, entry: Settings['strategies'][string]): Promise<EngineSettings> {
  const alone: Settings = { ...settings, strategies: { [name]: entry }, shadows: {} };
  const strategies: readonly StrategySettings[] = await configuredStrategies(alone);
  return engineSettingsOf(alone, strategies);
}
