import type { TradedMarkets } from '../model/tradedMarkets.ts';
import type { AnyStrategy } from './strategy.ts';

export type RunState = 'waiting' | 'running' | 'paused' | 'stopped';

/** One strategy as configured. */
export interface StrategySettings extends TradedMarkets {
  /** The name of the instance. */
  readonly name: string;
  readonly definition: AnyStrategy;
  /** Parsed by the definition's own parameters. */
  readonly params: Readonly<Record<string, unknown>>;
  /** For how long before its start recordings warm its signals up. Left out: for as long as they need. */
  readonly warmUpMs?: number | undefined;
}
