import type { ByteStream } from './byteStream.ts';
import { CHUNK_MAGIC, type ChunkHead, emptyHead, HEAD_BYTES, isIntact, readChunkHead } from './chunk.ts';

const BUFFER_BYTES = 128 * 1024;

/** A part of a file that can't be used, in bytes of the uncompressed file. */
export interface SkippedPart {
  readonly offset: number;
  readonly bytes: number;
  readonly what: 'unreadable' | 'missing' | 'incomplete';
}

/**
 * Walks over the intact chunks of a file. It skips what lies between them (flipped bits, missing chunks, a last chunk that was
 * not written to its end). `skipped` reports this at the next chunk or at the end.
 */
export class ChunkReader {
  readonly #stream: ByteStream;
  readonly head: ChunkHead = emptyHead();
  /** What was skipped on the way to this chunk. Undefined when the chunk follows directly on the one before. */
  skipped: SkippedPart | undefined;
  /** The buffer, valid until the next call, and where the payload is in it. */
  bytes = new Uint8Array(BUFFER_BYTES);
  payloadFrom = 0;
  payloadEnd = 0;
  /** Where the chunk begins in the uncompressed file. */
  offset = 0;
  #view = new DataView(this.bytes.buffer);
  /** The first byte in the buffer that has not been looked at. */
  #from = 0;
  #end = 0;
  /** The position of the buffer's first byte in the file. */
  #origin = 0;
  #sequence: number | undefined = 0;
  #isCutOff = false;

  constructor(stream: ByteStream) {
    this.#stream = stream;
  }

  get name(): string {
    return this.#stream.name;
  }

  /** Goes to a position after which all records from `from` on are found. */
  seek(from: number): void {
    this.#origin = this.#stream.seek(from);
    this.#from = 0;
    this.#end = 0;
    this.#sequence = undefined;
  }

  /** Moves to the next intact chunk. False when there is none. */
  next(): boolean {
    this.skipped = undefined;
    const begin = this.#origin + this.#from;
    const { lostParts } = this.#stream;
    let lost: SkippedPart['what'] | undefined;
    for (;;) {
      if (this.#take()) {
        if (lost === undefined && this.#sequence !== undefined && this.head.sequence !== this.#sequence) lost = 'missing';
        if (lost !== undefined) this.skipped = { offset: begin, bytes: this.offset - begin, what: lost };
        this.#sequence = this.head.sequence + 1;
        return true;
      }
      if (this.#available() === 0) break;
      // A chunk that looks cut off may also have a wrong length. Only the end of the file tells which.
      lost = lost ?? (this.#isCutOff ? 'incomplete' : 'unreadable');
      this.#resync();
    }
    if (this.#stream.lostParts > lostParts) lost = 'unreadable';
    if (lost !== undefined) this.skipped = { offset: begin, bytes: this.#origin + this.#from - begin, what: lost };
    return false;
  }

  /** Takes the chunk that begins at the next byte. False when no chunk begins there. */
  #take(): boolean {
    this.#isCutOff = false;
    if (!this.#has(HEAD_BYTES)) {
      this.#isCutOff = this.#available() > 0;
      return false;
    }
    if (!readChunkHead(this.#view, this.#from, this.head)) return false;
    const bytes = HEAD_BYTES + this.head.payloadBytes;
    if (!this.#has(bytes)) {
      this.#isCutOff = true;
      return false;
    }
    if (!isIntact(this.bytes.subarray(this.#from, this.#from + bytes))) return false;
    this.offset = this.#origin + this.#from;
    this.payloadFrom = this.#from + HEAD_BYTES;
    this.payloadEnd = this.#from + bytes;
    this.#from += bytes;
    return true;
  }

  /** Goes to the next position where a chunk may begin. */
  #resync(): void {
    this.#from++;
    while (this.#has(CHUNK_MAGIC.length)) {
      const found = this.#indexOfMagic();
      if (found >= 0) {
        this.#from = found;
        return;
      }
      // The magic may begin in the last three bytes.
      this.#from = this.#end - CHUNK_MAGIC.length + 1;
    }
    this.#from = this.#end;
  }

  #indexOfMagic(): number {
    const { bytes } = this;
    const [first, second, third, fourth] = CHUNK_MAGIC;
    for (let at = bytes.indexOf(first, this.#from); at >= 0 && at + 3 < this.#end; at = bytes.indexOf(first, at + 1)) {
      if (bytes[at + 1] === second && bytes[at + 2] === third && bytes[at + 3] === fourth) return at;
    }
    return -1;
  }

  #available(): number {
    return this.#end - this.#from;
  }

  /** Whether this many bytes come next. Reads them if need be. */
  #has(count: number): boolean {
    if (this.#available() >= count) return true;
    this.#makeRoom(count);
    while (this.#available() < count) {
      const more = this.#stream.read(this.bytes, this.#end);
      if (more === 0) return false;
      this.#end += more;
    }
    return true;
  }

  /** Moves the bytes that were not looked at to the beginning of the buffer. The buffer grows when the chunk needs more room. */
  #makeRoom(count: number): void {
    const from = this.bytes;
    const into = count > from.length ? new Uint8Array(count + BUFFER_BYTES) : from;
    if (into === from) from.copyWithin(0, this.#from, this.#end);
    else into.set(from.subarray(this.#from, this.#end));
    this.bytes = into;
    this.#view = new DataView(into.buffer);
    this.#end -= this.#from;
    this.#origin += this.#from;
    this.#from = 0;
  }
}
