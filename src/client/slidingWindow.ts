import { assert } from '../base/assert.ts';

/**
 * Counts admissions by a strict sliding window: at most `limit` in any stretch of `windowMs`, wherever it begins. A fixed
 * window would let twice the limit through around its edge.
 */
export class SlidingWindow {
  readonly #times: number[] = [];
  #limit: number;
  #windowMs: number;
  readonly #mostKept: number;

  /** `mostKept`: the largest limit that will ever be set. */
  constructor(limit: number, windowMs: number, mostKept = limit) {
    assert(Number.isInteger(limit) && limit >= 1 && windowMs > 0, `a window of ${limit} in ${windowMs} ms admits nothing`);
    this.#limit = limit;
    this.#windowMs = windowMs;
    this.#mostKept = mostKept;
  }

  /** Moves the limit; what was admitted before still counts. */
  reshape(limit: number, windowMs: number): void {
    assert(limit <= this.#mostKept, 'a window can only be narrowed below what it keeps');
    this.#limit = limit;
    this.#windowMs = windowMs;
  }

  /** From when on one more may be admitted; in the past when it may be now. */
  freeFromMs(): number {
    const oldest = this.#times[this.#times.length - this.#limit];
    return oldest === undefined ? -Infinity : oldest + this.#windowMs;
  }

  admit(nowMs: number): void {
    this.#times.push(nowMs);
    if (this.#times.length > this.#mostKept) this.#times.shift();
  }

  countSince(fromMs: number): number {
    let count = 0;
    for (let i = this.#times.length - 1; i >= 0 && this.#times[i]! > fromMs; i--) count++;
    return count;
  }
}
