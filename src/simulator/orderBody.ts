import { type Instant, isoOf } from '../base/instant.ts';
import { wireDigits } from '../base/json.ts';
import { type BookOrder, orderIdOf } from '../exchange/bookOrder.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { Market } from '../exchange/market.ts';
import { gridText } from './bookBody.ts';

/**
 * Writes orders as the schema `order` would encode them, but straight from the grid, because only books are asked for more
 * often. The members are those that the specification lists; the answer to a replacement has no `initialAmount`.
 */
export class OrderBodies {
  readonly #exchange: Exchange;
  /** The text that all orders of a market have in common. */
  readonly #heads = new Map<Market, string>();
  readonly #fees: string;
  #at: Instant | undefined;
  #iso = '';

  constructor(exchange: Exchange) {
    this.#exchange = exchange;
    this.#fees = `"makerCommission":${wireDigits(exchange.fees.maker)},"takerCommission":${wireDigits(exchange.fees.taker)}`;
  }

  of(order: BookOrder, isReplacement = false, id = orderIdOf(order)): string {
    const market = this.#exchange.market(order.symbol)!;
    const { precision, lotDecimals, lotUnits } = market.pair.grid;
    const initial = isReplacement ? '' : `"initialAmount":${gridText(order.initialLots, lotUnits, lotDecimals)},`;
    const price = order.type === 'Limit' ? `"price":${gridText(order.ticks, 1, precision)},` : '';
    const time = Math.min(order.executedAt - order.openedAt, 2 ** 31 - 1);
    return (
      `{"id":${id},${this.#headOf(market)}"type":"${order.type}","side":"${order.side}",` +
      `"amount":${gridText(order.lots, lotUnits, lotDecimals)},${initial}${price}` +
      `"openTime":"${this.#isoOf(order.openedAt)}","updatedOn":"${this.#isoOf(order.updatedAt)}",${this.#fees},"time":${time}}`
    );
  }

  /** Most orders are written in the millisecond in which they were placed. */
  #isoOf(at: Instant): string {
    if (at !== this.#at) {
      this.#at = at;
      this.#iso = isoOf(at);
    }
    return this.#iso;
  }

  #headOf(market: Market): string {
    let head = this.#heads.get(market);
    if (head === undefined) {
      const { symbol, base, quote } = market.pair;
      const names = JSON.stringify({ symbol, baseCurrency: base, quoteCurrency: quote });
      head = `${names.slice(1, -1)},`;
      this.#heads.set(market, head);
    }
    return head;
  }
}
