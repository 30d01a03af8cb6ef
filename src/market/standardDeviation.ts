import { RollingWindow } from './rollingWindow.ts';

/**
 * Mean and standard deviation (of the population) of the last `size` values. Computed anew from the window each time: a
 * running sum of squares loses its digits where the deviation is small beside the mean, as with prices.
 *
 * A signal, not money: plain numbers.
 */
export class StandardDeviation {
  readonly #window: RollingWindow;

  /** `size`: values, 1 or more. */
  constructor(size: number) {
    this.#window = new RollingWindow(size);
  }

  /** Whether the window is full. Before that the values so far are what counts. */
  get isStable(): boolean {
    return this.#window.isFull;
  }

  /** Takes a value and answers the deviation with it. */
  add(value: number): number {
    this.#window.push(value);
    return this.value ?? 0;
  }

  /** Undefined before the first value. */
  get mean(): number | undefined {
    const values = this.#window.values();
    const first = values[0];
    if (first === undefined) return undefined;
    // Around the first value, so that the sum stays small; and seeded from a float, which V8 14 adds up faster.
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
