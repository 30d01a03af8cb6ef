import type { Decimal } from '../base/decimal.ts';
import type { Instant } from '../base/instant.ts';
import type { Balance } from '../model/balance.ts';
import type { DeskOrder } from '../model/deskOrder.ts';
import type { Order } from '../model/order.ts';
import type { TradingState, TradingStop } from '../model/tradingStop.ts';
import type { RefusalCounts } from '../model/refusalCounts.ts';
import { busyLanes } from './busyLanes.ts';
import type { Engine } from './engine.ts';
import type { LeftOutOrder } from './deskOrders/leftOut.ts';
import { shownDeskOrder } from './deskOrders/shownDeskOrder.ts';
import { shownOrder } from './shownOrder.ts';
import { type Position, unrealisedOf } from './portfolio.ts';
import { positionOf } from './positions.ts';
import type { ProtectionRow } from './protectionRow.ts';
import { type RiskUse, riskUseOf } from './risk/riskUse.ts';
import type { RunState } from './strategySettings.ts';

/** The state of the engine at one moment, for display. */
export interface EngineSnapshot {
  readonly at: Instant;
  /** What keeps trading from being active. Empty when it is active. */
  readonly stops: readonly TradingStop[];
  readonly strategies: readonly StrategySnapshot[];
  readonly orders: readonly Order[];
  /** What the desk keeps for the strategies. */
  readonly deskOrders: readonly DeskOrder[];
  /** Those that are saved and not watched, since the rules of their pair do not allow them or their strategy does not run. */
  readonly leftOut: readonly LeftOutOrder[];
  readonly markets: readonly MarketSnapshot[];
  readonly balances: readonly Balance[];
  /** Frozen lanes with the reason. */
  readonly frozen: Readonly<Record<string, string>>;
  /** The lanes on which something is on its way. */
  readonly busy: readonly string[];
  /** Deals that are being executed in the best way. */
  readonly trades: readonly TradeSnapshot[];
  /** Refusals since the start, by strategy and rule. */
  readonly refusals: RefusalCounts;
  /** The limits on risk that are set, and how much of each is in use. */
  readonly risk: readonly RiskUse[];
  /** Limits on losses and other protections, and what each waits for. */
  readonly protections: readonly ProtectionRow[];
}

export interface StrategySnapshot {
  readonly name: string;
  readonly symbol: string;
  /** What a strategy of several markets calls this one. Each has a row of its own. */
  readonly market: string | undefined;
  readonly state: RunState;
  readonly reason: string | undefined;
  /** What a version that comes after this one will be. Undefined: it starts. */
  readonly standing: 'paused' | 'stopped' | undefined;
  readonly position: Position;
  /** How many decimals a whole unit of the quote currency has. Undefined before the pair is known. */
  readonly quoteDecimals?: number | undefined;
  /** In quote currency at the mid. Undefined without a mid. */
  readonly unrealised: Decimal | undefined;
  readonly openOrders: number;
  readonly trading: TradingState;
}

export interface TradeSnapshot {
  readonly id: string;
  readonly strategy: string;
  readonly fromCurrency: string;
  readonly toCurrency: string;
  readonly gave: Decimal;
  readonly brought: Decimal;
  /** What is on its way. */
  readonly leg: string | undefined;
  /** Why it waits, and what to do. */
  readonly problem: string | undefined;
}

export interface MarketSnapshot {
  readonly symbol: string;
  readonly mid: Decimal | undefined;
  /** Best prices of the last good book. Undefined for an empty side. */
  readonly bid: Decimal | undefined;
  readonly ask: Decimal | undefined;
  readonly bookAt: Instant | undefined;
  readonly trouble: readonly string[];
}

/** `unlisted`: orders of pairs that the engine does not know. */
export function snapshotOf({ state, orders, refusals, trades, deskOrders, trading }: Engine, unlisted: readonly Order[]): EngineSnapshot {
  return {
    at: state.now,
    stops: state.stops.all,
    strategies: state.seats.map((seat) => {
      const position = positionOf(state, seat);
      const mid = seat.market?.mid;
      return {
        name: seat.name,
        symbol: seat.symbol,
        market: seat.marketName,
        state: seat.state,
        reason: seat.instance.reason,
        standing: seat.instance.standing?.state,
        position,
        quoteDecimals: seat.market?.quote.decimals,
        unrealised: mid && unrealisedOf(position, mid),
        openOrders: seat.live.length,
        trading: state.stops.stateOf(seat.name, seat.symbol),
      };
    }),
    orders: [...orders.live.copy().map((order) => shownOrder(order)), ...unlisted],
    deskOrders: deskOrders.all.map((order) => shownDeskOrder(order, state)),
    leftOut: deskOrders.leftOut.all,
    markets: state.markets.all.map((market) => ({
      symbol: market.symbol,
      mid: market.mid,
      bid: market.view?.bestBid,
      ask: market.view?.bestAsk,
      bookAt: market.book === undefined ? undefined : market.bookAt,
      trouble: [...market.troubles.keys()],
    })),
    balances: state.balances.all(),
    frozen: Object.fromEntries(state.frozen),
    busy: busyLanes(state),
    trades: trades.all.map(({ terms: { id, strategy, fromCurrency, toCurrency }, gave, brought, leg, problem }) => {
      return { id, strategy, fromCurrency, toCurrency, gave, brought, leg: leg && `${leg.what} (${leg.intentId})`, problem };
    }),
    refusals: refusals.counts,
    risk: riskUseOf(state, orders),
    protections: [...trading.losses.rows, ...trading.watches.rows],
  };
}
