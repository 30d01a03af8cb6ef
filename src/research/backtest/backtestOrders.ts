import { assert } from '../../base/assert.ts';
import type { Instant } from '../../base/instant.ts';
import { type FeeRates, feeUnits } from '../../exchange/fees.ts';
import * as told from '../../exchange/reportQueue.ts';
import type { SnapshotVenue } from '../../exchange/snapshotVenue.ts';
import { decimalOfUnits, feeOf, tickLots, type Units, type UnitScale, unitScaleOf } from '../../exchange/units.ts';
import type { CancelCommand, PlaceCommand, ReplaceCommand } from '../../model/command.ts';
import type { Report } from '../../model/event.ts';
import type { Fill } from '../../model/fill.ts';
import { amountOf, lotsOf, priceOf, ticksOf } from '../../model/grid.ts';
import type { Pair } from '../../model/pair.ts';
import type { OwnReports } from './ownReports.ts';
import { heldBy, needOf, type VenueOrder } from './venueOrder.ts';
import type { Wallets } from './wallets.ts';

export interface BacktestOrdersOptions {
  readonly pairs: readonly Pair[];
  /** One for each pair. */
  readonly venues: readonly SnapshotVenue[];
  readonly wallets: Wallets;
  readonly fees: FeeRates;
  readonly own: OwnReports;
  /** From sending a request to having its answer. */
  readonly answerMs: number;
  /** What a market order would cost now, by the last book; undefined when nobody is there. */
  readonly marketCost: (market: number, lots: number) => Units | undefined;
}

/**
 * The orders of one band: commands go to the fill model in ticks and lots, and what it reports comes back in the daemon's words,
 * with fees and with the wallets moved. What the account can't pay for is refused before it gets to the model.
 */
export class BacktestOrders {
  /** When the report that `next` gave was heard. */
  at: Instant = 0;
  readonly #options: BacktestOrdersOptions;
  readonly #scales: readonly UnitScale[];
  readonly #rates: ReturnType<typeof feeUnits>;
  readonly #marketOf: ReadonlyMap<string, number>;
  readonly #bySlot: readonly (VenueOrder | undefined)[][];
  /** Until they are known to be closed. */
  readonly #live = new Map<string, VenueOrder>();
  #count = 0;

  constructor(options: BacktestOrdersOptions) {
    this.#options = options;
    this.#scales = options.pairs.map(({ grid }) => unitScaleOf(grid));
    this.#rates = feeUnits(options.fees);
    this.#marketOf = new Map(options.pairs.map(({ symbol }, market) => [symbol, market]));
    this.#bySlot = options.pairs.map(() => []);
  }

  get liveCount(): number {
    return this.#live.size;
  }

  /** What live orders hold of a currency. */
  held(currency: string): Units {
    let sum = 0n;
    for (const order of this.#live.values()) {
      if (this.#given(order.market, order.command.side) === currency) sum += heldBy(order, this.#scales[order.market]!);
    }
    return sum;
  }

  /** Answers the order's id, or undefined when the venue will refuse it. */
  place(command: PlaceCommand, now: Instant): string | undefined {
    const { side, intentId, price, amount } = command;
    const market = this.#market(command.symbol);
    const { grid } = this.#options.pairs[market]!;
    const ticks = price === undefined ? 0 : ticksOf(grid, price, 'exact');
    const lots = lotsOf(grid, amount, 'exact');
    const marketCost = ticks === 0 && side === 'Buy' ? (this.#options.marketCost(market, lots) ?? 0n) : 0n;
    const need = needOf(side, ticks, lots, this.#scales[market]!, marketCost);
    if (!this.#covers(this.#given(market, side), need)) {
      this.#refuse(now, intentId, 'place', ...this.#insufficient(market, side));
      return undefined;
    }
    const slot = this.#options.venues[market]!.sendPlace(now, side === 'Buy' ? 0 : 1, ticks, lots);
    const id = String(++this.#count);
    const order: VenueOrder = {
      id,
      command,
      market,
      slot,
      openedAt: now,
      ticks,
      lots,
      amount,
      filledLots: 0,
      fills: 0,
      replacedAt: -Infinity,
      replacement: undefined,
      marketCost,
    };
    this.#bySlot[market]![slot] = order;
    this.#live.set(id, order);
    return id;
  }

  replace({ intentId, orderId, symbol, side, price, amount }: ReplaceCommand, now: Instant): void {
    const order = this.#live.get(orderId);
    const market = this.#market(symbol);
    if (order === undefined) {
      this.#refuse(now, intentId, 'replace', 'order-not-found', `order ${orderId} is not open`);
      return;
    }
    const { grid } = this.#options.pairs[market]!;
    const ticks = ticksOf(grid, price, 'exact');
    const lots = lotsOf(grid, amount, 'exact');
    const scale = this.#scales[market]!;
    if (!this.#covers(this.#given(market, side), needOf(side, ticks, lots, scale, 0n) - heldBy(order, scale))) {
      this.#refuse(now, intentId, 'replace', ...this.#insufficient(market, side));
      return;
    }
    order.replacement = { intentId, ticks, lots };
    this.#options.venues[market]!.sendReplace(now, order.slot, ticks, lots);
  }

  cancel({ orderId }: CancelCommand, now: Instant): void {
    const order = this.#live.get(orderId);
    if (order !== undefined) this.#options.venues[order.market]!.sendCancel(now, order.slot);
    else this.#options.own.add(now + this.#options.answerMs, () => cancelFailed(orderId));
  }

  /** No report is due before then. */
  get nextAt(): Instant {
    const { venues } = this.#options;
    let at = venues[0]!.nextAt;
    for (let i = 1; i < venues.length; i++) at = Math.min(at, venues[i]!.nextAt);
    return at;
  }

  /** The next report that is due by then; undefined when none is. */
  next(now: Instant): Report | undefined {
    const { venues } = this.#options;
    for (;;) {
      let first = 0;
      for (let i = 1; i < venues.length; i++) if (venues[i]!.nextAt < venues[first]!.nextAt) first = i;
      const venue = venues[first]!;
      const at = venue.nextAt;
      if (at > now) return undefined;
      if (venue.take(at)) {
        this.at = venue.reportAt;
        return this.#reportOf(first, venue);
      }
      assert(venue.nextAt > at, 'a venue that has nothing to tell says when it will have');
    }
  }

  #reportOf(market: number, venue: SnapshotVenue): Report {
    const order = this.#bySlot[market]![venue.slot]!;
    const { id: orderId, command } = order;
    const { intentId } = command;
    const { grid } = this.#options.pairs[market]!;
    switch (venue.reportType) {
      case told.OPENED:
        return { type: 'order-opened', intentId, orderId, amount: command.amount, price: command.price, adopted: false };
      case told.FILLED:
        return { type: 'fill', fill: this.#filled(order, venue) };
      case told.CANCELED:
        return { type: 'cancel-accepted', orderId };
      case told.CANCEL_REFUSED:
        return cancelFailed(orderId);
      case told.CLOSED: {
        this.#live.delete(orderId);
        const filled = amountOf(grid, order.filledLots);
        return { type: 'order-closed', orderId, end: order.lots === 0 ? 'filled' : 'canceled', filled };
      }
      case told.PLACE_REFUSED: {
        this.#live.delete(orderId);
        const isMarket = order.ticks === 0;
        const code = isMarket ? 'no-liquidity' : 'self-trade';
        const message = isMarket
          ? `nobody is there to trade ${command.symbol} with`
          : 'the order would trade against an open order of the same account';
        return { type: 'intent-refused', intentId, kind: 'place', code, message };
      }
      case told.PLACE_NOT_SENT:
        this.#live.delete(orderId);
        return { type: 'intent-not-sent', intentId, kind: 'place', reason: TOO_OLD, code: 'canceled' };
      default:
        return this.#replaceReport(order, venue);
    }
  }

  #replaceReport(order: VenueOrder, venue: SnapshotVenue): Report {
    const { id: orderId, market } = order;
    const { intentId, ticks } = order.replacement!;
    order.replacement = undefined;
    switch (venue.reportType) {
      case told.REPLACED: {
        const { grid } = this.#options.pairs[market]!;
        order.ticks = ticks;
        order.lots = venue.lots;
        order.replacedAt = venue.tradedAt;
        const amount = amountOf(grid, venue.lots);
        return {
          type: 'order-replaced',
          intentId,
          orderId,
          newOrderId: orderId,
          price: priceOf(grid, ticks),
          amount,
          replacedAt: venue.tradedAt,
        };
      }
      case told.REPLACE_NOT_SENT:
        return { type: 'intent-not-sent', intentId, kind: 'replace', reason: TOO_OLD, code: 'canceled' };
      default:
        assert(venue.reportType === told.REPLACE_REFUSED, () => `report ${venue.reportType} is not known`);
        return { type: 'intent-refused', intentId, kind: 'replace', code: 'order-not-found', message: `order ${orderId} is not open` };
    }
  }

  /** Moves the wallets and says what came of it. */
  #filled(order: VenueOrder, { ticks, lots, isTaker, tradedAt, reportAt }: SnapshotVenue): Fill {
    const { command, market, id: orderId, openedAt } = order;
    const { symbol, side, orderType: type, intentId, strategy, tag } = command;
    const { grid, base, quote } = this.#options.pairs[market]!;
    const { wallets } = this.#options;
    const scale = this.#scales[market]!;
    const amount = BigInt(lots) * scale.perLot;
    const value = tickLots(ticks, lots) * scale.perTickLot;
    const [given, gives, feeCurrency, receives] = side === 'Buy' ? [quote, value, base, amount] : [base, amount, quote, value];
    const feeType = isTaker ? 'Taker' : 'Maker';
    const fee = feeOf(receives, this.#rates[feeType]);
    wallets.add(given, -gives);
    wallets.add(feeCurrency, receives - fee);
    order.filledLots += lots;
    if (tradedAt > order.replacedAt) order.lots -= lots;
    const money = { price: priceOf(grid, ticks), amount: amountOf(grid, lots), fee: decimalOfUnits(fee), feeCurrency, feeType };
    const times = { openedAt, tradedAt, receivedAt: reportAt };
    return { id: `${orderId}.${++order.fills}`, orderId, symbol, side, type, ...money, ...times, intentId, strategy, tag };
  }

  #covers(currency: string, need: Units): boolean {
    return need <= 0n || this.#options.wallets.total(currency) - this.held(currency) >= need;
  }

  #refuse(now: Instant, intentId: string, kind: 'place' | 'replace', code: string, message: string): void {
    this.#options.own.add(now + this.#options.answerMs, () => ({ type: 'intent-refused', intentId, kind, code, message }));
  }

  #insufficient(market: number, side: PlaceCommand['side']): [code: string, message: string] {
    return ['insufficient-balance', `the available ${this.#given(market, side)} balance does not cover the order`];
  }

  /** The currency that an order gives away. */
  #given(market: number, side: PlaceCommand['side']): string {
    const { base, quote } = this.#options.pairs[market]!;
    return side === 'Buy' ? quote : base;
  }

  #market(symbol: string): number {
    const market = this.#marketOf.get(symbol);
    assert(market !== undefined, () => `an order of ${symbol}, which is not recorded`);
    return market;
  }
}

const TOO_OLD = 'the decision waited longer than 500 ms for the rate budget';

function cancelFailed(orderId: string): Report {
  return { type: 'cancel-failed', orderId, reason: `order ${orderId} is not open`, code: 'refused' };
}
