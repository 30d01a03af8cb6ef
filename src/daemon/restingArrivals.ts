import type { Decimal } from '../base/decimal.ts';
import { ONE } from '../base/decimal.ts';
import { walkDepth } from '../market/depthWalk.ts';
import type { Book } from '../model/book.ts';
import type { PlaceCommand, ReplaceCommand } from '../model/command.ts';
import type { Report } from '../model/event.ts';
import type { Fill } from '../model/fill.ts';
import { currenciesOf } from '../model/pair.ts';
import { type Arrival, midOf, textOf } from './arrival.ts';

/** Of so many orders at most it is remembered what was known when their price was decided. */
const MOST_ORDERS = 20_000;

/**
 * What was known when the price of a limit order was decided, which is anew with each replacement. It is kept only of what is executed, with
 * the execution: most orders of a strategy that quotes are never. What rested over a restart is not known any more.
 */
export class RestingArrivals {
  readonly #takerFee: () => Decimal;
  /** By the intent that placed or replaced an order, and then by the order. */
  readonly #known = new Map<string, Arrival>();

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
    else if (report.type === 'order-replaced') this.#bind(report.intentId, report.newOrderId);
  }

  /** What was known when the order of an execution got its price. */
  arrivalOf({ orderId, intentId, feeType }: Fill): Arrival | undefined {
    const known = this.#known.get(orderId) ?? (intentId === undefined ? undefined : this.#known.get(intentId));
    return known && { ...known, rested: feeType === 'Maker' };
  }

  #bind(intentId: string, orderId: string): void {
    const known = this.#known.get(intentId);
    if (known !== undefined) this.#remember(orderId, known);
  }

  #remember(id: string, known: Arrival): void {
    this.#known.delete(id);
    this.#known.set(id, known);
    if (this.#known.size <= MOST_ORDERS) return;
    const [oldest] = this.#known.keys();
    this.#known.delete(oldest!);
  }
}
