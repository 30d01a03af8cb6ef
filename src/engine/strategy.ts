import type { Observable } from 'rxjs';
import type { Decimal } from '../base/decimal.ts';
import type { Instant } from '../base/instant.ts';
import type { Random } from '../base/random.ts';
import type { BookView } from '../market/bookView.ts';
import type { Candle } from '../market/candle.ts';
import type { OrderFlow } from '../market/orderFlow.ts';
import type { Balance } from '../model/balance.ts';
import type { OfferedQuote } from '../model/conversion.ts';
import type { MarketWarning, Report } from '../model/event.ts';
import type { Fill } from '../model/fill.ts';
import type { Side } from '../model/grid.ts';
import type { Order } from '../model/order.ts';
import type { Pair } from '../model/pair.ts';
import type { PairStatistics } from '../model/statistics.ts';
import type { DeskOrder } from '../model/deskOrder.ts';
import type { EntrySums } from './entrySums.ts';
import type { NewOrder, OrderChange } from './deskOrders/newOrder.ts';
import type { ParamShape, ParamValues } from './params.ts';
import type { Position } from './portfolio.ts';
import type { Schedule } from '../model/schedule.ts';
import type { Candles } from './signals/bars.ts';

/**
 * A strategy: what it is about, its parameters, and `setup`. `setup` is called once for each instance and keeps the instance's
 * state in its closure.
 *
 * `setup` returns handlers, or (the stream form) an Observable of intents made from the given streams. Both forms use the same
 * engine, live and in a backtest.
 */
export interface StrategyDefinition<
  P extends ParamShape = ParamShape,
  D extends DeclaredMarkets = undefined,
  H = StrategyHandlers<MarketsOf<D>> | Observable<StrategyIntent>,
> {
  /** One sentence. */
  readonly about: string;
  readonly params: P;
  /** The names of its markets, or `any` when the configuration may give any. Left out by a strategy of one market. */
  readonly markets?: D;
  setup(params: ParamValues<P>, streams: StrategyStreams<MarketsOf<D>>): H;
}

/** A strategy of one market or of several. */
export type AnyStrategy = StrategyDefinition<ParamShape, DeclaredMarkets>;

/** What a strategy says of its markets. */
export type DeclaredMarkets = readonly string[] | 'any' | undefined;

/** The names under which a strategy has its markets. None (`never`) when it has one market, which is the context itself. */
export type MarketsOf<D extends DeclaredMarkets> = D extends readonly (infer M extends string)[] ? M : D extends 'any' ? string : never;

/** Declares a strategy, the default export of its file. */
export function strategy<
  const P extends ParamShape,
  const D extends DeclaredMarkets = undefined,
  H extends StrategyHandlers<MarketsOf<D>> | Observable<StrategyIntent> = StrategyHandlers<MarketsOf<D>>,
>(definition: StrategyDefinition<P, D, H & OnlyHandlers<H>>): StrategyDefinition<P, D> {
  return definition;
}

/** Makes types refuse what `setup` may not return: members that are no handlers, and handlers that are async. */
type OnlyHandlers<H> =
  H extends Observable<unknown>
    ? unknown
    : { readonly [K in keyof H]: K extends keyof StrategyHandlers ? Synchronous<H[K]> : `there is no handler ${K & string}` };

type Synchronous<F> = F extends (...given: never[]) => infer R
  ? [Extract<R, { readonly then: unknown }>] extends [never]
    ? unknown
    : 'a handler is synchronous'
  : unknown;

/**
 * All are optional and synchronous. A handler that throws stops its own strategy, and no other. What is about one market has that
 * market last, which is the context itself when the strategy has one market.
 */
export interface StrategyHandlers<M extends string = never> {
  onStart?(context: StrategyContext<M>): void;
  /** A good book of one of the strategy's markets. The view is reused, so copy what you want to keep. */
  onBook?(book: BookView, context: StrategyContext<M>, market: StrategyMarket): void;
  /** A candle that it has asked for has closed, and all indicators that are fed with candles are stable. It comes before `onBook`. */
  onCandle?(candle: Candle, context: StrategyContext<M>, market: StrategyMarket): void;
  onStats?(statistics: PairStatistics, context: StrategyContext<M>, market: StrategyMarket): void;
  /** An execution of one of the strategy's own orders. */
  onFill?(fill: Fill, context: StrategyContext<M>, market: StrategyMarket): void;
  /** An order that the desk keeps for the strategy has another state: it was triggered, works, or is done. */
  onOrder?(order: DeskOrder, context: StrategyContext<M>, market: StrategyMarket): void;
  /** News of the strategy's own orders and conversions. A conversion belongs to no market. */
  onReport?(report: Report, context: StrategyContext<M>, market: StrategyMarket | undefined): void;
  /** The quote that `requestQuote` asked for. Accept it before `validTo`, or leave it to lapse. */
  onQuote?(quote: OfferedQuote, context: StrategyContext<M>): void;
  /** Something is wrong with a market's book, or it is right again. */
  onWarning?(warning: MarketWarning, context: StrategyContext<M>, market: StrategyMarket): void;
  /** Called about once a second. */
  onTimer?(context: StrategyContext<M>): void;
  /** The last call. Whatever is done here, `risk.onStop` decides whether orders are canceled or kept. */
  onStop?(context: StrategyContext<M>): void;
}

export interface StrategyStreams<M extends string = never> {
  readonly book$: Observable<BookView>;
  /** Candles that the strategy has asked for by `context.candles`. */
  readonly candle$: Observable<Candle>;
  readonly stats$: Observable<PairStatistics>;
  readonly fill$: Observable<Fill>;
  readonly report$: Observable<Report>;
  readonly quote$: Observable<OfferedQuote>;
  readonly warning$: Observable<MarketWarning>;
  readonly timer$: Observable<Instant>;
  /** For values that are read rather than awaited: position, time, random numbers. */
  readonly context: StrategyContext<M>;
}

/**
 * What the stream form emits. Each intent is a call of the method of the same name on the context; with several markets, `market` names
 * the one to quote or to place in.
 */
export type StrategyIntent =
  | { readonly type: 'quote'; readonly wanted: readonly WantedQuote[]; readonly market?: string }
  | ({ readonly type: 'place'; readonly market?: string } & NewOrder)
  | { readonly type: 'cancel'; readonly intentId: string }
  | { readonly type: 'amend'; readonly id: string; readonly change: OrderChange }
  | ({ readonly type: 'convert' } & ConversionRequest)
  | ({ readonly type: 'requestQuote' } & Deal)
  | ({ readonly type: 'trade' } & Deal & { readonly via?: readonly string[] })
  | { readonly type: 'accept'; readonly quote: OfferedQuote };

/** An order that should be resting. */
export interface WantedQuote {
  readonly side: Side;
  /**
   * In quote currency. It is rounded onto the grid, down for a buy and up for a sell. A plain number is a signal and counts as
   * the decimal that it prints as.
   */
  readonly price: Decimal | number;
  /** In base currency. It is rounded down onto the grid. */
  readonly amount: Decimal;
  readonly tag?: string;
}

export interface ConversionRequest {
  readonly fromCurrency: string;
  readonly toCurrency: string;
  /** Exactly one of the two amounts is given. */
  readonly fromAmount?: Decimal;
  readonly toAmount?: Decimal;
  /** When one unit of `fromCurrency` brings less of `toCurrency` than this, the quote is left to expire. */
  readonly worstRate?: Decimal;
  readonly tag?: string;
}

/** What is to be exchanged for what: exactly one of the two amounts is given, the other follows from the market. */
export type Deal = {
  readonly fromCurrency: string;
  readonly toCurrency: string;
  /** The least of `toCurrency` that one unit of `fromCurrency` has to bring. */
  readonly worstRate?: Decimal;
  readonly tag?: string;
} & ({ readonly fromAmount: Decimal; readonly toAmount?: never } | { readonly toAmount: Decimal; readonly fromAmount?: never });

/**
 * All that a strategy can see and do. Its only clock and its only random numbers are here. A strategy of one market has it in the
 * context itself; one of several finds each under its name in `markets`.
 */
export type StrategyContext<M extends string = never> = SharedContext & { readonly markets: Readonly<Record<M, StrategyMarket>> } & ([
    M,
  ] extends [never]
    ? StrategyMarket
    : unknown);

/** One market of an instance. */
export interface StrategyMarket {
  readonly symbol: string;
  readonly pair: Pair;
  /** What this instance has bought and sold here, and what it earned by it. */
  readonly position: Position;
  /**
   * What of the position was entered and not traded, all that ever was: openings, and corrections by a person. A strategy that counts its own
   * trades takes it off: `amount` is in `position.amount`, and `value` was taken from `position.quoteFlow`.
   */
  readonly entered: EntrySums;
  /**
   * The amount of the position in whole lots; a fraction that a fee has left is cut off. It is a signal, cheap enough to ask for
   * on every book.
   */
  readonly positionLots: number;
  /** The last good book of the symbol, if there is one. */
  readonly book: BookView | undefined;
  /** The last 24-hour figures of the symbol. */
  readonly statistics: PairStatistics | undefined;
  /** What the position is worth at the mid, in quote currency. Throws where there is a position and no book yet: ask `isFresh` first. */
  readonly worth: Decimal;
  /** Candles of the mid, from 1s to 30d long: `candles('5m')`. */
  candles(length: string): Candles;
  /** The order flow at the touch, fading over a window from 1s to 30d. */
  orderFlow(window: string): OrderFlow;
  /** This instance's orders here that may still be live. */
  readonly orders: readonly Order[];
  /** The orders that the desk keeps for this instance and that are not done. */
  readonly deskOrders: readonly DeskOrder[];
  /** How many orders there are: those of `deskOrders`, and those of `orders` that do not belong to one of them. */
  readonly liveOrders: number;

  /** Declares what should be resting, which the desk brings about with the fewest requests. Each call replaces the one before. */
  quote(wanted: readonly WantedQuote[]): void;
  /**
   * Like `quote`, with at most one order per side in whole ticks and lots of the pair's grid. With 0 lots there is none. It makes
   * no decimals and is meant for strategies that quote anew on every book.
   */
  quoteTicks(bidTicks: number, bidLots: number, askTicks: number, askLots: number): void;
  /**
   * Like `quote`, with `count` orders in whole ticks and lots: `rows` has the ticks and then the lots of each, lots above 0 to buy and below 0
   * to sell. It makes no decimals, and the array may be used again.
   */
  quoteRows(rows: Float64Array, count: number): void;
  /**
   * Places an order. Without a kind it is one of the venue, sent at once or refused; any other is kept by the desk, which waits for its
   * turn and its price. Returns its id, or undefined when it was refused or its key was used before.
   */
  place(order: NewOrder): string | undefined;
}

/** What an instance has once, however many markets it trades. */
export interface SharedContext {
  /** The name of this instance in the configuration. */
  readonly name: string;
  /** The time of the event. */
  readonly now: Instant;
  readonly random: Random;
  /** Whether the last book of each of its markets is good, has both sides and is young enough to trade on (`risk.staleAfter`). */
  readonly isFresh: boolean;
  /**
   * What this instance works with: its budget and its profit since its beginning, open positions at the mid, over all its markets, in the quote
   * currency of the first. Throws where no book tells: ask `isFresh` first.
   */
  readonly equity: Decimal;
  /**
   * Whether a turn of a schedule is due that has not been taken. The answer yes takes it, so ask for it last. It is remembered over
   * a restart; turns that were missed count as one.
   */
  isDue(schedule: Schedule): boolean;
  /** This instance's orders that may still be live, of all its markets. */
  readonly orders: readonly Order[];
  /** The orders that the desk keeps for this instance and that are not done. */
  readonly deskOrders: readonly DeskOrder[];
  /** How many orders there are: those of `deskOrders`, and those of `orders` that do not belong to one of them. */
  readonly liveOrders: number;
  /** The account's wallet of a currency. Undefined until the venue has reported it. */
  balance(currency: string): Balance | undefined;

  /** Cancels an order of this instance, by the id that `place` returned. */
  cancel(id: string): void;
  /**
   * Changes an order of this instance, by the id that `place` returned: its price, its amount, its stop. From then on the desk keeps it, under
   * the same id. False when it was refused.
   */
  amend(id: string, change: OrderChange): boolean;
  /** Asks for a quote and executes it when it is good enough. Undefined when a check refused it. */
  convert(request: ConversionRequest): string | undefined;
  /** Asks for a quote, which comes to `onQuote` and holds nothing. The id of the request, or undefined when a check refused it. */
  requestQuote(deal: Deal): string | undefined;
  /** Executes a quote that came to `onQuote`. The intent's id, or undefined when a check refused it, for instance since it has expired. */
  accept(quote: OfferedQuote): string | undefined;
  /**
   * Executes a deal in the best way: by a quote, by the book, by both, or over a third currency (`via`: over these). What is left is
   * decided anew. The id of the trade, or undefined when it may not begin.
   */
  trade(deal: Deal & { readonly via?: readonly string[] }): string | undefined;

  /** Small state that survives a restart: texts by name. */
  readonly state: StrategyState;
  /** Adds a value to the charts. */
  plot(name: string, value: number): void;
  /** A warning for people. The same text is told at most once an hour. */
  alert(text: string): void;
  log(message: string, level?: 'info' | 'warn' | 'error'): void;
}

export interface StrategyState {
  get(name: string): string | undefined;
  set(name: string, value: string): void;
}
