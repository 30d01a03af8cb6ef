import type { Instant } from '../../base/instant.ts';
import type { Foresight } from '../../exchange/foresight.ts';
import { BookGuard, guardLimitsFor } from '../../market/bookGuard.ts';
import { BOOK, END, GAP, type MarketCursor } from '../../recording/marketCursor.ts';
import type { BacktestMarket, TimeRange } from './backtestOptions.ts';

/** Where a price goes is judged by where it stands in this time, on average. */
export const AHEAD_MS = 30_000;

export interface LaterMidsOptions {
  readonly market: Pick<BacktestMarket, 'open'>;
  readonly range?: TimeRange | undefined;
  readonly booksMs: number;
}

/**
 * The mids of one symbol, read ahead of the pass by a walk of its own, which begins when somebody first asks. Only what lies between
 * the slowest reader and the end of its time ahead is kept.
 */
export class LaterMids {
  readonly #options: LaterMidsOptions;
  readonly #readers: MidReader[] = [];
  #cursor: MarketCursor | undefined;
  #guard: BookGuard | undefined;
  #isOver = false;
  #at: Instant = -Infinity;
  #times = new Float64Array(256);
  #mids = new Float64Array(256);
  /** Numbers of the first mid that is kept, and of the next one that is read. */
  #first = 0;
  #next = 0;

  constructor(options: LaterMidsOptions) {
    this.#options = options;
  }

  /** Each band has its own, since one may be told of many books before the next is told of the first of them. */
  reader(): Foresight {
    const reader = new MidReader(this);
    this.#readers.push(reader);
    return reader;
  }

  /** Whether there is a mid of that number. */
  has(number: number): boolean {
    return number < this.#next || this.#read();
  }

  timeOf(number: number): Instant {
    return this.#times[number & (this.#times.length - 1)]!;
  }

  midOf(number: number): number {
    return this.#mids[number & (this.#mids.length - 1)]!;
  }

  close(): void {
    this.#isOver = true;
    this.#cursor?.close();
  }

  /** Up to the next good book with both sides. What a guard would withhold says nothing of where the price went. */
  #read(): boolean {
    if (this.#isOver) return false;
    const { market, range, booksMs } = this.#options;
    const cursor = (this.#cursor ??= market.open());
    const guard = (this.#guard ??= new BookGuard(cursor.pair.symbol, guardLimitsFor(booksMs)));
    const to = range?.to ?? Infinity;
    for (;;) {
      const type = cursor.next();
      if (type === END || cursor.at >= to) {
        this.close();
        return false;
      }
      // Time does not go back, whatever is recorded.
      if (cursor.at > this.#at) this.#at = cursor.at;
      if (type === GAP) guard.pollFailed('a gap', this.#at);
      if (type !== BOOK || !guard.accept(cursor.book).deliver) continue;
      const { bids, asks } = cursor.book;
      if (bids.length === 0 || asks.length === 0) continue;
      this.#keep(this.#at, (bids.bestTicks + asks.bestTicks) / 2);
      return true;
    }
  }

  #keep(at: Instant, mid: number): void {
    if (this.#next - this.#first === this.#times.length) {
      this.#first = Math.min(...this.#readers.map(({ from }) => from));
      if (this.#next - this.#first === this.#times.length) this.#grow();
    }
    const place = this.#next++ & (this.#times.length - 1);
    this.#times[place] = at;
    this.#mids[place] = mid;
  }

  #grow(): void {
    const times = new Float64Array(2 * this.#times.length);
    const mids = new Float64Array(times.length);
    for (let number = this.#first; number < this.#next; number++) {
      times[number & (times.length - 1)] = this.timeOf(number);
      mids[number & (times.length - 1)] = this.midOf(number);
    }
    this.#times = times;
    this.#mids = mids;
  }
}

/** The mean over a window that moves on with the looks. The sum is exact: mids are halves of ticks. */
class MidReader implements Foresight {
  /** Number of the first mid in the window, and of the first one after it. */
  from = 0;
  #to = 0;
  #sum = 0;
  readonly #later: LaterMids;

  constructor(later: LaterMids) {
    this.#later = later;
  }

  midAfter(at: Instant): number {
    const later = this.#later;
    for (const until = at + AHEAD_MS; later.has(this.#to) && later.timeOf(this.#to) <= until; this.#to++)
      this.#sum += later.midOf(this.#to);
    for (; this.from < this.#to && later.timeOf(this.from) < at; this.from++) this.#sum -= later.midOf(this.from);
    return this.#to > this.from ? this.#sum / (this.#to - this.from) : NaN;
  }
}
