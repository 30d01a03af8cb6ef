import type { Decimal } from '../base/decimal.ts';
import { ONE } from '../base/decimal.ts';
import { walkDepth } from '../market/depthWalk.ts';
import type { Book } from '../model/book.ts';
import type { PlaceCommand, ReplaceCommand } from '../model/command.ts';
import type { Report } from '../model/event.ts';
import type { Fill } from '../model/fill.ts';
import { currenciesOf } from '../model/pair.ts';
import { type Arrival, midOf, textOf } from './arrival.ts';

/** What was known when a price was decided is remembered for so many orders at most. */
const MOST_ORDERS = 20_000;

/**
 * What was known when the price of a limit order was decided, which is anew with each replacement. It is kept only of what is executed, with
 * the execution: most orders of a strategy that quotes are never. Of those that rest it can be saved, for the next life.
 */
export class RestingArrivals {
  readonly #takerFee: () => Decimal;
  /** By the intent that placed or replaced an order, and then by the order. */
  readonly #known = new Map<string, Arrival>();
  /** The ids of the orders that rest, oldest first. */
  readonly #resting = new Set<string>();

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
    this.#remember(intentId, known);
  }

  /** What the venue says binds an order to the decision that gave it its price. */
  heard(report: Report): void {
    if (report.type === 'order-opened') this.#bind(report.intentId, report.orderId);
    else if (report.type === 'order-replaced') {
      this.#resting.delete(report.orderId);
      this.#bind(report.intentId, report.newOrderId);
    } else if (report.type === 'order-closed') this.#resting.delete(report.orderId);
  }

  /** What is known of the orders that rest now, as text. */
  get saved(): string {
    const known = [...this.#resting].flatMap((id) => {
      const arrival = this.#known.get(id);
      return arrival === undefined ? [] : [[id, arrival] as const];
    });
    return JSON.stringify(known);
  }

  /** Takes what an earlier life has saved. What this one knows already stays. */
  restore(text: string): void {
    for (const [id, arrival] of JSON.parse(text) as readonly (readonly [string, Arrival])[]) {
      if (this.#known.has(id)) continue;
      this.#remember(id, arrival);
      this.#rests(id);
    }
  }

  /** What was known when the order of an execution got its price. */
  arrivalOf({ orderId, intentId, feeType }: Fill): Arrival | undefined {
    const known = this.#known.get(orderId) ?? (intentId === undefined ? undefined : this.#known.get(intentId));
    return known && { ...known, rested: feeType === 'Maker' };
  }

  #bind(intentId: string, orderId: string): void {
    const known = this.#known.get(intentId);
    if (known === undefined) return;
    this.#remember(orderId, known);
    this.#rests(orderId);
  }

  #rests(id: string): void {
    this.#resting.add(id);
    dropOldest(this.#resting);
  }

  #remember(id: string, known: Arrival): void {
    this.#known.delete(id);
    this.#known.set(id, known);
    dropOldest(this.#known);
  }
}

function dropOldest(ids: Set<string> | Map<string, Arrival>): void {
  if (ids.size <= MOST_ORDERS) return;
  const [oldest] = ids.keys();
  ids.delete(oldest!);
}
