import { zstdDecompressSync } from 'node:zlib';
import type { Instant } from '../base/instant.ts';
import type { ByteStream, FileBytes } from './byteStream.ts';
import { HEAD_BYTES, MOST_PAYLOAD_BYTES } from './chunk.ts';
import { movedFrames, walkFrames } from './findFrames.ts';
import { type Frame, readFrameIndex, readFrameRows } from './frameIndex.ts';

/** A longer frame is damage, so that memory stays bounded. */
const MOST_FRAME_BYTES = 4 * (MOST_PAYLOAD_BYTES + HEAD_BYTES);
/** The length that is assumed for a frame without an index entry. */
const USUAL_FRAME_BYTES = 512 * 1024;
/** The smallest `chunkSize` that zlib accepts. */
const LEAST_CHUNK_BYTES = 64;
const NOTHING = new Uint8Array(0);

/** A closed day, decompressed frame by frame. A frame that can't be decompressed is left out and listed. */
export class ZstdStream implements ByteStream {
  readonly #file: FileBytes;
  readonly frames: readonly Frame[];
  /** False when the frames had to be searched for. */
  readonly isIndexed: boolean;
  readonly damagedFrames: Frame[] = [];
  #next = 0;
  #plain: Uint8Array = NOTHING;
  #at = 0;

  constructor(file: FileBytes) {
    this.#file = file;
    const indexed = readFrameIndex(file);
    this.isIndexed = indexed !== undefined;
    this.frames = indexed ?? foundFrames(file);
  }

  get name(): string {
    return this.#file.name;
  }

  get lostParts(): number {
    return this.damagedFrames.length;
  }

  get lostTo(): Instant | undefined {
    return this.damagedFrames.at(-1)?.lastAt;
  }

  read(into: Uint8Array, at: number): number {
    while (this.#at >= this.#plain.length) if (!this.#load()) return 0;
    const count = Math.min(into.length - at, this.#plain.length - this.#at);
    into.set(this.#plain.subarray(this.#at, this.#at + count), at);
    this.#at += count;
    return count;
  }

  seek(from: Instant): number {
    let next = 0;
    for (const [i, { firstAt }] of this.frames.entries()) if (i > 0 && firstAt !== undefined && firstAt < from) next = i;
    this.#next = next;
    this.#plain = NOTHING;
    this.#at = 0;
    return this.frames.slice(0, next).reduce((sum, { plainBytes }) => sum + (plainBytes ?? 0), 0);
  }

  close(): void {
    this.#file.close();
    this.#plain = NOTHING;
    this.#next = this.frames.length;
  }

  /** Decompresses the next good frame. False after the last one. */
  #load(): boolean {
    const frame = this.frames[this.#next++];
    if (frame === undefined) return false;
    this.#at = 0;
    this.#plain = NOTHING;
    const bytes = new Uint8Array(Math.min(frame.bytes, this.#file.size));
    this.#file.readAt(frame.offset, bytes, 0, bytes.length);
    try {
      if (bytes.length === 0) throw new RangeError('nothing is left of it');
      // The output comes in one piece of the length in the index, and not in many pieces that have to be joined.
      const chunkSize = Math.max(LEAST_CHUNK_BYTES, Math.min(frame.plainBytes ?? USUAL_FRAME_BYTES, MOST_FRAME_BYTES));
      this.#plain = zstdDecompressSync(bytes, { maxOutputLength: MOST_FRAME_BYTES, chunkSize });
    } catch {
      this.damagedFrames.push(frame);
    }
    return true;
  }
}

/** Finds the frames of a file without an index, or with one that no longer fits. */
function foundFrames(file: FileBytes): readonly Frame[] {
  const rows = readFrameRows(file);
  return rows === undefined ? walkFrames(file) : movedFrames(file, rows);
}
