import { closeSync, openSync, writeSync } from 'node:fs';
import { onDisk } from '../../base/diskFault.ts';

const FLUSH_AT = 1 << 16;

/** All files are written from here, so that no buffers pile up until the collector comes by. */
const BYTES = new Uint8Array(2 * FLUSH_AT);
const ENCODER = new TextEncoder();

/** A text file that is written line by line, in pieces. Throws a `Fault` `store` when the disk refuses. */
export class LineFile {
  readonly #path: string;
  #descriptor: number | undefined;
  #text = '';

  constructor(path: string) {
    this.#path = path;
    this.#descriptor = this.#onDisk(() => openSync(path, 'w'));
  }

  line(text: string): void {
    this.#text += `${text}\n`;
    if (this.#text.length >= FLUSH_AT) this.#flush();
  }

  /** Whole lines as bytes, each with its line feed. */
  bytes(lines: Uint8Array): void {
    this.#flush();
    this.#write(lines, lines.length);
  }

  /** Calling it twice does nothing. */
  close(): void {
    if (this.#descriptor === undefined) return;
    this.#flush();
    this.abandon();
  }

  /** Lets go of the file as it is. */
  abandon(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
    this.#descriptor = undefined;
  }

  #flush(): void {
    let text = this.#text;
    this.#text = '';
    while (text !== '') {
      const { read, written } = ENCODER.encodeInto(text, BYTES);
      this.#write(BYTES, written);
      text = text.slice(read);
    }
  }

  #write(bytes: Uint8Array, length: number): void {
    this.#onDisk(() => {
      for (let done = 0; done < length;) done += writeSync(this.#descriptor!, bytes, done, length - done);
    });
  }

  #onDisk<T>(work: () => T): T {
    return onDisk(`${this.#path} can't be written`, work);
  }
}
