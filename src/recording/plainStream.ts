import type { Instant } from '../base/instant.ts';
import type { ByteStream, FileBytes } from './byteStream.ts';
import { emptyHead, HEAD_BYTES, HEADER, KEYFRAME, readChunkHead } from './chunk.ts';

/** An uncompressed file. Its chunk heads serve as its index. */
export class PlainStream implements ByteStream {
  readonly lostParts = 0;
  readonly lostTo = undefined;
  readonly #file: FileBytes;
  #position = 0;

  constructor(file: FileBytes) {
    this.#file = file;
  }

  get name(): string {
    return this.#file.name;
  }

  read(into: Uint8Array, at: number): number {
    const count = this.#file.readAt(this.#position, into, at, into.length - at);
    this.#position += count;
    return count;
  }

  /** Goes from head to head to the last keyframe before `from`. It stops at anything that is not a chunk. */
  seek(from: Instant): number {
    const head = emptyHead();
    const bytes = new Uint8Array(HEAD_BYTES);
    const view = new DataView(bytes.buffer);
    let found = 0;
    let at = 0;
    while (this.#file.readAt(at, bytes, 0, HEAD_BYTES) === HEAD_BYTES && readChunkHead(view, 0, head)) {
      if (head.kind !== HEADER && head.firstAt >= from) break;
      if ((head.flags & KEYFRAME) !== 0) found = at;
      at += HEAD_BYTES + head.payloadBytes;
    }
    this.#position = found;
    return found;
  }

  close(): void {
    this.#file.close();
  }
}
