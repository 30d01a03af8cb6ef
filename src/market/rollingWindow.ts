import { assert } from '../base/assert.ts';

/** The last `size` numbers, in a ring. */
export class RollingWindow {
  readonly #values: Float64Array;
  #next = 0;
  #length = 0;

  constructor(size: number) {
    assert(Number.isInteger(size) && size >= 1, `a window must hold 1 or more values, not ${size}`);
    this.#values = new Float64Array(size);
  }

  get length(): number {
    return this.#length;
  }

  get isFull(): boolean {
    return this.#length === this.#values.length;
  }

  /** Adds a value and returns the one that it pushes out. */
  push(value: number): number | undefined {
    assert(Number.isFinite(value), () => `a window takes finite numbers, not ${value}`);
    const oldest = this.isFull ? this.#values[this.#next] : undefined;
    this.#values[this.#next] = value;
    this.#next = (this.#next + 1) % this.#values.length;
    if (oldest === undefined) this.#length++;
    return oldest;
  }

  /** In no particular order, for sums and extremes. */
  values(): Float64Array {
    return this.#values.subarray(0, this.#length);
  }
}
