import { assert } from '../base/assert.ts';

/**
 * Exponential moving average over `length` values: each new one weighs 2 / (length + 1). A signal, so a plain number.
 * Stable from the `length`th value on.
 */
export class EMA {
  readonly #weight: number;
  readonly #length: number;
  #value: number | undefined;
  #count = 0;

  constructor(length: number) {
    assert(Number.isInteger(length) && length > 0, `an EMA needs a length of 1 or more, not ${length}`);
    this.#length = length;
    this.#weight = 2 / (length + 1);
  }

  get value(): number | undefined {
    return this.#value;
  }

  get isStable(): boolean {
    return this.#count >= this.#length;
  }

  add(value: number): void {
    this.#value = this.#value === undefined ? value : this.#value + (value - this.#value) * this.#weight;
    this.#count++;
  }
}
