import { assert } from '../base/assert.ts';
import { StandardDeviation } from './standardDeviation.ts';

/**
 * How much a price moves from one value to the next: the standard deviation of its last `size` logarithmic returns. In
 * ten-thousandths (bps) per step; it says nothing about how long a step is.
 */
export class Volatility {
  readonly #returns: StandardDeviation;
  #last: number | undefined;

  constructor(size: number) {
    this.#returns = new StandardDeviation(size);
  }

  get isStable(): boolean {
    return this.#returns.isStable;
  }

  /** Undefined before the second price. */
  get bps(): number | undefined {
    const deviation = this.#returns.value;
    return deviation === undefined ? undefined : deviation * 10_000;
  }

  /** Takes a price above 0, in any unit, and answers the volatility with it. */
  add(price: number): number | undefined {
    assert(Number.isFinite(price) && price > 0, () => `a price is above 0, not ${price}`);
    if (this.#last !== undefined) this.#returns.add(Math.log(price / this.#last));
    this.#last = price;
    return this.bps;
  }
}
