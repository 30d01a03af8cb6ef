import type { Instant } from '../../base/instant.ts';

/** How long after a fill the mid is looked up again. */
export const AFTER_MS = [1000, 10_000, 60_000] as const;

/** What is looked up lies at most so far back. */
const WINDOW_MS = 180_000;

/** The touch at one moment, in ticks. */
export interface Touch {
  readonly bid: number;
  readonly ask: number;
}

/** What is looked at of a book. */
export interface TouchedBook {
  readonly receivedAt: Instant;
  readonly bids: { readonly bestTicks: number };
  readonly asks: { readonly bestTicks: number };
}

/** The touch of one symbol over the last minutes: a ring that grows to what the window needs and no further. */
export class MidHistory {
  #at = new Float64Array(1024);
  #bid = new Float64Array(1024);
  #ask = new Float64Array(1024);
  #gaps = new Int32Array(1024);
  /** What was found last for each of `AFTER_MS`, and for the time itself: times are mostly asked for in their order. */
  readonly #near = new Float64Array(AFTER_MS.length + 1);
  #first = 0;
  #end = 0;
  #gap = 0;
  /** What was added last. */
  #lastBid = -1;
  #lastAsk = -1;
  #lastGap = -1;
  /** Up to here the market is known. In an array, so that a float is stored without being boxed. */
  readonly #knownTo = new Float64Array([-Infinity]);

  /** A book shows the venue as it was `beforeMs` before it was received. It must have both sides. */
  add({ receivedAt, bids, asks }: TouchedBook, beforeMs: number): void {
    const at = receivedAt - beforeMs;
    const bid = bids.bestTicks;
    const ask = asks.bestTicks;
    this.#knownTo[0] = at;
    if (bid === this.#lastBid && ask === this.#lastAsk && this.#gap === this.#lastGap) return;
    this.#lastBid = bid;
    this.#lastAsk = ask;
    this.#lastGap = this.#gap;
    this.#push(at, bid, ask);
  }

  /** Nothing is known from then until the next look. */
  addGap(from: Instant): void {
    this.#gap++;
    this.#push(Math.max(from, this.#knownTo[0]!), NaN, NaN);
  }

  /** The touch of the last look before a time, which is mostly not long ago. */
  before(at: Instant): Touch | undefined {
    let i = this.#lastBefore(at, this.#end);
    while (i >= this.#first && this.#isGap(i)) i--;
    return i < this.#first ? undefined : this.#touch(i);
  }

  /** The touch at a time, `AFTER_MS[which]` after another; undefined in and across a gap, or when the recording has ended by then. */
  after(at: Instant, which: number): Touch | undefined {
    const then = at + AFTER_MS[which]!;
    if (then > this.#knownTo[0]!) return undefined;
    const near = this.#near;
    const from = (near[AFTER_MS.length] = this.#lastBefore(at, near[AFTER_MS.length]!));
    const to = (near[which] = this.#lastBefore(then + 1, near[which]!));
    if (to < this.#first) return undefined;
    const isAcross = from >= this.#first && this.#gaps[from & this.#mask] !== this.#gaps[to & this.#mask];
    return isAcross || this.#isGap(to) ? undefined : this.#touch(to);
  }

  get #mask(): number {
    return this.#at.length - 1;
  }

  #push(at: Instant, bid: number, ask: number): void {
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

  #isGap(i: number): boolean {
    return Number.isNaN(this.#bid[i & this.#mask]!);
  }

  #touch(i: number): Touch {
    return { bid: this.#bid[i & this.#mask]!, ask: this.#ask[i & this.#mask]! };
  }

  /** Number of the last entry before a time; below the first when there is none. The search begins at `near`. */
  #lastBefore(at: Instant, near: number): number {
    const times = this.#at;
    const mask = times.length - 1;
    const first = this.#first;
    const last = this.#end - 1;
    let i = near > last ? last : near < first ? first : near;
    while (i < last && times[(i + 1) & mask]! < at) i++;
    while (i >= first && times[i & mask]! >= at) i--;
    return i;
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
