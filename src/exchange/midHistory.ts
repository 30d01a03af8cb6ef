import type { Instant } from '../base/instant.ts';
import { LOOK, PLACE, type TouchRows } from '../model/touchRows.ts';

/** How long after a fill the mid is looked up again. */
export const AFTER_MS = [1000, 10_000, 60_000] as const;

/** How far back a lookup may reach. */
const WINDOW_MS = 300_000;

/** The part of a book that is used here. */
export interface TouchedBook {
  readonly receivedAt: Instant;
  readonly bids: { readonly bestTicks: number };
  readonly asks: { readonly bestTicks: number };
}

/** The columns of a row. Best bid and ask are NaN where a gap begins; gaps before the row are counted. */
const AT = 0;
const BID = 1;
const ASK = 2;
const GAPS = 3;
const COLUMNS = 4;

/**
 * The touch of one symbol over the last minutes, in a ring of rows that grows only as far as the window needs. Lookups return the
 * number of a row, or -1 where nothing is known. Rows are valid until the next one is added.
 */
export class MidHistory {
  /** Best bid and ask of the last look, in ticks. NaN before the first. */
  lastBid = NaN;
  lastAsk = NaN;
  /** The market is known up to here. */
  #knownTo = -Infinity;
  #rows = new Float64Array(1024 * COLUMNS);
  /** The number of rows that there is room for (a power of two), less one. */
  #mask = 1023;
  #first = 0;
  #end = 0;
  #gap = 0;
  #lastGap = -1;
  /** The last results for each of `AFTER_MS`, and for the time itself, since times are mostly asked for in order. */
  readonly #near = new Float64Array(AFTER_MS.length + 1);

  /** A book shows the venue as it was `beforeMs` before it was received. It must have both sides. */
  add({ receivedAt, bids, asks }: TouchedBook, beforeMs: number): void {
    const at = receivedAt - beforeMs;
    const bid = bids.bestTicks;
    const ask = asks.bestTicks;
    this.#knownTo = at;
    if (bid === this.lastBid && ask === this.lastAsk && this.#gap === this.#lastGap) return;
    this.lastBid = bid;
    this.lastAsk = ask;
    this.#lastGap = this.#gap;
    this.#push(at, bid, ask);
  }

  /** Like `add` for each book. */
  addRows({ looks, places }: TouchRows, from: number, to: number, beforeMs: number): void {
    const { receivedAt, columns } = LOOK;
    const { bidTicks, askTicks, columns: placeColumns } = PLACE;
    let lastBid = this.#gap === this.#lastGap ? this.lastBid : NaN;
    let lastAsk = this.lastAsk;
    for (let row = from; row < to; row++) {
      const bid = places[row * placeColumns + bidTicks]!;
      const ask = places[row * placeColumns + askTicks]!;
      if (bid === lastBid && ask === lastAsk) continue;
      lastBid = bid;
      lastAsk = ask;
      this.#push(looks[row * columns + receivedAt]! - beforeMs, bid, ask);
    }
    if (from === to) return;
    this.#knownTo = looks[(to - 1) * columns + receivedAt]! - beforeMs;
    this.lastBid = lastBid;
    this.lastAsk = lastAsk;
    this.#lastGap = this.#gap;
  }

  /** Nothing is known from then until the next look. */
  addGap(from: Instant): void {
    this.#gap++;
    this.#push(Math.max(from, this.#knownTo), NaN, NaN);
  }

  /** The bid of a row, in ticks. */
  bidOf(row: number): number {
    return this.#rows[(row & this.#mask) * COLUMNS + BID]!;
  }
  askOf(row: number): number {
    return this.#rows[(row & this.#mask) * COLUMNS + ASK]!;
  }

  /** The touch of the last look before a time, which is mostly recent. */
  before(at: Instant): number {
    let row = this.#lastBefore(at, this.#end);
    while (row >= this.#first && this.#isGap(row)) row--;
    return row < this.#first ? -1 : row;
  }

  /** Whether later books can add nothing about that time: it has been seen, or lies in the gap that lasts. */
  isSettled(at: Instant): boolean {
    return at <= this.#knownTo || (this.#end > this.#first && this.#isGap(this.#end - 1));
  }

  /** The touch at `AFTER_MS[which]` after a time. Unknown inside and across a gap, and when the recording has ended by then. */
  after(at: Instant, which: number): number {
    const then = at + AFTER_MS[which]!;
    if (then > this.#knownTo) return -1;
    const near = this.#near;
    const from = (near[AFTER_MS.length] = this.#lastBefore(at, near[AFTER_MS.length]!));
    const to = (near[which] = this.#lastBefore(then + 1, near[which]!));
    if (to < this.#first || this.#isGap(to)) return -1;
    return from >= this.#first && this.#gapsOf(from) !== this.#gapsOf(to) ? -1 : to;
  }

  #push(at: Instant, bid: number, ask: number): void {
    if (this.#end - this.#first > this.#mask) {
      if (at - this.#rows[(this.#first & this.#mask) * COLUMNS + AT]! < WINDOW_MS) this.#grow();
      else this.#first++;
    }
    const rows = this.#rows;
    const i = (this.#end++ & this.#mask) * COLUMNS;
    rows[i + AT] = at;
    rows[i + BID] = bid;
    rows[i + ASK] = ask;
    rows[i + GAPS] = this.#gap;
  }

  #isGap(row: number): boolean {
    return Number.isNaN(this.bidOf(row));
  }

  #gapsOf(row: number): number {
    return this.#rows[(row & this.#mask) * COLUMNS + GAPS]!;
  }

  /** The number of the last row before a time, or below the first when there is none. The search begins at `near`. */
  #lastBefore(at: Instant, near: number): number {
    const rows = this.#rows;
    const mask = this.#mask;
    const first = this.#first;
    const last = this.#end - 1;
    let i = near > last ? last : near < first ? first : near;
    while (i < last && rows[((i + 1) & mask) * COLUMNS + AT]! < at) i++;
    while (i >= first && rows[(i & mask) * COLUMNS + AT]! >= at) i--;
    return i;
  }

  #grow(): void {
    const count = this.#end - this.#first;
    const rows = new Float64Array(2 * this.#rows.length);
    for (let n = 0; n < count; n++) {
      const from = ((this.#first + n) & this.#mask) * COLUMNS;
      rows.set(this.#rows.subarray(from, from + COLUMNS), n * COLUMNS);
    }
    this.#rows = rows;
    this.#mask = rows.length / COLUMNS - 1;
    this.#near.fill(0);
    this.#first = 0;
    this.#end = count;
  }
}
