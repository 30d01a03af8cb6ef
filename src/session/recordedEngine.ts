import type { ExitOrder } from '../engine/deskOrders/newOrder.ts';
import type { EngineSettings } from '../engine/engineState.ts';
import type { ExecutionSettings } from '../engine/execution/executionSettings.ts';
import type { RiskLimits } from '../engine/risk/limits.ts';
import { configuredExits } from '../loading/configuredExits.ts';
import { type ConfiguredStrategy, textsOf } from '../loading/strategyParams.ts';
import type { Settings } from '../settings/loadSettings.ts';

/** What an engine was built from, or what a reload has put into force in it. */
export interface RecordedEngine {
  readonly seed: string;
  readonly replaces: boolean;
  readonly limits: RiskLimits;
  readonly execution?: ExecutionSettings | undefined;
  /** Sessions from before it was so do not have it. */
  readonly tellsLastingOnce?: boolean | undefined;
  readonly looksAtLossesFirst?: boolean | undefined;
  readonly strategies: readonly SessionStrategy[];
}

export interface SessionStrategy {
  readonly name: string;
  readonly use: string;
  /** Where `use` starts when it is a relative path. */
  readonly directory: string;
  readonly symbol?: string | undefined;
  readonly markets?: Readonly<Record<string, string>> | undefined;
  readonly params: Readonly<Record<string, string>>;
  /** The exits of the configuration. What its position begins with is told by the events. */
  readonly exits?: readonly ExitOrder[] | undefined;
  /** The sha-256 of its code. */
  readonly code: string;
}

export interface EngineFacts {
  readonly settings: Settings;
  readonly engine: EngineSettings;
  /** Those of the settings, as they were loaded. */
  readonly strategies: readonly ConfiguredStrategy[];
}

export function recordedEngine({ settings, engine, strategies }: EngineFacts): RecordedEngine {
  const { seed, replaces, limits, execution, tellsLastingOnce, looksAtLossesFirst } = engine;
  return {
    seed: String(seed),
    replaces,
    limits,
    execution,
    tellsLastingOnce,
    looksAtLossesFirst,
    strategies: sessionStrategies(settings, strategies),
  };
}

/** The strategies of a configuration, in words that can be written down. */
export function sessionStrategies({ strategies, directory }: Settings, loaded: readonly ConfiguredStrategy[]): SessionStrategy[] {
  return loaded.map(({ name, symbol, markets, code }) => {
    const { use, params, exits } = strategies[name]!;
    return { name, use, directory, symbol, markets, params: textsOf(params).texts, exits: configuredExits(exits), code: code.hash };
  });
}
