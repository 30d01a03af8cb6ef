import { assert } from '../base/assert.ts';
import type { VenueTimes } from './venueTimes.ts';

export const PLACE = 1;
export const REPLACE = 2;
export const CANCEL = 3;
/** Waited for the rate budget until the decision was too old. */
export const PLACE_DROPPED = 4;
export const REPLACE_DROPPED = 5;

/** Requests on their way to the venue, first sent first there: a ring in typed arrays. */
export class RequestQueue {
  readonly kind: Uint8Array;
  readonly slot: Int32Array;
  readonly ticks: Float64Array;
  readonly lots: Float64Array;
  readonly arriveAt: Float64Array;
  /** What it would meet on its own side, as of the last look: see `OrderSlots`. */
  readonly shown: Float64Array;
  readonly depth: Float64Array;
  readonly hint: Int32Array;
  readonly #times: VenueTimes;
  readonly #mask: number;
  #head = 0;
  #count = 0;

  /** `room` is a power of two. */
  constructor(times: VenueTimes, room: number) {
    this.#times = times;
    this.#mask = room - 1;
    this.kind = new Uint8Array(room);
    this.slot = new Int32Array(room);
    this.ticks = new Float64Array(room);
    this.lots = new Float64Array(room);
    this.arriveAt = new Float64Array(room);
    this.shown = new Float64Array(room);
    this.depth = new Float64Array(room);
    this.hint = new Int32Array(room);
  }

  get count(): number {
    return this.#count;
  }

  /** Gives the place of the new entry; the caller fills in the rest, `arriveAt` first, and calls `sent`. */
  push(kind: number, slot: number): number {
    assert(this.#count <= this.#mask, 'fewer requests are on their way to the venue than the model has room for');
    const i = (this.#head + this.#count++) & this.#mask;
    this.kind[i] = kind;
    this.slot[i] = slot;
    return i;
  }

  sent(i: number): void {
    if (this.#count === 1) this.#times.arrivalAt = this.arriveAt[i]!;
  }

  /** The place of the entry that comes `n` after the first. */
  at(n: number): number {
    return (this.#head + n) & this.#mask;
  }

  shift(): number {
    const i = this.#head;
    this.#head = (i + 1) & this.#mask;
    this.#times.arrivalAt = --this.#count === 0 ? Infinity : this.arriveAt[this.#head]!;
    return i;
  }
}
