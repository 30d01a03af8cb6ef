import { assert } from '../../base/assert.ts';

const FIRST_ROOM = 64 * 1024;
/** A whole number takes at most eight bytes. */
const MOST_NUMBER = 8;
const encoder = new TextEncoder();

/** Bytes that grow: whole numbers up to 2^53 in groups of seven bits, and texts with their length in front. */
export class ByteWriter {
  #bytes = new Uint8Array(FIRST_ROOM);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  whole(value: number): void {
    assert(Number.isSafeInteger(value) && value >= 0, `a whole number from 0 to 2^53, not ${value}`);
    this.#makeRoom(MOST_NUMBER);
    let rest = value;
    // Above 2^31 the bit operators would cut.
    for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) this.#bytes[this.#length++] = (rest % 0x80) | 0x80;
    this.#bytes[this.#length++] = rest;
  }

  /** A whole number of either sign, below 2^52 in size. */
  signed(value: number): void {
    this.whole(value < 0 ? -2 * value - 1 : 2 * value);
  }

  text(value: string): void {
    const bytes = encoder.encode(value);
    this.whole(bytes.length);
    this.#makeRoom(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** What was written; the writer begins anew. */
  take(): Uint8Array {
    const taken = this.#bytes.slice(0, this.#length);
    this.#length = 0;
    return taken;
  }

  #makeRoom(bytes: number): void {
    if (this.#length + bytes <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + bytes));
    grown.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = grown;
  }
}
