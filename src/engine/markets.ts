import { Decimal } from '../base/decimal.ts';
import type { Instant } from '../base/instant.ts';
import type { BookView } from '../market/bookView.ts';
import type { MarketWarning } from '../model/event.ts';
import type { Pair } from '../model/pair.ts';
import type { PairStatistics } from '../model/statistics.ts';

/** What is known of one market. */
export interface Market {
  readonly pair: Pair;
  /** The last good book. */
  book: BookView | undefined;
  statistics: PairStatistics | undefined;
  /** The trouble that its book is in now. */
  readonly trouble: Map<MarketWarning['kind'], string>;
  /** Mid of the last good book; it stays when a side empties. */
  mid: Decimal | undefined;
  midAt: Instant;
}

/** The markets by symbol, and what one currency is worth in another by their mids. */
export class Markets {
  readonly #markets = new Map<string, Market>();

  get(symbol: string): Market | undefined {
    return this.#markets.get(symbol);
  }

  all(): Iterable<Market> {
    return this.#markets.values();
  }

  setPairs(pairs: readonly Pair[]): void {
    for (const pair of pairs) {
      const known = this.#markets.get(pair.symbol);
      this.#markets.set(pair.symbol, {
        pair,
        book: known?.book,
        statistics: known?.statistics,
        trouble: known?.trouble ?? new Map<MarketWarning['kind'], string>(),
        mid: known?.mid,
        midAt: known?.midAt ?? 0,
      });
    }
  }

  setBook(view: BookView): Market | undefined {
    const market = this.#markets.get(view.symbol);
    if (market === undefined) return undefined;
    market.book = view;
    const mid = view.mid;
    if (mid !== undefined) {
      market.mid = mid;
      market.midAt = view.receivedAt;
    }
    return market;
  }

  /** Keeps the warning until the feed says `recovered`. */
  warn(warning: MarketWarning): Market | undefined {
    const market = this.#markets.get(warning.symbol);
    if (market === undefined) return undefined;
    if (warning.kind === 'recovered') market.trouble.clear();
    else market.trouble.set(warning.kind, warning.detail);
    return market;
  }

  /**
   * What `amount` of one currency is worth in another by the mids of the books, over one other currency at most. Undefined
   * when no book tells.
   */
  worth(amount: Decimal, currency: string, into: string): Decimal | undefined {
    if (currency === into || amount.isZero()) return amount;
    const direct = this.#rate(currency, into);
    if (direct !== undefined) return amount.times(direct);
    for (const { pair } of this.#markets.values()) {
      const between = pair.base === currency ? pair.quote : pair.quote === currency ? pair.base : undefined;
      if (between === undefined) continue;
      const first = this.#rate(currency, between);
      const second = this.#rate(between, into);
      if (first !== undefined && second !== undefined) return amount.times(first).times(second);
    }
    return undefined;
  }

  #rate(from: string, to: string): Decimal | undefined {
    const mid = this.#markets.get(`${from}/${to}`)?.mid;
    if (mid !== undefined) return mid;
    const inverse = this.#markets.get(`${to}/${from}`)?.mid;
    return inverse === undefined || inverse.isZero() ? undefined : new Decimal(1).div(inverse);
  }
}
