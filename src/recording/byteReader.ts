const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** Reads what a `ByteWriter` wrote. Reading past the end, or a number beyond 2^53 - 1, gives 0 and makes the reader `broken`. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  readonly #end: number;
  at: number;
  broken = false;

  constructor(bytes: Uint8Array, at: number, end: number) {
    this.#bytes = bytes;
    this.#end = end;
    this.at = at;
  }

  byte(): number {
    if (this.at >= this.#end) return this.#fail();
    return this.#bytes[this.at++]!;
  }

  varint(): number {
    let value = 0;
    let scale = 1;
    for (;;) {
      const byte = this.byte();
      value += (byte & 0x7f) * scale;
      if (value > Number.MAX_SAFE_INTEGER || scale > 2 ** 49) return this.#fail();
      if (byte < 0x80) return value;
      scale *= 128;
    }
  }

  text(): string {
    const length = this.varint();
    const from = this.at;
    if (this.broken || from + length > this.#end) return String(this.#fail());
    this.at += length;
    try {
      return UTF8.decode(this.#bytes.subarray(from, this.at));
    } catch {
      return String(this.#fail());
    }
  }

  #fail(): number {
    this.broken = true;
    return 0;
  }
}
