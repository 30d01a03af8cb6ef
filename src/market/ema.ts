import { EMA as LibraryEMA } from 'trading-signals';
import { assert } from '../base/assert.ts';

/**
 * Exponential moving average: each new value counts for 2 / (period + 1), and the weight of older ones fades. It starts at the
 * first value. It takes the place of the library's own in whatever takes one, such as MACD.
 *
 * The step is taken of the distance to the new value. The library adds two shares up, which do not quite make one: there the average
 * of values that stand still drifts off them, and a price that is rounded down from it falls by a tick.
 *
 * A signal, not money, so it is a plain number.
 */
export class EMA extends LibraryEMA {
  readonly #period: number;
  readonly #weight: number;
  #count = 0;

  /** `period` is a number of values, 1 or more. With 1 the average is the last value. */
  constructor(period: number) {
    assert(Number.isFinite(period) && period >= 1, `the period of an average must be 1 or more, not ${period}`);
    super(period);
    this.#period = period;
    this.#weight = 2 / (period + 1);
  }

  /** Undefined before the first value. */
  get value(): number | undefined {
    return this.result;
  }

  /** Whether it has seen as many values as its period. Before that, the first values weigh too much. */
  override get isStable(): boolean {
    return this.#count >= this.#period;
  }

  /** Adds a value and returns the new average. */
  override add(value: number): number {
    return this.update(value, false);
  }

  /** With `replace`, the value takes the place of the last one. */
  override update(value: number, replace: boolean): number {
    assert(Number.isFinite(value), () => `an average takes finite numbers, not ${value}`);
    if (!replace || this.#count === 0) this.#count++;
    const before = replace ? this.previousResult : this.result;
    return this.setResult(before === undefined ? value : before + this.#weight * (value - before), replace);
  }

  /** Throws before it is stable. */
  override getResultOrThrow(): number {
    assert(this.isStable && this.result !== undefined, () => `an average of ${this.#period} values has seen ${this.#count}`);
    return this.result;
  }
}
