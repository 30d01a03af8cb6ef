import type { Decimal } from '../base/decimal.ts';
import type { Instant } from '../base/instant.ts';
import type { Balance } from '../model/balance.ts';
import type { Order } from '../model/order.ts';
import type { EngineState } from './engineState.ts';
import { type Position, unrealisedOf } from './portfolio.ts';
import type { RunState } from './strategyRun.ts';

/** What there is to show of the engine at one moment. */
export interface EngineSnapshot {
  readonly at: Instant;
  readonly halted: string | undefined;
  readonly strategies: readonly StrategySnapshot[];
  readonly orders: readonly Order[];
  readonly markets: readonly MarketSnapshot[];
  readonly balances: readonly Balance[];
  /** Frozen lanes with the reason. */
  readonly frozen: Readonly<Record<string, string>>;
  /** Refusals by rule since the start. */
  readonly refusals: Readonly<Record<string, number>>;
}

export interface StrategySnapshot {
  readonly name: string;
  readonly symbol: string;
  readonly state: RunState;
  readonly reason: string | undefined;
  readonly position: Position;
  /** In quote currency at the mid; undefined without one. */
  readonly unrealised: Decimal | undefined;
  readonly openOrders: number;
}

export interface MarketSnapshot {
  readonly symbol: string;
  readonly mid: Decimal | undefined;
  readonly bookAt: Instant | undefined;
  readonly trouble: readonly string[];
}

export function snapshotOf(state: EngineState, refusals: ReadonlyMap<string, number>): EngineSnapshot {
  const orders = state.orders.live;
  return {
    at: state.now,
    halted: state.halted,
    strategies: [...state.runs.values()].map((run) => {
      const position = state.positionOf(run.name);
      const mid = state.markets.get(run.symbol)?.mid;
      return {
        name: run.name,
        symbol: run.symbol,
        state: run.state,
        reason: run.reason,
        position,
        unrealised: mid && unrealisedOf(position, mid),
        openOrders: orders.filter((order) => order.strategy === run.name).length,
      };
    }),
    orders,
    markets: [...state.markets.all()].map((market) => ({
      symbol: market.pair.symbol,
      mid: market.mid,
      bookAt: market.book?.receivedAt,
      trouble: [...market.trouble.keys()],
    })),
    balances: [...state.account.all()],
    frozen: Object.fromEntries(state.frozen),
    refusals: Object.fromEntries(refusals),
  };
}
