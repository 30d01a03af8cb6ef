import type { Decimal } from '../base/decimal.ts';
import type { TradedMarkets } from '../model/tradedMarkets.ts';
import type { ExitOrder } from './deskOrders/newOrder.ts';
import type { AnyStrategy } from './strategy.ts';

export type RunState = 'waiting' | 'running' | 'paused' | 'stopped';

/** A position in base currency, and what one unit of it has cost in quote currency. */
export interface Opening {
  readonly amount: Decimal;
  readonly price: Decimal;
}

/** One strategy as configured. */
export interface StrategySettings extends TradedMarkets {
  /** The name of the instance. */
  readonly name: string;
  readonly definition: AnyStrategy;
  /** Parsed by the definition's own parameters. */
  readonly params: Readonly<Record<string, unknown>>;
  /** Tells this code with these parameters and exits from any other. Undefined where nothing is reloaded. */
  readonly version?: string | undefined;
  /** For how long before its start recordings warm its signals up. Left out: for as long as they need. */
  readonly warmUpMs?: number | undefined;
  /** What it holds before its first execution. */
  readonly opening?: Opening | undefined;
  /** The desk keeps these for whatever it holds. */
  readonly exits?: readonly ExitOrder[] | undefined;
}
