import type { ByteStream } from '../../src/recording/byteStream.ts';

/** A file's bytes without a file. */
export class MemoryStream implements ByteStream {
  readonly name = '2026-11-20.slm';
  readonly lostParts = 0;
  readonly lostTo = undefined;
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  read(into: Uint8Array, at: number): number {
    const piece = this.#bytes.subarray(this.#at, this.#at + into.length - at);
    into.set(piece, at);
    this.#at += piece.length;
    return piece.length;
  }

  seek(): number {
    this.#at = 0;
    return 0;
  }

  close(): void {
    this.#at = this.#bytes.length;
  }
}
