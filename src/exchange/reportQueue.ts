import { assert } from '../base/assert.ts';

export const OPENED = 1;
export const REPLACED = 2;
export const CANCELED = 3;
/** Part of an order, or all of it, was executed. */
export const FILLED = 4;
/** Gone from the list of open orders, and all its fills were told. The last word on most orders. */
export const CLOSED = 5;
/** The venue did not take it: it would have met an order of ours, or nobody is there for a market order. The last word. */
export const PLACE_REFUSED = 6;
export const REPLACE_REFUSED = 7;
export const CANCEL_REFUSED = 8;
/** Waited too long for the rate budget: no byte left. The last word. */
export const PLACE_NOT_SENT = 9;
/** As above; the order stays as it was. */
export const REPLACE_NOT_SENT = 10;

/** What the venue will have told us, in order of the time at which we hear of it: a ring in typed arrays. */
export class ReportQueue {
  readonly type: Uint8Array;
  readonly slot: Int32Array;
  readonly ticks: Float64Array;
  readonly lots: Float64Array;
  readonly isTaker: Uint8Array;
  readonly tradedAt: Float64Array;
  readonly reportAt: Float64Array;
  /** When the first one is due; Infinity when none is. */
  nextAt = Infinity;
  /** When what has come since the last reading reaches us: set it, and call `read`. */
  heardAt = 0;
  readonly #mask: number;
  #head = 0;
  #count = 0;
  /** Of these the first so many reach us at a time that is known. */
  #read = 0;

  /** `room` is a power of two. */
  constructor(room: number) {
    this.#mask = room - 1;
    this.type = new Uint8Array(room);
    this.slot = new Int32Array(room);
    this.ticks = new Float64Array(room);
    this.lots = new Float64Array(room);
    this.isTaker = new Uint8Array(room);
    this.tradedAt = new Float64Array(room);
    this.reportAt = new Float64Array(room);
  }

  /** Some of it stands in a list that has not been read since. */
  get hasUnread(): boolean {
    return this.#read !== this.#count;
  }

  /** Gives the place of the new entry, for the caller to fill in. When it reaches us is settled by `read`. */
  push(type: number, slot: number): number {
    assert(this.#count <= this.#mask, 'fewer reports wait to be taken than the model has room for');
    const i = (this.#head + this.#count++) & this.#mask;
    this.type[i] = type;
    this.slot[i] = slot;
    return i;
  }

  /** All that has come since the last time reaches us at `heardAt`. */
  read(): void {
    for (; this.#read !== this.#count; this.#read++) this.reportAt[(this.#head + this.#read) & this.#mask] = this.heardAt;
    this.#settle();
  }

  shift(): number {
    const i = this.#head;
    this.#head = (i + 1) & this.#mask;
    this.#count--;
    this.#read--;
    this.#settle();
    return i;
  }

  #settle(): void {
    this.nextAt = this.#read === 0 ? Infinity : this.reportAt[this.#head]!;
  }
}
