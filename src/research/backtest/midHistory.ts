import type { Instant } from '../../base/instant.ts';

/** What is looked up lies at most so far back. */
const WINDOW_MS = 180_000;

/** The touch at one moment, in ticks. */
export interface Touch {
  readonly bid: number;
  readonly ask: number;
}

/** The touch of one symbol over the last minutes: a ring that grows to what the window needs and no further. */
export class MidHistory {
  #at = new Float64Array(1024);
  #bid = new Float64Array(1024);
  #ask = new Float64Array(1024);
  #gaps = new Int32Array(1024);
  #first = 0;
  #end = 0;
  #gap = 0;
  /** What was added last. */
  #lastBid = -1;
  #lastAsk = -1;
  #lastGap = -1;
  /** Up to here the market is known. In an array, so that a float is stored without being boxed. */
  readonly #knownTo = new Float64Array([-Infinity]);

  add(at: Instant, bid: number, ask: number): void {
    this.#knownTo[0] = at;
    if (bid === this.#lastBid && ask === this.#lastAsk && this.#gap === this.#lastGap) return;
    this.#lastBid = bid;
    this.#lastAsk = ask;
    this.#lastGap = this.#gap;
    if (this.#end - this.#first > this.#mask) {
      if (at - this.#at[this.#first & this.#mask]! < WINDOW_MS) this.#grow();
      else this.#first++;
    }
    const i = this.#end++ & this.#mask;
    this.#at[i] = at;
    this.#bid[i] = bid;
    this.#ask[i] = ask;
    this.#gaps[i] = this.#gap;
  }

  /** Nothing is known from here until the next look. */
  addGap(): void {
    this.#gap++;
  }

  /** The touch of the last look before a time. */
  before(at: Instant): Touch | undefined {
    const i = this.#lastBefore(at);
    return i < this.#first ? undefined : this.#touch(i);
  }

  /** The touch `afterMs` later; undefined across a gap, or when the recording has ended by then. */
  after(at: Instant, afterMs: number): Touch | undefined {
    const then = at + afterMs;
    if (then > this.#knownTo[0]!) return undefined;
    const from = this.#lastBefore(at);
    const to = this.#lastBefore(then + 1);
    if (to < this.#first) return undefined;
    const isAcross = from >= this.#first && this.#gaps[from & this.#mask] !== this.#gaps[to & this.#mask];
    return isAcross ? undefined : this.#touch(to);
  }

  get #mask(): number {
    return this.#at.length - 1;
  }

  #touch(i: number): Touch {
    return { bid: this.#bid[i & this.#mask]!, ask: this.#ask[i & this.#mask]! };
  }

  /** Number of the last entry before a time; below the first when there is none. */
  #lastBefore(at: Instant): number {
    let low = this.#first;
    let high = this.#end;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#at[middle & this.#mask]! < at) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  #grow(): void {
    const count = this.#end - this.#first;
    const ordered = <A extends Float64Array | Int32Array>(old: A, grown: A): A => {
      for (let i = 0; i < count; i++) grown[i] = old[(this.#first + i) & this.#mask]!;
      return grown;
    };
    const size = this.#at.length * 2;
    const at = ordered(this.#at, new Float64Array(size));
    this.#bid = ordered(this.#bid, new Float64Array(size));
    this.#ask = ordered(this.#ask, new Float64Array(size));
    this.#gaps = ordered(this.#gaps, new Int32Array(size));
    this.#at = at;
    this.#first = 0;
    this.#end = count;
  }
}
