import { RollingWindow } from './rollingWindow.ts';

/**
 * Mean and standard deviation (of the population) of the last `size` values. They are computed anew from the window each time: a
 * running sum of squares loses its digits where the deviation is small beside the mean, as it is with prices.
 *
 * A signal, not money, so these are plain numbers.
 */
export class StandardDeviation {
  readonly #window: RollingWindow;

  /** `size` is a number of values, 1 or more. */
  constructor(size: number) {
    this.#window = new RollingWindow(size);
  }

  /** Whether the window is full. Before that, only the values so far count. */
  get isStable(): boolean {
    return this.#window.isFull;
  }

  /** Adds a value and returns the new deviation. */
  add(value: number): number {
    this.#window.push(value);
    return this.value ?? 0;
  }

  /** Undefined before the first value. */
  get mean(): number | undefined {
    const values = this.#window.values();
    const first = values[0];
    if (first === undefined) return undefined;
    // The sum is taken of distances from the first value, so that it stays small. It starts as a float, which V8 14 adds up
    // faster.
    let sum = first - first;
    for (const value of values) sum += value - first;
    return first + sum / values.length;
  }

  /** Undefined before the first value. */
  get value(): number | undefined {
    const mean = this.mean;
    if (mean === undefined) return undefined;
    const values = this.#window.values();
    let sum = mean - mean;
    for (const value of values) sum += (value - mean) * (value - mean);
    return Math.sqrt(sum / values.length);
  }
}
