import { assert } from '../base/assert.ts';

/** A queue whose entries are reused objects. It grows as needed, up to `most` (a power of two). */
export class Ring<T> {
  readonly #make: () => T;
  readonly #most: number;
  #items: T[] = [];
  #mask = -1;
  #head = 0;
  length = 0;

  constructor(most: number, make: () => T) {
    this.#make = make;
    this.#most = most;
  }

  /** The entry `n` places after the first. */
  at(n: number): T {
    return this.#items[(this.#head + n) & this.#mask]!;
  }

  /** A new last entry, with what an earlier use left in it. */
  push(): T {
    if (this.length > this.#mask) this.#grow();
    return this.#items[(this.#head + this.length++) & this.#mask]!;
  }

  /** Removes the first entry. It stays valid until as many have been pushed as there is room for. */
  shift(): T {
    const item = this.#items[this.#head]!;
    this.#head = (this.#head + 1) & this.#mask;
    this.length--;
    return item;
  }

  #grow(): void {
    const size = this.length === 0 ? 8 : this.length * 2;
    assert(size <= this.#most, () => `fewer than ${this.#most} requests and reports wait at once`);
    const ordered = Array.from({ length: this.length }, (_, n) => this.at(n));
    while (ordered.length < size) ordered.push(this.#make());
    this.#items = ordered;
    this.#mask = size - 1;
    this.#head = 0;
  }
}
