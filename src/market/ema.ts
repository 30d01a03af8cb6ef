import { assert } from '../base/assert.ts';

/**
 * Exponential moving average: each value counts 2 / (period + 1), what was before fades. It starts at the first value.
 *
 * A signal, not money: a plain number.
 */
export class EMA {
  readonly #period: number;
  readonly #weight: number;
  #count = 0;
  #value: number | undefined;

  /** `period`: values, 1 or more; with 1 it is the last value. */
  constructor(period: number) {
    assert(Number.isFinite(period) && period >= 1, `the period of an average must be 1 or more, not ${period}`);
    this.#period = period;
    this.#weight = 2 / (period + 1);
  }

  /** Undefined before the first value. */
  get value(): number | undefined {
    return this.#value;
  }

  /** Whether it has seen as many values as its period: before, the first ones count for too much. */
  get isStable(): boolean {
    return this.#count >= this.#period;
  }

  /** Takes a value and answers the average with it. */
  add(value: number): number {
    assert(Number.isFinite(value), () => `an average takes finite numbers, not ${value}`);
    this.#count++;
    this.#value = this.#value === undefined ? value : this.#value + this.#weight * (value - this.#value);
    return this.#value;
  }
}
