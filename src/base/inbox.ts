import { assert } from './assert.ts';

/**
 * A bounded first-in-first-out queue. When it is full, `push` refuses and the caller decides what to shed; nothing is
 * dropped silently.
 */
export class Inbox<T> {
  readonly #slots: (T | undefined)[];
  #head = 0;
  #length = 0;

  constructor(capacity: number) {
    assert(Number.isInteger(capacity) && capacity > 0, `an inbox needs room for at least one, not ${capacity}`);
    this.#slots = new Array<T | undefined>(capacity);
  }

  get length(): number {
    return this.#length;
  }

  get capacity(): number {
    return this.#slots.length;
  }

  /** False when there is no room: the item was not taken. */
  push(item: T): boolean {
    if (this.#length === this.#slots.length) return false;
    this.#slots[(this.#head + this.#length) % this.#slots.length] = item;
    this.#length++;
    return true;
  }

  shift(): T | undefined {
    if (this.#length === 0) return undefined;
    const item = this.#slots[this.#head];
    this.#slots[this.#head] = undefined;
    this.#head = (this.#head + 1) % this.#slots.length;
    this.#length--;
    return item;
  }
}
