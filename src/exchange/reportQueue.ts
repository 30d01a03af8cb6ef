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
  readonly #mask: number;
  #head = 0;
  /** From here on nobody has read the lists yet. */
  #unread = 0;
  #tail = 0;

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

  /** When the first one is due; Infinity when none is. */
  get nextAt(): number {
    return this.#head === this.#unread ? Infinity : this.reportAt[this.#head & this.#mask]!;
  }

  get hasUnread(): boolean {
    return this.#unread !== this.#tail;
  }

  /** It is due when the list that it stands in was read: see `read`. */
  push(type: number, slot: number, ticks: number, lots: number, isTaker: number, tradedAt: number): void {
    assert(this.#tail - this.#head <= this.#mask, `more than ${this.#mask + 1} reports wait to be taken`);
    const i = this.#tail++ & this.#mask;
    this.type[i] = type;
    this.slot[i] = slot;
    this.ticks[i] = ticks;
    this.lots[i] = lots;
    this.isTaker[i] = isTaker;
    this.tradedAt[i] = tradedAt;
  }

  /** All that is in the queue reaches us at this time, what was read before excepted. */
  read(reportAt: number): void {
    for (; this.#unread !== this.#tail; this.#unread++) this.reportAt[this.#unread & this.#mask] = reportAt;
  }

  shift(): number {
    return this.#head++ & this.#mask;
  }
}
