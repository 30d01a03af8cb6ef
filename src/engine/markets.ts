import { Decimal } from '../base/decimal.ts';
import type { BookView } from '../market/bookView.ts';
import type { MarketWarning } from '../model/event.ts';
import { midPriceOf } from '../model/grid.ts';
import type { Pair } from '../model/pair.ts';
import type { PairStatistics } from '../model/statistics.ts';

/** What is known of one market. */
export class Market {
  readonly pair: Pair;
  /** The last good book. */
  book: BookView | undefined;
  statistics: PairStatistics | undefined;
  /** The trouble that its book is in now. */
  readonly trouble: Map<MarketWarning['kind'], string>;
  /** Best ticks of the last good book with two sides. */
  #bid = NaN;
  #ask = NaN;
  #mid: Decimal | undefined;

  constructor(pair: Pair, known?: Market) {
    this.pair = pair;
    this.book = known?.book;
    this.statistics = known?.statistics;
    this.trouble = known?.trouble ?? new Map<MarketWarning['kind'], string>();
    if (known !== undefined) {
      this.#bid = known.#bid;
      this.#ask = known.#ask;
    }
  }

  /** Mid of the last good book; it stays when a side empties. Few ask for it, so it is worked out when one does. */
  get mid(): Decimal | undefined {
    if (this.#mid === undefined && !Number.isNaN(this.#bid)) this.#mid = midPriceOf(this.pair.grid, this.#bid, this.#ask);
    return this.#mid;
  }

  show(view: BookView): void {
    this.book = view;
    const bid = view.bestBidTicks;
    const ask = view.bestAskTicks;
    if (bid === undefined || ask === undefined || (bid === this.#bid && ask === this.#ask)) return;
    this.#bid = bid;
    this.#ask = ask;
    this.#mid = undefined;
  }
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
    for (const pair of pairs) this.#markets.set(pair.symbol, new Market(pair, this.#markets.get(pair.symbol)));
  }

  setBook(view: BookView): Market | undefined {
    const market = this.#markets.get(view.symbol);
    if (market === undefined) return undefined;
    market.show(view);
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
