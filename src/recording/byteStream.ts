import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { onDisk } from '../base/diskFault.ts';
import type { Instant } from '../base/instant.ts';

/** The bytes of one file as they were before it was compressed, from any place on. */
export interface ByteStream {
  /** For messages. */
  readonly name: string;
  /** Reads on, at most until the end of `into`, and says how many bytes came; 0 at the end. */
  read(into: Uint8Array, at: number): number;
  /** Goes to a place from which the file can be read that has all records from an instant on, and says which it is. */
  seek(from: number): number;
  /** Parts that could not be decompressed and were left out so far. */
  readonly lostParts: number;
  /** The last record of the last part that was left out, where it is known. */
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

  /** Reads from a place on; fewer bytes than asked for at the end of the file only. */
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

  /** A disk that fails is no fault of the program, and no damage of the recording. */
  #read(descriptor: number, into: Uint8Array, at: number, length: number, position: number): number {
    return onDisk(`${this.name} can't be read`, () => readSync(descriptor, into, at, length, position));
  }

  close(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
    this.#descriptor = undefined;
  }
}
