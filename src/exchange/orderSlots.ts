import { assert } from '../base/assert.ts';
import type { VenueTimes } from './venueTimes.ts';

/** On its way to the venue. */
export const SENT = 1;
export const OPEN = 2;
/** Nothing more can happen to it. */
export const ENDED = 3;
const FREE = 0;

/** Nobody knows how much stood ahead of it. */
export const UNKNOWN = -1;

/**
 * Orders as slots in typed arrays. A slot is used again when its order has ended and all that is to be told about it was
 * taken: until then `uses` counts the requests and reports that bear its number.
 */
export class OrderSlots {
  readonly state: Uint8Array;
  /** 0 buys, 1 sells. */
  readonly side: Uint8Array;
  readonly ticks: Float64Array;
  /** Still to be filled. */
  readonly lots: Float64Array;
  /** Lots at its price that come before it. */
  readonly ahead: Float64Array;
  /** What its level showed at the last look; `UNKNOWN` when that does not count any more. */
  readonly shown: Float64Array;
  /** Lots of others at better prices, at the last look. Infinity beyond the levels that are shown. */
  readonly depth: Float64Array;
  /** Where its level stands, or would. */
  readonly hint: Int32Array;
  /** When it ended, by the venue's time. */
  readonly endedAt: Float64Array;
  /** When it came to rest where it rests, by the venue's time. */
  readonly arrivedAt: Float64Array;
  /** Arrivals in order: who comes first at one price. */
  readonly arrival: Float64Array;
  readonly uses: Int32Array;
  /** The open orders are the first `openCount` of these. */
  readonly open: Int32Array;
  openCount = 0;
  /** Orders that have ended and are still open in what we know: the first `endedCount` of these. */
  readonly ended: Int32Array;
  endedCount = 0;
  readonly #times: VenueTimes;
  readonly #openAt: Int32Array;
  readonly #free: Int32Array;
  #freeCount: number;
  #arrivals = 0;

  constructor(times: VenueTimes, most: number) {
    assert(Number.isInteger(most) && most >= 1 && most <= 100_000, `a venue keeps 1 to 100000 orders, not ${most}`);
    this.#times = times;
    this.state = new Uint8Array(most);
    this.side = new Uint8Array(most);
    this.ticks = new Float64Array(most);
    this.lots = new Float64Array(most);
    this.ahead = new Float64Array(most);
    this.shown = new Float64Array(most);
    this.depth = new Float64Array(most);
    this.hint = new Int32Array(most);
    this.endedAt = new Float64Array(most);
    this.arrivedAt = new Float64Array(most);
    this.arrival = new Float64Array(most);
    this.uses = new Int32Array(most);
    this.open = new Int32Array(most);
    this.ended = new Int32Array(most);
    this.#openAt = new Int32Array(most);
    this.#free = Int32Array.from({ length: most }, (_, i) => most - 1 - i);
    this.#freeCount = most;
  }

  /** A slot for an order that is on its way; price and amount are for the caller to fill in. */
  take(side: number): number {
    assert(this.#freeCount > 0, 'there are fewer orders at once than the model has room for');
    const slot = this.#free[--this.#freeCount]!;
    this.state[slot] = SENT;
    this.side[slot] = side;
    this.uses[slot] = 0;
    return slot;
  }

  rest(slot: number): void {
    if (this.state[slot] !== OPEN) {
      this.state[slot] = OPEN;
      this.#openAt[slot] = this.openCount;
      this.open[this.openCount++] = slot;
    }
    this.arrivedAt[slot] = this.#times.now;
    this.arrival[slot] = this.#arrivals++;
  }

  /** An order that was open at the venue has ended. That it has is still to be told. */
  close(slot: number): void {
    this.end(slot);
    this.uses[slot]!++;
    this.ended[this.endedCount++] = slot;
  }

  end(slot: number): void {
    if (this.state[slot] === OPEN) {
      const place = this.#openAt[slot]!;
      const last = this.open[--this.openCount]!;
      this.open[place] = last;
      this.#openAt[last] = place;
    }
    this.state[slot] = ENDED;
    this.endedAt[slot] = this.#times.now;
  }

  /** One report about it has been taken. */
  release(slot: number): void {
    const left = --this.uses[slot]!;
    if (left > 0 || this.state[slot] !== ENDED) return;
    this.state[slot] = FREE;
    this.#free[this.#freeCount++] = slot;
  }

  /** Whether the first of two orders of one side is filled before the second. */
  comesBefore(first: number, second: number): boolean {
    const distance = this.ticks[first]! - this.ticks[second]!;
    if (distance === 0) return this.arrival[first]! < this.arrival[second]!;
    return this.side[first] === 0 ? distance > 0 : distance < 0;
  }
}
