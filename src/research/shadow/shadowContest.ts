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

export function both<T>(of: (who: Contender) => T): Record<Contender, T> {
  return { champion: of('champion'), challenger: of('challenger') };
}

/** The contests of a configuration. Throws a `Fault` where a strategy can't be loaded. */
export function shadowContests(settings: Settings): Promise<ShadowContest[]> {
  return Promise.all(Object.keys(settings.shadows).map((name) => shadowContest(settings, name)));
}

/** That of one shadow. */
export async function shadowContest(settings: Settings, name: string): Promise<ShadowContest> {
  const shadow = settings.shadows[name]!;
  const champion = shadow.shadow!;
  const engines = {
    champion: await engineOf(settings, champion, settings.strategies[champion]!),
    challenger: await engineOf(settings, name, shadow),
  };
  return { name, champion, engines };
}

async function engineOf(settings: Settings, name: string, entry: Settings['strategies'][string]): Promise<EngineSettings> {
  const alone: Settings = { ...settings, strategies: { [name]: entry }, shadows: {} };
  const strategies: readonly StrategySettings[] = await configuredStrategies(alone);
  return engineSettingsOf(alone, strategies);
}
