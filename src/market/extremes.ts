import { RollingWindow } from './rollingWindow.ts';

/** Lowest and highest of the last `size` values. */
export class Extremes {
  readonly #window: RollingWindow;

  /** `size`: values, 1 or more. */
  constructor(size: number) {
    this.#window = new RollingWindow(size);
  }

  get isStable(): boolean {
    return this.#window.isFull;
  }

  add(value: number): void {
    this.#window.push(value);
  }

  /** Undefined before the first value. */
  get lowest(): number | undefined {
    return this.#window.length === 0 ? undefined : this.#window.values().reduce((a, b) => Math.min(a, b));
  }

  /** Undefined before the first value. */
  get highest(): number | undefined {
    return this.#window.length === 0 ? undefined : this.#window.values().reduce((a, b) => Math.max(a, b));
  }
}
