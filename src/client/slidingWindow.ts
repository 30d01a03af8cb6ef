import { assert } from '../base/assert.ts';

/**
 * Counts admissions by a strict sliding window: at most `limit` in any stretch of `windowMs`, wherever it begins. A fixed
 * window would let twice the limit through around its edge.
 */
export class SlidingWindow {
  readonly #times: number[] = [];
  readonly #mostKept: number;

  /** `most`: the largest limit that will ever be asked about. */
  constructor(most: number) {
    assert(Number.isInteger(most) && most >= 1, `a window of ${most} admits nothing`);
    this.#mostKept = most;
  }

  /** From when on one more may be admitted; in the past when it may be now. */
  freeFromMs(limit: number, windowMs: number): number {
    assert(limit >= 1 && limit <= this.#mostKept, () => `a window that keeps ${this.#mostKept} can't tell about ${limit}`);
    const at = this.#times.length - limit;
    // An index below 0 would be looked up as a name, which takes microseconds.
    return at < 0 ? -Infinity : this.#times[at]! + windowMs;
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
