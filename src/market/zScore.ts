import { StandardDeviation } from './standardDeviation.ts';

/**
 * How many standard deviations (of the population) the last value lies above the mean of the last `size` values, itself among them.
 * All is worked out anew from the window, so that what has left it leaves no trace. 0 where all values are the same.
 *
 * A signal, not money, so it is a plain number.
 */
export class ZScore {
  readonly #window: StandardDeviation;
  readonly #size: number;
  #value: number | undefined = undefined;

  /** `size` is a number of values, 1 or more. */
  constructor(size: number) {
    this.#window = new StandardDeviation(size);
    this.#size = size;
  }

  /** Undefined before the first value. */
  get value(): number | undefined {
    return this.#value;
  }

  /** Whether the window is full. Before that, only the values so far count. */
  get isStable(): boolean {
    return this.#window.isStable;
  }

  /** How many values it takes to be stable. */
  getRequiredInputs(): number {
    return this.#size;
  }

  /** Adds a value and returns its score. */
  add(value: number): number {
    const deviation = this.#window.add(value);
    const score = deviation === 0 ? 0 : (value - this.#window.mean!) / deviation;
    this.#value = score;
    return score;
  }
}
