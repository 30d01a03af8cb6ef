import type { Observable } from 'rxjs';
import type { Decimal } from '../base/decimal.ts';
import type { Instant } from '../base/instant.ts';
import type { Random } from '../base/random.ts';
import type { BookView } from '../market/bookView.ts';
import type { Balance } from '../model/balance.ts';
import type { MarketWarning, Report } from '../model/event.ts';
import type { Fill } from '../model/fill.ts';
import type { Side } from '../model/grid.ts';
import type { Order } from '../model/order.ts';
import type { Pair } from '../model/pair.ts';
import type { PairStatistics } from '../model/statistics.ts';
import type { ParamShape, ParamValues } from './params.ts';
import type { Position } from './portfolio.ts';

/**
 * A strategy: what it is about, its parameters, and `setup`, which is called once for each instance and keeps the
 * instance's state in its closure.
 *
 * `setup` returns handlers, or (the stream form) an Observable of intents made from the given streams. Both end in the same
 * engine, live and in a backtest.
 */
export interface StrategyDefinition<P extends ParamShape = ParamShape> {
  /** One sentence. */
  readonly about: string;
  readonly params: P;
  setup(params: ParamValues<P>, streams: StrategyStreams): StrategyHandlers | Observable<StrategyIntent>;
}

/** Declares a strategy: the default export of its file. */
export function strategy<const P extends ParamShape>(definition: StrategyDefinition<P>): StrategyDefinition<P> {
  return definition;
}

/** All are optional and synchronous. One that throws stops its strategy, and no other. */
export interface StrategyHandlers {
  onStart?(context: StrategyContext): void;
  /** A good book of the strategy's symbol. The view is reused: copy what is to be kept. */
  onBook?(book: BookView, context: StrategyContext): void;
  onStats?(statistics: PairStatistics, context: StrategyContext): void;
  /** An execution of one of the strategy's own orders. */
  onFill?(fill: Fill, context: StrategyContext): void;
  /** News of the strategy's own orders and conversions. */
  onReport?(report: Report, context: StrategyContext): void;
  /** Something is wrong with the symbol's book, or it is right again. */
  onWarning?(warning: MarketWarning, context: StrategyContext): void;
  /** About once a second. */
  onTimer?(context: StrategyContext): void;
  /** The last call. Orders are canceled or kept by `risk.onStop`, whatever is done here. */
  onStop?(context: StrategyContext): void;
}

export interface StrategyStreams {
  readonly book$: Observable<BookView>;
  readonly stats$: Observable<PairStatistics>;
  readonly fill$: Observable<Fill>;
  readonly report$: Observable<Report>;
  readonly warning$: Observable<MarketWarning>;
  readonly timer$: Observable<Instant>;
  /** For what is asked rather than awaited: position, time, chance. */
  readonly context: StrategyContext;
}

/** What the stream form emits: each is the call of the same name on the context. */
export type StrategyIntent =
  | { readonly type: 'quote'; readonly wanted: readonly WantedQuote[] }
  | ({ readonly type: 'place' } & OrderRequest)
  | { readonly type: 'cancel'; readonly intentId: string }
  | ({ readonly type: 'convert' } & ConversionRequest);

/** An order that should be resting. */
export interface WantedQuote {
  readonly side: Side;
  /** In quote currency; put on the grid, a buy down and a sell up. A plain number is a signal, exact as it prints. */
  readonly price: Decimal | number;
  /** In base currency; put on the grid downwards. */
  readonly amount: Decimal;
  readonly tag?: string;
}

export interface OrderRequest {
  readonly side: Side;
  /** Left out for a market order. */
  readonly price?: Decimal | number;
  readonly amount: Decimal;
  readonly tag?: string;
}

export interface ConversionRequest {
  readonly fromCurrency: string;
  readonly toCurrency: string;
  /** Exactly one of the two amounts. */
  readonly fromAmount?: Decimal;
  readonly toAmount?: Decimal;
  /** The quote is left to expire when one unit of `fromCurrency` brings less of `toCurrency` than this. */
  readonly worstRate?: Decimal;
  readonly tag?: string;
}

/** All that a strategy can see and do. The only clock and the only chance it has are here. */
export interface StrategyContext {
  /** The name of this instance in the configuration. */
  readonly name: string;
  readonly pair: Pair;
  /** The event's time. */
  readonly now: Instant;
  readonly random: Random;
  /** What this instance has bought and sold, and what came of it. */
  readonly position: Position;
  /** The amount of the position in whole lots, the rest of a fee cut off: a signal, and cheap to ask on every book. */
  readonly positionLots: number;
  /** The last good book of the symbol, if there is one. */
  readonly book: BookView | undefined;
  /** This instance's orders that may still be live. */
  readonly orders: readonly Order[];
  /** How many they are. */
  readonly liveOrders: number;
  /** The account's wallet; undefined as long as the venue has not told. */
  balance(currency: string): Balance | undefined;

  /** Declares what should be resting; the desk gets there with the fewest requests. Each call replaces the one before. */
  quote(wanted: readonly WantedQuote[]): void;
  /**
   * The same with at most one order a side, in whole ticks and lots of the pair's grid; with 0 lots there is none. It makes no
   * decimals, and is meant for what quotes anew on every book.
   */
  quoteTicks(bidTicks: number, bidLots: number, askTicks: number, askLots: number): void;
  /** One order, not managed by the desk. Undefined when a check refused it. */
  place(order: OrderRequest): string | undefined;
  cancel(intentId: string): void;
  /** Asks for a quote and, if it is good enough, executes it. Undefined when a check refused it. */
  convert(request: ConversionRequest): string | undefined;

  /** Small state that survives a restart: texts by name. */
  readonly state: StrategyState;
  /** A value for the charts. */
  plot(name: string, value: number): void;
  log(message: string, level?: 'info' | 'warn' | 'error'): void;
}

export interface StrategyState {
  get(name: string): string | undefined;
  set(name: string, value: string): void;
}
