import { assert } from '../base/assert.ts';

/**
 * Exponential moving average: each new value counts for 2 / (period + 1), and the weight of older ones fades. It starts at the
 * first value.
 *
 * A signal, not money, so it is a plain number.
 */
export class EMA {
  readonly #period: number;
  readonly #weight: number;
  #count = 0;
  #value: number | undefined;

  /** `period` is a number of values, 1 or more. With 1 the average is the last value. */
  constructor(period: number) {
    assert(Number.isFinite(period) && period >= 1, `the period of an average must be 1 or more, not ${period}`);
    this.#period = period;
    this.#weight = 2 / (period + 1);
  }

  /** Undefined before the first value. */
  get value(): number | undefined {
    return this.#value;
  }

  /** Whether it has seen as many values as its period. Before that, the first values weigh too much. */
  get isStable(): boolean {
    return this.#count >= this.#period;
  }

  /** Adds a value and returns the new average. */
  add(value: number): number {
    assert(Number.isFinite(value), () => `an average takes finite numbers, not ${value}`);
    this.#count++;
    this.#value = this.#value === undefined ? value : this.#value + this.#weight * (value - this.#value);
    return this.#value;
  }
}
