import type { Decimal } from '../base/decimal.ts';
import { ONE } from '../base/decimal.ts';
import { walkDepth } from '../market/depthWalk.ts';
import type { Book } from '../model/book.ts';
import type { PlaceCommand, ReplaceCommand } from '../model/command.ts';
import type { Report } from '../model/event.ts';
import type { Fill } from '../model/fill.ts';
import { currenciesOf } from '../model/pair.ts';
import { type Arrival, midOf, textOf } from './arrival.ts';

/** For so many of the last orders and requests that do not rest, what was known is remembered: an execution may be told late. */
const MOST_OTHERS = 4000;
/** More orders than can rest. */
const MOST_RESTING = 20_000;

/**
 * What was known when the price of a limit order was decided, which is anew with each replacement. It is kept only of what is executed, with
 * the execution: most orders of a strategy that quotes are never. What is known of those that rest can be saved, for the next life.
 */
export class RestingArrivals {
  readonly #takerFee: () => Decimal;
  /** By the order, while it rests: it may do so for weeks. Oldest first. */
  readonly #resting = new Map<string, Arrival>();
  /** By the intent that asked for an order or a price, and by an order that is over, or rests at another price by now. */
  readonly #others = new Map<string, Arrival>();

  constructor(takerFee: () => Decimal) {
    this.#takerFee = takerFee;
  }

  decided({ intentId, symbol, side, amount, decidedAt }: PlaceCommand | ReplaceCommand, book: Book | undefined): void {
    const mid = midOf(book);
    if (book === undefined || mid === undefined) return;
    const { base, quote } = currenciesOf(symbol)!;
    const [fromCurrency, toCurrency] = side === 'Sell' ? [base, quote] : [quote, base];
    const rateOf = (price: Decimal): Decimal => (side === 'Sell' ? price : ONE.div(price));
    const { sufficed, averagePrice } = walkDepth(book, side, amount);
    const atOnce = sufficed && averagePrice !== undefined ? rateOf(averagePrice).times(ONE.minus(this.#takerFee())) : undefined;
    const known = { at: decidedAt, fromCurrency, toCurrency, mid: textOf(rateOf(mid)), ...(atOnce && { book: textOf(atOnce) }) };
    keep(this.#others, intentId, known, MOST_OTHERS);
  }

  /** What the venue says binds an order to the decision that gave it its price. */
  heard(report: Report): void {
    if (report.type === 'order-opened') this.#bind(report.intentId, report.orderId);
    else if (report.type === 'order-replaced') {
      this.#rested(report.orderId);
      this.#bind(report.intentId, report.newOrderId);
    } else if (report.type === 'order-closed') this.#rested(report.orderId);
  }

  /** What is known of the orders that rest now, as text. */
  get saved(): string {
    return JSON.stringify([...this.#resting]);
  }

  /** Takes what an earlier life has saved. What this one knows already stays. */
  restore(text: string): void {
    for (const [id, arrival] of JSON.parse(text) as readonly (readonly [string, Arrival])[]) {
      if (!this.#resting.has(id) && !this.#others.has(id)) keep(this.#resting, id, arrival, MOST_RESTING);
    }
  }

  /** What was known when the order of an execution got its price. */
  arrivalOf({ orderId, intentId, feeType }: Fill): Arrival | undefined {
    const known =
      this.#resting.get(orderId) ?? this.#others.get(orderId) ?? (intentId === undefined ? undefined : this.#others.get(intentId));
    return known && { ...known, rested: feeType === 'Maker' };
  }

  #bind(intentId: string, orderId: string): void {
    const known = this.#others.get(intentId);
    if (known !== undefined) keep(this.#resting, orderId, known, MOST_RESTING);
  }

  #rested(orderId: string): void {
    const known = this.#resting.get(orderId);
    if (known === undefined) return;
    this.#resting.delete(orderId);
    keep(this.#others, orderId, known, MOST_OTHERS);
  }
}

/** Remembers it as the newest, and forgets the oldest of too many. */
function keep(all: Map<string, Arrival>, id: string, arrival: Arrival, most: number): void {
  all.delete(id);
  all.set(id, arrival);
  if (all.size > most) all.delete(all.keys().next().value!);
}
