import { Fault } from '../../base/fault.ts';

const decoder = new TextDecoder('utf-8', { fatal: true });

/** Reads what a `ByteWriter` wrote. Throws a `Fault` `store` where the bytes end too soon. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  whole(): number {
    let value = 0;
    let scale = 1;
    for (;;) {
      const byte = this.#bytes[this.#at++];
      if (byte === undefined) throw new Fault('store', 'a record ends too soon');
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
      scale *= 0x80;
    }
  }

  signed(): number {
    const value = this.whole();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  text(): string {
    const length = this.whole();
    const end = this.#at + length;
    if (end > this.#bytes.length) throw new Fault('store', 'a record ends too soon');
    const text = decoder.decode(this.#bytes.subarray(this.#at, end));
    this.#at = end;
    return text;
  }
}
