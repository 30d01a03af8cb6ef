import { assert } from '../base/assert.ts';
import type { Instant } from '../base/instant.ts';
import { Sum } from '../base/sum.ts';
import { walkDepth } from '../market/depthWalk.ts';
import type { Book } from '../model/book.ts';
import type { Report } from '../model/event.ts';
import { amountOf, wholeTicksOf } from '../model/grid.ts';
import { BUY } from '../model/side.ts';
import { marketModel } from './drawnModel.ts';
import { FeeScale } from './fees.ts';
import { LaterReports } from './laterReports.ts';
import { ModelMarket } from './modelMarket.ts';
import { ModelOrder } from './modelOrder.ts';
import type { ModelVenueOptions, ToldTouch } from './modelVenueOptions.ts';
import * as told from './reportQueue.ts';
import { SnapshotVenue } from './snapshotVenue.ts';
import type { Wallets } from './wallets.ts';

/**
 * The venue that backtests and paper trade against: the fill model of each symbol, with wallets, holds and fees in whole units. What
 * the account can't pay for is refused before it gets to the model.
 *
 * `Owner` is what the caller knows an order by. A report that was taken stands in the fields until the next one is.
 */
export class ModelVenue<Owner> {
  /** Nothing is reported before then. A field that is settled after each change, since drivers ask for it again and again. */
  nextAt: Instant = Infinity;
  /** What kind of report it is: see reportQueue.ts; 0: `own` is the report. */
  reportType = 0;
  /** The order that it is about. */
  order!: ModelOrder<Owner>;
  /** When it was heard. */
  reportAt: Instant = 0;
  /** By the venue's time. */
  tradedAt: Instant = 0;
  /** The price and amount of an execution; after a replacement, of what is open. */
  ticks = 0;
  lots = 0;
  isTaker = false;
  /** The fee of an execution, in the currency that was received. */
  readonly fee = new Sum(0);
  /** The order was refused since the account can't pay for it. */
  isShort = false;
  /** A report that has nothing to do with the fill model. */
  own: Report | undefined = undefined;
  /** Orders that the venue has, as far as we have heard. */
  live = 0;

  /** Whose slot the last order was given: nothing more is heard of that one's. Set it to undefined when it was looked at. */
  displaced: Owner | undefined = undefined;

  readonly wallets: Wallets;
  readonly markets: readonly ModelMarket[];
  readonly answerMs: number = 0;
  readonly #venues: readonly SnapshotVenue[];
  readonly #bySlot: readonly ModelOrder<Owner>[][];
  readonly #later = new LaterReports();
  readonly #maker: FeeScale;
  readonly #taker: FeeScale;
  readonly #need = new Sum(0);
  #count = 0;

  constructor({ pairs, wallets, fees, latency, poll, rate, model, mostOrders = 4000, foresight, seed }: ModelVenueOptions) {
    this.wallets = wallets;
    this.markets = pairs.map((pair, index) => new ModelMarket(index, pair, wallets));
    this.answerMs = latency.entryMs + latency.responseMs;
    const shares = { makerFee: fees.maker.toNumber(), takerFee: fees.taker.toNumber() };
    const venue = { latency, visibleEveryMs: poll.ordersMs, ...shares, mostOrders, rate };
    this.#venues = pairs.map(({ symbol }, index) => {
      const own = { model: marketModel(model, symbol), foresight: foresight?.[index], seed: `${seed}:${symbol}` };
      return new SnapshotVenue({ ...venue, ...own });
    });
    this.#bySlot = pairs.map(() => []);
    this.#maker = new FeeScale(fees.maker);
    this.#taker = new FeeScale(fees.taker);
  }

  /** A new order; a market order at 0 ticks. One that is refused at once has no number. */
  place(now: Instant, market: number, side: number, ticks: number, lots: number, owner: Owner): ModelOrder<Owner> {
    const at = this.markets[market]!;
    const need = this.#need;
    const wallet = at.given(side);
    if (side !== BUY) need.setProduct(lots, 1, at.perLot);
    else if (ticks > 0) need.setProduct(ticks, lots, at.perTickLot);
    else this.#marketCost(at, lots);
    need.decimals = wallet.total.decimals;
    if (!wallet.covers(need)) {
      const refused = new ModelOrder(owner);
      refused.begin(0, -1, at, side, ticks, lots, now);
      this.#refuse(now, refused, told.PLACE_REFUSED);
      return refused;
    }
    const slot = this.#venues[market]!.sendPlace(now, side, ticks, lots);
    const bySlot = this.#bySlot[market]!;
    let order = bySlot[slot];
    if (order === undefined || order.refusals > 0) {
      order = new ModelOrder(owner);
      bySlot[slot] = order;
    } else {
      this.displaced = order.owner;
      order.owner = owner;
    }
    order.begin(++this.#count, slot, at, side, ticks, lots, now);
    order.held.set(need);
    wallet.held.addSum(need);
    this.live++;
    this.#foresee();
    return order;
  }

  replace(now: Instant, order: ModelOrder<Owner>, ticks: number, lots: number): void {
    const { market, side } = order;
    const wallet = market.given(side);
    const need = this.#need;
    if (side === BUY) need.setProduct(ticks, lots, market.perTickLot);
    else need.setProduct(lots, 1, market.perLot);
    need.decimals = wallet.total.decimals;
    need.subtract(order.held);
    if (!wallet.covers(need)) {
      this.#refuse(now, order, told.REPLACE_REFUSED);
      return;
    }
    order.nextTicks = ticks;
    order.nextLots = lots;
    order.hold();
    this.#venues[market.index]!.sendReplace(now, order.slot, ticks, lots);
    this.#foresee();
  }

  cancel(now: Instant, { market, slot }: ModelOrder<Owner>): void {
    this.#venues[market.index]!.sendCancel(now, slot);
    this.#foresee();
  }

  /** A report that does not come out of the fill model; `make` runs when it is due. */
  later(at: Instant, make: () => Report | undefined): void {
    this.#later.add(at, make);
    this.#foresee();
  }

  /**
   * A later look at a market. All reports that are due by its time must have been taken; what it has settled itself is due at once,
   * and is to be taken before anybody decides by it.
   */
  book(market: number, book: Book): void {
    this.markets[market]!.book = book;
    this.#venues[market]!.onBook(book);
    this.#foresee();
  }

  /** No look comes any more: the markets are taken to stand still. All reports that are due by then must have been taken. */
  standStill(now: Instant): void {
    for (const venue of this.#venues) venue.standStill(now);
    this.#foresee();
  }

  gap(market: number, from: Instant): void {
    this.#venues[market]!.onGap(from);
    this.#foresee();
  }

  volume(market: number, now: Instant, lotsPerMs: number): void {
    this.#venues[market]!.onVolume(now, lotsPerMs);
    this.#foresee();
  }

  /** The touch that a row of statistics tells of. All reports that are due by then must have been taken. */
  touch(market: number, now: Instant, { highestBid, lowestAsk }: ToldTouch): void {
    const { grid } = this.markets[market]!.pair;
    const bid = highestBid && wholeTicksOf(grid, highestBid);
    const ask = lowestAsk && wholeTicksOf(grid, lowestAsk);
    this.#venues[market]!.onTouch(now, bid ?? Infinity, ask ?? 0);
    this.#foresee();
  }

  /** Takes the next report that is due by then; false when none is. What the fill models report comes first. */
  take(to: Instant): boolean {
    const venues = this.#venues;
    for (;;) {
      let first = 0;
      for (let i = 1; i < venues.length; i++) if (venues[i]!.nextAt < venues[first]!.nextAt) first = i;
      // Who trades nothing may convert.
      const venue = venues[first];
      const at = venue?.nextAt ?? Infinity;
      const laterAt = this.#later.nextAt;
      if (laterAt < at) {
        if (laterAt > to) return false;
        this.#takeLater(laterAt);
        return true;
      }
      if (venue === undefined || at > to) {
        this.#foresee();
        return false;
      }
      if (venue.take(at)) {
        this.#read(venue, this.#bySlot[first]![venue.slot]!);
        this.#foresee();
        return true;
      }
      assert(venue.nextAt > at, 'a venue that has nothing to tell says when it will have');
    }
  }

  #foresee(): void {
    const venues = this.#venues;
    let at = venues[0]?.nextAt ?? Infinity;
    for (let i = 1; i < venues.length; i++) if (venues[i]!.nextAt < at) at = venues[i]!.nextAt;
    if (!this.#later.isEmpty && this.#later.nextAt < at) at = this.#later.nextAt;
    this.nextAt = at;
  }

  #takeLater(at: Instant): void {
    this.reportAt = at;
    this.reportType = 0;
    this.own = this.#later.take();
    this.#foresee();
  }

  #read(venue: SnapshotVenue, order: ModelOrder<Owner>): void {
    const { reportType } = venue;
    this.reportType = reportType;
    this.order = order;
    this.reportAt = venue.reportAt;
    this.tradedAt = venue.tradedAt;
    this.ticks = venue.ticks;
    this.lots = venue.lots;
    this.isTaker = venue.isTaker;
    this.isShort = false;
    switch (reportType) {
      case told.FILLED:
        this.#filled(order);
        return;
      case told.REPLACED:
        order.ticks = order.nextTicks;
        order.lots = venue.lots;
        order.replacedAt = venue.tradedAt;
        order.nextLots = 0;
        order.hold();
        return;
      case told.REPLACE_REFUSED:
      case told.REPLACE_NOT_SENT:
        order.nextLots = 0;
        order.hold();
        return;
      case told.CLOSED:
      case told.PLACE_REFUSED:
      case told.PLACE_NOT_SENT:
        order.market.given(order.side).held.subtract(order.held);
        order.held.clear();
        this.live--;
        return;
      default:
    }
  }

  /** Moves the wallets by an execution. */
  #filled(order: ModelOrder<Owner>): void {
    const { market, side } = order;
    const { ticks, lots, fee } = this;
    const into = side === BUY ? market.base : market.quote;
    const rate = this.isTaker ? this.#taker : this.#maker;
    fee.decimals = into.total.decimals;
    if (side === BUY) {
      market.quote.total.addProduct(-ticks, lots, market.perTickLot);
      into.total.addProduct(lots, 1, market.perLot);
      rate.feeOf(lots, 1, market.perLot, into.feeStep, fee);
    } else {
      market.base.total.addProduct(-lots, 1, market.perLot);
      into.total.addProduct(ticks, lots, market.perTickLot);
      rate.feeOf(ticks, lots, market.perTickLot, into.feeStep, fee);
    }
    into.total.subtract(fee);
    (into.fees ??= new Sum(into.total.decimals)).addSum(fee);
    order.parts++;
    order.filled += lots;
    if (this.tradedAt > order.replacedAt) order.lots -= lots;
    order.hold();
  }

  /** What a market order would cost now, by the last book; nothing when nobody is there. */
  #marketCost({ book, quote }: ModelMarket, lots: number): void {
    const need = this.#need;
    need.clear();
    need.decimals = quote.total.decimals;
    if (book !== undefined) need.addDecimal(walkDepth(book, 'Buy', amountOf(book.grid, lots)).value);
  }

  #refuse(now: Instant, order: ModelOrder<Owner>, type: number): void {
    order.refusals++;
    this.later(now + this.answerMs, () => {
      order.refusals--;
      this.reportType = type;
      this.order = order;
      this.isShort = true;
      return undefined;
    });
  }
}
