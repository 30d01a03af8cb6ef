import { Decimal } from '../base/decimal.ts';
import type { Market } from './market.ts';

/** The markets whose rules are known, and what one currency is worth in another by their mids. */
export class Markets {
  /** In the order in which they became known. */
  readonly all: Market[] = [];
  readonly #bySymbol = new Map<string, Market>();

  get(symbol: string): Market | undefined {
    return this.#bySymbol.get(symbol);
  }

  add(market: Market): void {
    this.all.push(market);
    this.#bySymbol.set(market.symbol, market);
  }

  /**
   * What `amount` of one currency is worth in another by the mids of the books, directly or through one other currency. Undefined
   * when no book tells.
   */
  worth(amount: Decimal, currency: string, into: string): Decimal | undefined {
    if (currency === into || amount.isZero()) return amount;
    const direct = this.#rate(currency, into);
    if (direct !== undefined) return amount.times(direct);
    for (const { pair } of this.all) {
      const between = pair.base === currency ? pair.quote : pair.quote === currency ? pair.base : undefined;
      if (between === undefined) continue;
      const first = this.#rate(currency, between);
      const second = this.#rate(between, into);
      if (first !== undefined && second !== undefined) return amount.times(first).times(second);
    }
    return undefined;
  }

  #rate(from: string, to: string): Decimal | undefined {
    const mid = this.#bySymbol.get(`${from}/${to}`)?.mid;
    if (mid !== undefined) return mid;
    const inverse = this.#bySymbol.get(`${to}/${from}`)?.mid;
    return inverse === undefined || inverse.isZero() ? undefined : new Decimal(1).div(inverse);
  }
}
