import { assert } from '../base/assert.ts';

const UTF8 = new TextEncoder();
const FIRST_BYTES = 4096;

/** Bytes that grow as they are written. Numbers are varints: seven bits per byte, lowest first, up to 64 bits. */
export class ByteWriter {
  #bytes = new Uint8Array(FIRST_BYTES);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  clear(): void {
    this.#length = 0;
  }

  byte(value: number): void {
    this.#room(1);
    this.#bytes[this.#length++] = value;
  }

  /** A whole number from 0 to 2^53 - 1. */
  varint(value: number): void {
    assert(Number.isSafeInteger(value) && value >= 0, () => `a varint is 0 to 2^53 - 1, not ${value}`);
    this.#room(10);
    let rest = value;
    while (rest > 0x7f_ff_ff_ff) {
      this.#bytes[this.#length++] = (rest % 128) | 0x80;
      rest = Math.floor(rest / 128);
    }
    while (rest > 0x7f) {
      this.#bytes[this.#length++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    this.#bytes[this.#length++] = rest;
  }

  /** A whole number between -2^53 and 2^53, as the varint of twice its size, plus 1 when it is negative. */
  signed(value: number): void {
    assert(Number.isSafeInteger(value), () => `a signed varint lies between -2^53 and 2^53, not ${value}`);
    const size = Math.abs(value);
    const low = ((size % 64) << 1) | (value < 0 ? 1 : 0);
    if (size < 64) return this.byte(low);
    this.byte(low | 0x80);
    this.varint(Math.floor(size / 64));
  }

  /** The length in bytes, then the text in UTF-8. */
  text(value: string): void {
    const bytes = UTF8.encode(value);
    this.varint(bytes.length);
    this.#room(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  append(other: ByteWriter): void {
    this.#room(other.#length);
    const bytes = other.#bytes;
    for (let i = 0; i < other.#length; i++) this.#bytes[this.#length + i] = bytes[i]!;
    this.#length += other.#length;
  }

  /** A copy of what was written, with `before` empty bytes in front. */
  take(before: number): Uint8Array {
    const copy = new Uint8Array(before + this.#length);
    copy.set(this.#bytes.subarray(0, this.#length), before);
    return copy;
  }

  #room(bytes: number): void {
    if (this.#length + bytes <= this.#bytes.length) return;
    const wider = new Uint8Array(Math.max(2 * this.#bytes.length, this.#length + bytes));
    wider.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = wider;
  }
}
