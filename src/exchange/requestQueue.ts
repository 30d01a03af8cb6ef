import { assert } from '../base/assert.ts';

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
  /** What it would meet on its own side, as of the last look. */
  readonly shown: Float64Array;
  readonly depth: Float64Array;
  readonly hint: Int32Array;
  readonly #mask: number;
  #head = 0;
  #tail = 0;

  /** `room` is a power of two. */
  constructor(room: number) {
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
    return this.#tail - this.#head;
  }

  /** When the next one arrives; Infinity when none is on its way. */
  get nextAt(): number {
    return this.#head === this.#tail ? Infinity : this.arriveAt[this.#head & this.#mask]!;
  }

  /** Gives the place of the new entry. */
  push(kind: number, slot: number, ticks: number, lots: number, arriveAt: number): number {
    assert(this.count <= this.#mask, `more than ${this.#mask + 1} requests are on their way to the venue`);
    const i = this.#tail++ & this.#mask;
    this.kind[i] = kind;
    this.slot[i] = slot;
    this.ticks[i] = ticks;
    this.lots[i] = lots;
    this.arriveAt[i] = arriveAt;
    return i;
  }

  /** The place of the entry that comes `n` after the first. */
  at(n: number): number {
    return (this.#head + n) & this.#mask;
  }

  shift(): number {
    return this.#head++ & this.#mask;
  }
}
