import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { onDisk } from '../base/diskFault.ts';
import type { Instant } from '../base/instant.ts';

/** The uncompressed bytes of one file, from any position on. */
export interface ByteStream {
  /** The name that messages use. */
  readonly name: string;
  /** Reads on, at most to the end of `into`. Returns how many bytes came; 0 at the end of the file. */
  read(into: Uint8Array, at: number): number;
  /** Goes to a position after which all records from `from` on are found, and returns it. */
  seek(from: number): number;
  /** How many parts could not be decompressed and were left out so far. */
  readonly lostParts: number;
  /** The time of the last record in the last part that was left out, when it is known. */
  readonly lostTo: Instant | undefined;
  close(): void;
}

/** A file, read in pieces. */
export class FileBytes {
  readonly name: string;
  readonly size: number;
  #descriptor: number | undefined;

  constructor(path: string) {
    this.name = path;
    this.#descriptor = openSync(path, 'r');
    this.size = fstatSync(this.#descriptor).size;
  }

  /** Reads from a position. Fewer bytes than asked for come only at the end of the file. */
  readAt(position: number, into: Uint8Array, at: number, length: number): number {
    if (this.#descriptor === undefined) return 0;
    let count = 0;
    while (count < length) {
      const more = this.#read(this.#descriptor, into, at + count, length - count, position + count);
      if (more === 0) break;
      count += more;
    }
    return count;
  }

  /** A failing disk is reported as such: it is neither a fault of the program nor damage to the recording. */
  #read(descriptor: number, into: Uint8Array, at: number, length: number, position: number): number {
    return onDisk(`${this.name} can't be read`, () => readSync(descriptor, into, at, length, position));
  }

  close(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
    this.#descriptor = undefined;
  }
}
