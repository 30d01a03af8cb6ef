import { assert } from '../base/assert.ts';

const FEW = 16;

/**
 * Counts admissions in a strict sliding window: at most `limit` in any stretch of `windowMs`, wherever it begins. A fixed window
 * would let twice the limit through around its edge.
 */
export class SlidingWindow {
  /** A ring of the last admissions. It grows to `#most` as they come. */
  #times: Float64Array;
  readonly #most: number;
  #count = 0;
  /** The index where the next admission goes. */
  #next = 0;

  /** `most` is the largest limit that will ever be asked about. */
  constructor(most: number) {
    assert(Number.isInteger(most) && most >= 1, `a window of ${most} admits nothing`);
    this.#most = most;
    this.#times = new Float64Array(Math.min(most, FEW));
  }

  /** The time from which one more may be admitted. It is in the past when one may be admitted now. */
  freeFromMs(limit: number, windowMs: number): number {
    assert(limit >= 1 && limit <= this.#most, () => `a window that keeps ${this.#most} can't tell about ${limit}`);
    return limit > this.#count ? -Infinity : this.#ago(limit) + windowMs;
  }

  admit(nowMs: number): void {
    if (this.#count === this.#times.length && this.#count < this.#most) this.#grow();
    this.#times[this.#next] = nowMs;
    this.#next = this.#next + 1 === this.#times.length ? 0 : this.#next + 1;
    if (this.#count < this.#times.length) this.#count++;
  }

  countSince(fromMs: number): number {
    let count = 0;
    while (count < this.#count && this.#ago(count + 1) > fromMs) count++;
    return count;
  }

  #grow(): void {
    const times = new Float64Array(Math.min(2 * this.#count, this.#most));
    for (let n = this.#count; n > 0; n--) times[this.#count - n] = this.#ago(n);
    this.#times = times;
    this.#next = this.#count;
  }

  /** The time of the `n`th last admission, counted from 1. */
  #ago(n: number): number {
    return this.#times[this.#next >= n ? this.#next - n : this.#next - n + this.#times.length]!;
  }
}
