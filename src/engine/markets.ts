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
   * when no book tells, of those that `isUsable` lets count.
   */
  worth(amount: Decimal, currency: string, into: string, isUsable: (market: Market) => boolean = any): Decimal | undefined {
    if (currency === into || amount.isZero()) return amount;
    const direct = this.#rate(currency, into, isUsable);
    if (direct !== undefined) return amount.times(direct);
    for (const { pair } of this.all) {
      const between = pair.base === currency ? pair.quote : pair.quote === currency ? pair.base : undefined;
      if (between === undefined) continue;
      const first = this.#rate(currency, between, isUsable);
      const second = this.#rate(between, into, isUsable);
      if (first !== undefined && second !== undefined) return amount.times(first).times(second);
    }
    return undefined;
  }

  #rate(from: string, to: string, isUsable: (market: Market) => boolean): Decimal | undefined {
    const mid = midOf(this.#bySymbol.get(`${from}/${to}`), isUsable);
    if (mid !== undefined) return mid;
    const inverse = midOf(this.#bySymbol.get(`${to}/${from}`), isUsable);
    return inverse === undefined || inverse.isZero() ? undefined : new Decimal(1).div(inverse);
  }
}

function midOf(market: Market | undefined, isUsable: (market: Market) => boolean): Decimal | undefined {
  return market !== undefined && isUsable(market) ? market.mid : undefined;
}

function any(): boolean {
  return true;
}
