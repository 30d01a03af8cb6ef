import type { Decimal } from '../base/decimal.ts';
import type { Instant } from '../base/instant.ts';
import type { NearDecimal } from '../base/nearDecimal.ts';
import { Scale, Sum } from '../base/sum.ts';
import type { BookView } from '../market/bookView.ts';
import type { Book } from '../model/book.ts';
import type { MarketWarning } from '../model/event.ts';
import { midPriceOf } from '../model/grid.ts';
import { lotScales } from '../model/lotScales.ts';
import type { OrderEnd, OrderState } from '../model/order.ts';
import type { Pair } from '../model/pair.ts';
import type { PairStatistics } from '../model/statistics.ts';
import { BookViews } from './bookViews.ts';
import { type EntrySums, NO_ENTRIES } from './entrySums.ts';
import { Entombed } from './entombed.ts';
import type { ExecutionWatch } from './executionWatch.ts';
import type { Instance } from './instance.ts';
import { lotBoundsOf } from './lotBounds.ts';
import type { OrderKeeper } from './orderKeeper.ts';
import { OrderList } from './orderList.ts';
import { NO_POSITION, type Position } from './portfolio.ts';
import type { Purse } from './purse.ts';
import { SentRequests } from './sentRequests.ts';
import type { MarketSignals } from './signals/marketSignals.ts';
import { BUY } from '../model/side.ts';
import type { StrategyMarket } from './strategy.ts';
import type { RunState } from './strategySettings.ts';
import { keepsBack } from './keepsBack.ts';

// These three refer to each other, so they share a file.
/** One symbol: its rules in whole numbers, its last good book, and the orders on it. */
export class Market {
  readonly symbol: string;
  pair: Pair;
  readonly base: Purse;
  readonly quote: Purse;
  /** Whether the risk limits allow it to be traded. */
  isListed = false;
  /** The least and the most volume of an order, in lots, and the smallest least since the start: what is below that is over, and not only too small now. */
  least = 0;
  most = 0;
  dust = Number.MAX_SAFE_INTEGER;
  /** Units of the base currency in a lot, and units of the quote currency in a lot at one tick. */
  perLot: Scale = NOTHING;
  perTickLot: Scale = NOTHING;
  /** How many units one of the quote currency has. */
  quoteOne = 1;
  /** The last good book. */
  book: Book | undefined = undefined;
  view: BookView | undefined = undefined;
  bookAt: Instant = -Infinity;
  /** Whether the last good book has both sides. */
  hasTouch = false;
  /** Best bid and best ask, in ticks, of the last good book with both sides. NaN before there is one. */
  midBid = NaN;
  midAsk = NaN;
  /** The troubles that its book has now. */
  readonly troubles = new Map<MarketWarning['kind'], string>();
  /** Whether one of the troubles keeps orders back. */
  isTroubled = false;
  statistics: PairStatistics | undefined = undefined;
  signals: MarketSignals | undefined = undefined;
  /** The strategies that trade on it, in the order of the settings. */
  readonly seats: Seat[] = [];
  readonly live = new OrderList<EngineOrder>();
  /** How many orders are on their way, and replacements on their way or unknown. While there is one, no other may start. */
  underway = 0;
  /** How many orders nobody knows the outcome of. */
  unknown = 0;
  /** Why its lane is frozen. */
  frozen: string | undefined = undefined;
  readonly sent = new SentRequests();
  readonly entombed = new Entombed();
  /** Which strategy is asked first, of those that want something. */
  turn = 0;
  readonly #views = new BookViews();
  #mid: Decimal | undefined = undefined;
  #midTwice = NaN;

  constructor(pair: Pair, base: Purse, quote: Purse) {
    this.symbol = pair.symbol;
    this.pair = pair;
    this.base = base;
    this.quote = quote;
    this.define(pair);
  }

  /** Sets the pair's rules, in the current units of its purses. */
  define(pair: Pair): void {
    if (!this.pair.grid.lot.eq(pair.grid.lot)) this.dust = Number.MAX_SAFE_INTEGER;
    this.pair = pair;
    ({ least: this.least, most: this.most } = lotBoundsOf(pair));
    this.dust = Math.min(this.dust, this.least);
    ({ perLot: this.perLot, perTickLot: this.perTickLot } = lotScales(pair, this.base.decimals, this.quote.decimals));
    this.quoteOne = 10 ** this.quote.decimals;
  }

  show(book: Book): void {
    if (book !== this.book) {
      this.book = book;
      this.view = this.#views.of(book);
    }
    this.bookAt = book.receivedAt;
    const { bids, asks } = book;
    this.hasTouch = bids.length > 0 && asks.length > 0;
    if (!this.hasTouch) return;
    this.midBid = bids.bestTicks;
    this.midAsk = asks.bestTicks;
  }

  warn({ kind, detail }: MarketWarning): void {
    if (kind === 'recovered') this.troubles.clear();
    else this.troubles.set(kind, detail);
    this.isTroubled = false;
    for (const trouble of this.troubles.keys()) if (keepsBack(trouble)) this.isTroubled = true;
  }

  get hasMid(): boolean {
    return !Number.isNaN(this.midBid);
  }

  /** Twice the mid, in ticks, of the last good book with both sides. Exact below 2^53. */
  get twoMids(): number {
    return this.midBid + this.midAsk;
  }

  /** The mid as an exact price. It is worked out only when asked for. */
  get mid(): Decimal | undefined {
    const { twoMids } = this;
    if (Number.isNaN(twoMids)) return undefined;
    if (this.#midTwice !== twoMids || twoMids > Number.MAX_SAFE_INTEGER) {
      this.#midTwice = twoMids;
      this.#mid = midPriceOf(this.pair.grid, this.midBid, this.midAsk);
    }
    return this.#mid;
  }
}

/** An instance in one market: what it wants there, what it holds, and its live orders. */
export class Seat {
  /** A reload puts another one in its place. */
  instance: Instance;
  /** The seats of the instance in all its markets, this one included, in the order of the settings. */
  readonly peers: readonly Seat[];
  readonly name: string;
  readonly symbol: string;
  /** What the strategy calls the market. Undefined when the context itself is the market. */
  readonly marketName: string | undefined;
  /** Undefined until the pairs are known. */
  market: Market | undefined = undefined;
  /** What the strategy sees of this market. */
  marketContext!: StrategyMarket;
  /** Whether its position is being closed. The desk then leaves its orders alone. */
  isClosing = false;
  /** Whether nobody can tell its profit although its loss is limited. */
  isLossUnknown = false;
  /** Who follows its executions. Undefined when nobody does. */
  watches: readonly ExecutionWatch[] | undefined = undefined;

  /** Whether it has said what should be resting. */
  isWanted = false;
  /** Until then the orders of the strategy that it replaces rest on, if it has not said yet what should be resting. */
  inheritsUntil: Instant = -Infinity;
  /** What should be resting: at most one order per side, or rows of a ladder. */
  isLadder = false;
  bidTicks = 0;
  bidLots = 0;
  askTicks = 0;
  askLots = 0;
  rows = 0;
  rowSide: Int8Array = NO_SIDES;
  rowTicks: Float64Array = NO_NUMBERS;
  rowLots: Float64Array = NO_NUMBERS;
  readonly rowTag: (string | undefined)[] = [];
  /** Nothing needs to be done until its wishes or one of its orders change. */
  isQuiet = false;
  /** After the venue refused something, nothing but cancels and the exits of the desk is sent before this time. */
  notBefore: Instant = 0;
  /** How often in a row the venue has refused. */
  refusals = 0;

  readonly live = new OrderList<EngineOrder>();
  /** `base`: what it bought less what it sold, with fees taken off. `flow`: what it received in quote currency less what it paid. */
  readonly base = new Sum(0);
  readonly flow = new Sum(0);
  /** What its live buys and conversions may take of the quote currency. */
  readonly buys = new Sum(0);
  /** Whether fees were paid in a third currency. */
  hasOtherFees = false;
  /** How many fills and conversions between the symbol's two currencies it has had. */
  fills = 0;
  /** The position in whole lots; a fraction that a fee has left is cut off. */
  positionLots = 0;
  /** The position with cost and profit, as far as it has been worked out: see `positionOf`. */
  position: Position = NO_POSITION;

  /** The budget in units of the quote currency. NaN when it is in another currency, Infinity when there is none. */
  budgetUnits = Infinity;
  /** Its total profit when the day began, in the currency of the limit. Undefined until it can be valued. */
  madeBefore: NearDecimal | undefined = undefined;
  /** What was entered in it without an execution, and the part of it that a person has corrected. */
  entered: EntrySums = NO_ENTRIES;
  corrected: EntrySums = NO_ENTRIES;
  /** How much of `entered` is in `madeBefore`. */
  enteredBefore: EntrySums = NO_ENTRIES;

  constructor(instance: Instance, symbol: string, peers?: readonly Seat[], marketName?: string) {
    this.instance = instance;
    this.peers = peers ?? [this];
    this.name = instance.name;
    this.symbol = symbol;
    this.marketName = marketName;
  }

  /** Whether it stands for its instance where each instance counts once. */
  get isFirst(): boolean {
    return this.peers[0] === this;
  }

  get state(): RunState {
    return this.instance.state;
  }
}

/**
 * One of our orders in whole ticks and lots. The engine works on these objects alone; others get a `shownOrder` with decimals,
 * made on request. All objects have one shape, and one may be reused when no more news of its order can come.
 */
export class EngineOrder {
  market: Market;
  /** Whose order it is. */
  seat: Seat;
  side = BUY;
  isMarket = false;
  ticks = 0;
  /** The whole amount to buy or sell, including what is filled. */
  lots = 0;
  filled = 0;
  state: OrderState = 'pending';
  end: OrderEnd | undefined = undefined;
  isCanceling = false;
  /** A replacement is on its way, to `nextTicks` and `nextLots`. */
  isReplacing = false;
  /** Nobody can say what came of its last replacement, which an earlier life may have sent. */
  isReplaceUnknown = false;
  nextTicks = 0;
  nextLots = 0;
  /** The strategy itself placed it, so the desk leaves it alone. */
  isOwnHand = false;
  /** What keeps it, if it is no order by itself. */
  keeper: OrderKeeper | undefined = undefined;
  /** The venue has given it an id. */
  isBound = false;
  /** The most that it may still take of the currency that it gives away. */
  readonly reserve = new Sum(0);
  /** The number of the order, from 1. */
  serial = 0;
  cancelTriedAt: Instant = -Infinity;
  /** How many cancels in a row have failed. */
  cancelsFailed = 0;
  /** A person or its strategy has asked for its cancel, and not the desk, which asks again by itself. No later replacement was sent. */
  isCancelAsked = false;
  /** The venue's time of the last replacement. */
  replacedAt: Instant = -Infinity;
  /** When this engine decided it. Long ago for one that was there before, whoever placed it. */
  decidedAt: Instant = -Infinity;
  // Fractions make the fields hold doubles.
  placedAt: Instant = 0.5;
  updatedAt: Instant = 0.5;
  tag: string | undefined = undefined;
  /** Ids, where the outside world uses texts: see `EventDoor`. */
  intentId: string | undefined = undefined;
  replaceId: string | undefined = undefined;
  orderId: string | undefined = undefined;
  /** The place where our own simulated venue keeps the order, and its number there, which replaces an id. 0: none yet. */
  atVenue: unknown = undefined;
  number = 0;

  constructor(market: Market, seat: Seat) {
    this.market = market;
    this.seat = seat;
  }

  get remaining(): number {
    return this.lots - this.filled;
  }

  get isLive(): boolean {
    return this.state !== 'closed';
  }

  /** Whether nothing about it is under way, so that it can be acted on. */
  get isSettled(): boolean {
    return this.state === 'open' && !this.isCanceling && !this.isReplacing;
  }
}

const NOTHING = new Scale(0n);
const NO_SIDES = new Int8Array(0);
const NO_NUMBERS = new Float64Array(0);
