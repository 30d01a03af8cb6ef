import { type Decimal, ONE } from '../base/decimal.ts';
import type { Instant } from '../base/instant.ts';
import type { Book } from '../model/book.ts';
import { midPriceOf } from '../model/grid.ts';
import type { Pair } from '../model/pair.ts';
import type { TouchRows } from '../model/touchRows.ts';
import { MidHistory } from './midHistory.ts';
import { type RateStep, ratePath } from './ratePath.ts';

const NO_PATH: readonly RateStep[] = [];

/** The mids of all symbols as the books show them, and what currencies are worth by them. */
export class Mids {
  readonly #pairs: readonly Pair[];
  readonly #responseMs: number = 0;
  /** Twice the ticks of one unit of quote currency, so that dividing by it rounds once. */
  readonly #scales: readonly number[];
  readonly #history: readonly MidHistory[];
  /** By the first currency, then by the last. */
  readonly #paths = new Map<string, Map<string, readonly RateStep[]>>();
  /** Through pairs that have been shown, by both currencies. */
  readonly #detours = new Map<string, readonly RateStep[]>();
  /** How many symbols have no mid yet. */
  #missing: number = 0;

  /** `responseMs`: a book shows the venue as it was this long before it was received. */
  constructor(pairs: readonly Pair[], responseMs: number) {
    this.#pairs = pairs;
    this.#responseMs = responseMs;
    this.#scales = pairs.map(({ grid }) => 2 * 10 ** grid.precision);
    this.#history = pairs.map(() => new MidHistory());
    this.#missing = pairs.length;
  }

  get areKnown(): boolean {
    return this.#missing === 0;
  }

  /** Whether books tell by now what each of the currencies is worth in another: of those that any pair can tell of. */
  value(currencies: readonly string[], into: string): boolean {
    if (this.#missing === this.#pairs.length) return false;
    return currencies.every((from) => (this.#shownPath(from, into) ?? []).every(({ pair }) => this.#isShown(pair)));
  }

  show(market: number, book: Book): void {
    const { bids, asks } = book;
    if (bids.length === 0 || asks.length === 0) return;
    const history = this.#history[market]!;
    if (this.#missing > 0 && Number.isNaN(history.lastBid)) {
      this.#missing--;
      this.#detours.clear();
    }
    history.add(book, this.#responseMs);
  }

  /** Shows books that have both sides, of a symbol that has a mid. */
  showRows(market: number, rows: TouchRows, from: number, to: number): void {
    this.#history[market]!.addRows(rows, from, to, this.#responseMs);
  }

  /** Polls of the symbol have failed from then on. */
  gap(market: number, from: Instant): void {
    this.#history[market]!.addGap(from - this.#responseMs);
  }

  /** In quote currency, for charts. */
  number(market: number): number {
    const { lastBid, lastAsk } = this.#history[market]!;
    return (lastBid + lastAsk) / this.#scales[market]!;
  }

  /** What one unit of a currency is worth in another. NaN when no book tells. */
  rate(from: string, to: string): number {
    if (from === to) return 1;
    const path = this.#shownPath(from, to);
    if (path === undefined) return NaN;
    let rate = 1;
    for (const { pair, isInverse } of path) rate = isInverse ? rate / this.number(pair) : rate * this.number(pair);
    return rate;
  }

  /**
   * What an amount is worth at a time by the venue's clock, exact except for divisions. It uses the last looks before that time,
   * since later ones may have been shown already. Undefined when no book tells.
   */
  worth(amount: Decimal, from: string, to: string, at: Instant): Decimal | undefined {
    if (from === to) return amount;
    const path = this.#path(from, to);
    if (path === undefined) return undefined;
    let worth = amount;
    for (const { pair, isInverse } of path) {
      const history = this.#history[pair]!;
      const row = history.before(at);
      if (row < 0) return undefined;
      const mid = midPriceOf(this.#pairs[pair]!.grid, history.bidOf(row), history.askOf(row));
      worth = worth.times(isInverse ? ONE.div(mid) : mid);
    }
    return worth;
  }

  /** The touches of a symbol over the last minutes. */
  history(market: number): MidHistory {
    return this.#history[market]!;
  }

  /** As long as a pair of the shortest path has no book, one through pairs that have: a coin is not worth nothing because one of its pairs comes later. */
  #shownPath(from: string, to: string): readonly RateStep[] | undefined {
    const path = this.#path(from, to);
    if (this.#missing === 0 || path === undefined || path.every(({ pair }) => this.#isShown(pair))) return path;
    const key = `${from} ${to}`;
    let detour = this.#detours.get(key);
    if (detour === undefined) this.#detours.set(key, (detour = this.#detour(from, to) ?? path));
    return detour;
  }

  #detour(from: string, to: string): readonly RateStep[] | undefined {
    const shown = [...this.#pairs.keys()].filter((pair) => this.#isShown(pair));
    const pairs = shown.map((pair) => this.#pairs[pair]!);
    return ratePath(pairs, from, to)?.map((step) => ({ ...step, pair: shown[step.pair]! }));
  }

  #isShown(pair: number): boolean {
    return !Number.isNaN(this.#history[pair]!.lastBid);
  }

  #path(from: string, to: string): readonly RateStep[] | undefined {
    let paths = this.#paths.get(from);
    if (paths === undefined) this.#paths.set(from, (paths = new Map<string, readonly RateStep[]>()));
    let path = paths.get(to);
    if (path === undefined) paths.set(to, (path = ratePath(this.#pairs, from, to) ?? NO_PATH));
    return path === NO_PATH ? undefined : path;
  }
}
