import { type Decimal, dec } from '../../src/base/decimal.ts';
import type { Instant } from '../../src/base/instant.ts';
import { FILL_MODELS } from '../../src/exchange/fillModel.ts';
import type { ModelOrder } from '../../src/exchange/modelOrder.ts';
import { ModelVenue } from '../../src/exchange/modelVenue.ts';
import type { ModelVenueOptions } from '../../src/exchange/modelVenueOptions.ts';
import { Wallets } from '../../src/exchange/wallets.ts';
import type { Book } from '../../src/model/book.ts';
import type { Pair } from '../../src/model/pair.ts';
import { BTC, bookOf } from '../engine/fixtures.ts';
import { reportNameOf } from './snapshotVenueBench.ts';

export const BUY = 0;
export const SELL = 1;
export const LATENCY = { entryMs: 10, responseMs: 20 };

/** What both kinds of model venue are made with, unless it is said otherwise. */
export function venueOptions(balances: Readonly<Record<string, string>>, more: Partial<ModelVenueOptions> = {}): ModelVenueOptions {
  const { pairs = [BTC] } = more;
  const opening = Object.fromEntries(Object.entries(balances).map(([currency, amount]): [string, Decimal] => [currency, dec(amount)]));
  return {
    pairs,
    wallets: new Wallets(opening, pairs),
    fees: { maker: dec('0.001'), taker: dec('0.002') },
    latency: LATENCY,
    poll: { ordersMs: 500 },
    model: FILL_MODELS.pessimistic,
    seed: 1,
    ...more,
  };
}

/** One level on each side. */
export function quoted(at: Instant, bid: string, ask: string, amount = '1'): Book {
  return bookOf({ at, bids: [[bid, amount]], asks: [[ask, amount]] });
}

/** A model venue whose orders are known by a text. A report is a line of text: when it was heard, what it is, of which order. */
export class ModelVenueBench {
  readonly venue: ModelVenue<string>;
  readonly orders = new Map<string, ModelOrder<string>>();

  constructor(balances: Readonly<Record<string, string>>, more: Partial<ModelVenueOptions> = {}) {
    this.venue = new ModelVenue(venueOptions(balances, more));
  }

  place(at: Instant, name: string, side: number, ticks: number, lots: number): ModelOrder<string> {
    const order = this.venue.place(at, 0, side, ticks, lots, name);
    this.orders.set(name, order);
    return order;
  }

  replace(at: Instant, name: string, ticks: number, lots: number): void {
    this.venue.replace(at, this.orders.get(name)!, ticks, lots);
  }

  cancel(at: Instant, name: string): void {
    this.venue.cancel(at, this.orders.get(name)!);
  }

  /** Takes all that is due by the look, looks, and takes what that has settled. */
  look(book: Book): string[] {
    const told = this.until(book.receivedAt);
    this.venue.book(0, book);
    return [...told, ...this.until(book.receivedAt)];
  }

  until(at: Instant): string[] {
    const { venue } = this;
    const told: string[] = [];
    while (venue.take(at)) told.push(`${venue.reportAt} ${reportNameOf(venue.reportType)} ${venue.order.owner}`);
    return told;
  }

  /** All that is there, and what is held of it. */
  money(currency: string): string {
    const { total, held } = this.venue.wallets.wallet(currency);
    return `${total.decimal.toFixed()} held ${held.decimal.toFixed()}`;
  }

  /** What the live orders hold, added up from the orders themselves. */
  heldByOrders(pair: Pair, side: number): Decimal {
    let sum = dec('0');
    for (const { market, side: own, held } of this.orders.values()) {
      if (market.pair === pair && own === side) sum = sum.plus(held.decimal);
    }
    return sum;
  }
}
