const ROOM = 1 << 16;
/** There is always room for the numbers of a line; pieces and texts see to their own. */
const SPARE = 1 << 12;
const FULL = ROOM - SPARE;
const TIME_DIGITS = 13;
const DOT = 46;
const ZERO = 48;
const encoder = new TextEncoder();

/** Fixed text as bytes, padded to whole words: it is copied four bytes at a time, and what comes next overwrites the padding. */
export class Piece {
  readonly words: Uint32Array;
  readonly length: number = 0;

  constructor(text: string) {
    const code = encoder.encode(text);
    const padded = new Uint8Array(Math.ceil(code.length / 4) * 4);
    padded.set(code);
    this.words = new Uint32Array(padded.buffer);
    this.length = code.length;
  }
}

/** Text that is written straight as bytes, from whole numbers and fixed pieces: no string and no decimal is made for a line. */
export class LineBuffer {
  bytes = new Uint8Array(ROOM);
  end = 0;
  #view = new DataView(this.bytes.buffer);
  readonly #digits = new Uint8Array(40);
  /** Many lines have one time: its digits are made once. */
  readonly #time = new Uint8Array(TIME_DIGITS);
  #at = NaN;

  /** Whether it is time to take what is there. */
  get isFull(): boolean {
    return this.end >= FULL;
  }

  /** What is there, until something else is written. */
  take(): Uint8Array {
    const taken = this.bytes.subarray(0, this.end);
    this.end = 0;
    return taken;
  }

  put({ words, length }: Piece): void {
    const { end } = this;
    if (end + 4 * words.length + SPARE > this.bytes.length) this.#grow(4 * words.length);
    const view = this.#view;
    for (let i = 0; i < words.length; i++) view.setUint32(end + 4 * i, words[i]!, true);
    this.end = end + length;
  }

  text(text: string): void {
    // A character takes three bytes at most.
    if (this.end + 3 * text.length + SPARE > this.bytes.length) this.#grow(3 * text.length);
    this.end += encoder.encodeInto(text, this.bytes.subarray(this.end)).written;
  }

  /** The first bytes of another buffer. */
  copy({ bytes, end: length }: LineBuffer): void {
    if (this.end + length + SPARE > this.bytes.length) this.#grow(length);
    this.bytes.set(bytes.subarray(0, length), this.end);
    this.end += length;
  }

  byte(code: number): void {
    this.bytes[this.end++] = code;
  }

  /** A time of these years: 13 digits. */
  time(at: number): void {
    const time = this.#time;
    if (at !== this.#at) this.#setTime(at);
    const { bytes, end } = this;
    for (let i = 0; i < TIME_DIGITS; i++) bytes[end + i] = time[i]!;
    this.end = end + TIME_DIGITS;
  }

  whole(value: number): void {
    this.scaled(value, 0);
  }

  /** `units * 10^-decimals` as the `toFixed()` of its decimal: without zeros at the end. `units` is not negative. */
  scaled(units: number, decimals: number): void {
    const digits = this.#digits;
    let count = 0;
    let left = units;
    while (left > 0x3fffffff) {
      const rest = Math.floor(left / 10);
      digits[count++] = ZERO + (left - rest * 10);
      left = rest;
    }
    let small = left | 0;
    do {
      const rest = (small / 10) | 0;
      digits[count++] = ZERO + small - rest * 10;
      small = rest;
    } while (small > 0);
    while (count <= decimals) digits[count++] = ZERO;
    let from = 0;
    while (from < decimals && digits[from] === ZERO) from++;
    const { bytes } = this;
    let { end } = this;
    for (let i = count - 1; i >= from; i--) {
      if (i === decimals - 1) bytes[end++] = DOT;
      bytes[end++] = digits[i]!;
    }
    this.end = end;
  }

  #grow(more: number): void {
    const bytes = new Uint8Array(2 * (this.bytes.length + more));
    bytes.set(this.bytes);
    this.bytes = bytes;
    this.#view = new DataView(bytes.buffer);
  }

  #setTime(at: number): void {
    const time = this.#time;
    this.#at = at;
    let high = Math.floor(at / 1e7);
    let low = at - high * 1e7;
    for (let i = TIME_DIGITS - 1; i >= 0; i--) {
      const isLow = i >= TIME_DIGITS - 7;
      const value = isLow ? low : high;
      const rest = Math.floor(value / 10);
      time[i] = ZERO + value - rest * 10;
      if (isLow) low = rest;
      else high = rest;
    }
  }
}
