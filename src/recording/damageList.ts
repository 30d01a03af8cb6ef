import type { Instant } from '../base/instant.ts';
import type { ChunkReader } from './chunkReader.ts';
import type { Damage } from './verification.ts';
import { ZstdStream } from './zstdStream.ts';
import type { ByteStream } from './byteStream.ts';

/** Collects what is wrong with one file. Damage between two good records is reported with both their times. */
export class DamageList {
  readonly #file: string;
  readonly #damage: Damage[] = [];
  #open: Damage | undefined;
  #lastAt: Instant | undefined;

  constructor(file: string) {
    this.#file = file;
  }

  /** True from when damage is found until a good record comes. */
  get isOpen(): boolean {
    return this.#open !== undefined;
  }

  good(at: Instant): void {
    if (this.#open !== undefined) this.#damage.push({ ...this.#open, to: at });
    this.#open = undefined;
    this.#lastAt = at;
  }

  add(what: string, offset: number, bytes: number): void {
    if (this.#open !== undefined) this.#damage.push(this.#open);
    this.#open = { file: this.#file, offset, bytes, from: this.#lastAt, to: undefined, what };
  }

  /** Adds what a reader skipped on the way to its chunk or to the end. */
  addSkipped({ skipped }: ChunkReader): void {
    if (skipped === undefined) return;
    const what = { unreadable: 'bytes that are not a chunk', missing: 'chunks are missing', incomplete: 'the last chunk is incomplete' };
    this.add(what[skipped.what], skipped.offset, skipped.bytes);
  }

  /** Adds what is wrong with the compression of a closed day. */
  addCompression(stream: ByteStream): void {
    if (!(stream instanceof ZstdStream)) return;
    if (!stream.isIndexed) this.add('the index of the closed day is damaged; the records can be read without it', 0, 0);
    for (const { offset, bytes } of stream.damagedFrames) {
      this.add(`the frame of ${bytes} bytes at ${offset} of the compressed file can't be decompressed`, 0, 0);
    }
  }

  all(): readonly Damage[] {
    return this.#open === undefined ? this.#damage : [...this.#damage, this.#open];
  }
}
