import { isRow, makeRows, MOST_WANTED, setRow, wishes } from './wishes.ts';
import { assert, present } from '../base/assert.ts';
import { type Decimal, ZERO } from '../base/decimal.ts';
import type { BookView } from '../market/bookView.ts';
import type { OrderFlow } from '../market/orderFlow.ts';
import type { Order } from '../model/order.ts';
import type { Pair } from '../model/pair.ts';
import type { PairStatistics } from '../model/statistics.ts';
import type { DeskOrder } from '../model/deskOrder.ts';
import type { Dealing } from './dealing.ts';
import type { DeskOrders } from './deskOrders/deskOrders.ts';
import { isKept } from './deskOrders/newOrder.ts';
import { DeskOrderView } from './deskOrders/shownDeskOrder.ts';
import { idleProblem } from './idleProblem.ts';
import { intentIdOf, shownOrder } from './shownOrder.ts';
import { BUY, SELL, sideOf } from '../model/side.ts';
import type { EngineState } from './engineState.ts';
import type { Market } from './market.ts';
import type { Position } from './portfolio.ts';
import type { EntrySums } from './entrySums.ts';
import { positionOf } from './positions.ts';
import type { Refusals } from './refusals.ts';
import type { Refusal } from './refusal.ts';
import type { Seat } from './market.ts';
import type { Candles } from './signals/bars.ts';
import type { InstanceSignals } from './signals/instanceSignals.ts';
import type { StrategyMarket } from './strategy.ts';
import { GridShape, putOnGrid, wholeProblem } from './wantedQuotes.ts';

/** The parts that a market's calls use. */
interface Desks {
  readonly dealing: Dealing;
  readonly refusals: Refusals;
  readonly deskOrders: DeskOrders;
}

/**
 * What an instance sees and does in one market. An instance that is not running may only look. The calls are separate functions,
 * so that a strategy may take them out of the context.
 */
export class MarketContext implements StrategyMarket {
  readonly symbol: string;
  readonly #seat: Seat;
  readonly #state: EngineState;
  readonly #desks: Desks;
  readonly #signals: InstanceSignals;
  readonly #shape = new GridShape();

  constructor(seat: Seat, state: EngineState, desks: Desks, signals: InstanceSignals) {
    this.symbol = seat.symbol;
    this.#seat = seat;
    this.#state = state;
    this.#desks = desks;
    this.#signals = signals;
  }

  get pair(): Pair {
    return this.#market.pair;
  }
  get position(): Position {
    return positionOf(this.#state, this.#seat);
  }
  get entered(): EntrySums {
    return this.#seat.entered;
  }
  get positionLots(): number {
    return this.#seat.positionLots;
  }
  get book(): BookView | undefined {
    return this.#market.view;
  }
  get statistics(): PairStatistics | undefined {
    return this.#market.statistics;
  }
  get worth(): Decimal {
    const { mid } = this.#market;
    const { amount } = this.position;
    if (amount.isZero()) return ZERO;
    if (mid === undefined)
      throw new TypeError(`a position is worth nothing that is known before the first book of ${this.symbol}: ask isFresh first`);
    return amount.times(mid);
  }
  get orders(): readonly Order[] {
    return this.#seat.live.copy().map((order) => shownOrder(order));
  }
  get deskOrders(): readonly DeskOrder[] {
    return this.#desks.deskOrders.of(this.#seat).map((order) => new DeskOrderView(order, this.#state));
  }
  get liveOrders(): number {
    return this.#desks.deskOrders.liveOrders(this.#seat);
  }

  readonly candles = (length: string): Candles => this.#signals.candles(this.#seat, length);
  readonly orderFlow = (window: string): OrderFlow => this.#signals.orderFlow(this.#seat, window);

  readonly quote: StrategyMarket['quote'] = (quotes) => {
    const seat = this.#seat;
    if (seat.state !== 'running') return;
    assert(quotes.length <= MOST_WANTED, () => `a strategy may want ${MOST_WANTED} orders at once, not ${quotes.length}`);
    const { pair } = this.#market;
    const shape = this.#shape;
    const before = seat.isWanted && seat.isLadder ? seat.rows : -1;
    let isSame = before >= 0;
    let rows = 0;
    makeRows(seat);
    for (let i = 0; i < quotes.length; i++) {
      const quote = quotes[i]!;
      const problem = putOnGrid(pair, quote, shape) ?? (shape.isMarket ? NEEDS_A_PRICE : undefined);
      if (problem !== undefined) {
        this.#refuse(problem);
        continue;
      }
      const { side, ticks, lots } = shape;
      if (rows >= before || !isRow(seat, rows, side, ticks, lots, quote.tag)) {
        isSame = false;
        setRow(seat, rows, side, ticks, lots, quote.tag);
      }
      rows++;
    }
    if (isSame && rows === before) return;
    seat.rows = rows;
    this.#wish(true);
  };

  readonly quoteTicks: StrategyMarket['quoteTicks'] = (bidTicks, bidLots, askTicks, askLots) => {
    const seat = this.#seat;
    if (seat.state !== 'running') return;
    const isTouch = seat.isWanted && !seat.isLadder;
    const isSame =
      isTouch && bidTicks === seat.bidTicks && askTicks === seat.askTicks && bidLots === seat.bidLots && askLots === seat.askLots;
    if (isSame && bidLots <= this.#market.most && askLots <= this.#market.most) return;
    const bid = this.#wholeLots(BUY, bidTicks, bidLots);
    const ask = this.#wholeLots(SELL, askTicks, askLots);
    const bidAt = bid === 0 ? 0 : bidTicks;
    const askAt = ask === 0 ? 0 : askTicks;
    if (isTouch && bidAt === seat.bidTicks && askAt === seat.askTicks && bid === seat.bidLots && ask === seat.askLots) return;
    seat.bidTicks = bidAt;
    seat.bidLots = bid;
    seat.askTicks = askAt;
    seat.askLots = ask;
    this.#wish(false);
  };

  readonly quoteRows: StrategyMarket['quoteRows'] = (wanted, count) => {
    const seat = this.#seat;
    if (seat.state !== 'running') return;
    const isWhole = Number.isInteger(count) && count >= 0 && 2 * count <= wanted.length;
    assert(isWhole && count <= MOST_WANTED, () => `count must be a whole number up to ${MOST_WANTED}, with two numbers for each row`);
    const before = seat.isWanted && seat.isLadder ? seat.rows : -1;
    let isSame = before >= 0;
    let rows = 0;
    makeRows(seat);
    for (let i = 0; i < count; i++) {
      const ticks = wanted[2 * i]!;
      const signed = wanted[2 * i + 1]!;
      const side = signed < 0 ? SELL : BUY;
      const lots = this.#wholeLots(side, ticks, Math.abs(signed));
      if (lots === 0) continue;
      if (rows >= before || !isRow(seat, rows, side, ticks, lots, undefined)) {
        isSame = false;
        setRow(seat, rows, side, ticks, lots, undefined);
      }
      rows++;
    }
    if (isSame && rows === before) return;
    seat.rows = rows;
    this.#wish(true);
  };

  readonly place: StrategyMarket['place'] = (order) => {
    const seat = this.#seat;
    const idle = idleProblem(seat.state);
    if (isKept(order)) return idle === undefined ? this.#desks.deskOrders.place(seat, this.#market, order) : this.#refuse(idle);
    const problem = idle ?? putOnGrid(this.#market.pair, order, this.#shape);
    if (problem !== undefined) return this.#refuse(problem);
    const { side, isMarket, ticks, lots } = this.#shape;
    const placed = this.#desks.dealing.place(seat, this.#market, side, isMarket, ticks, lots, order.tag, undefined, true);
    return placed && intentIdOf(placed);
  };

  #wish(isLadder: boolean): void {
    const seat = this.#seat;
    const isNew = !seat.isWanted;
    wishes(seat, isLadder);
    if (isNew) this.#desks.deskOrders.beginsToQuote(seat);
  }

  get #market(): Market {
    const { market, symbol } = this.#seat;
    if (market === undefined) throw new TypeError(`the market ${symbol} is not known yet`);
    return market;
  }

  /** The lots that one side wants. 0 where it wants nothing, or where what it wants can't be an order. */
  #wholeLots(side: number, ticks: number, lots: number): number {
    if (lots === 0) return 0;
    const { pair, least, most } = this.#market;
    if (Number.isSafeInteger(lots) && lots >= least && Number.isSafeInteger(ticks) && ticks > 0) return lots < most ? lots : most;
    this.#refuse(present(wholeProblem(pair, sideOf(side), ticks, lots), 'the problem'));
    return 0;
  }

  #refuse({ rule, message }: Refusal): undefined {
    this.#desks.refusals.refuse(this.#seat.name, this.symbol, rule, () => message);
    return undefined;
  }
}

const NEEDS_A_PRICE: Refusal = { rule: 'price-grid', message: 'an order that should be resting needs a price' };
