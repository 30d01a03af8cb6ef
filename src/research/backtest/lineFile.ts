import { closeSync, openSync, writeSync } from 'node:fs';

const FLUSH_AT = 1 << 16;

/** A text file that is written line by line, in pieces. */
export class LineFile {
  #descriptor: number | undefined;
  #text = '';

  constructor(path: string) {
    this.#descriptor = openSync(path, 'w');
  }

  line(text: string): void {
    this.#text += `${text}\n`;
    if (this.#text.length >= FLUSH_AT) this.#flush();
  }

  /** Calling it twice does nothing. */
  close(): void {
    if (this.#descriptor === undefined) return;
    this.#flush();
    closeSync(this.#descriptor);
    this.#descriptor = undefined;
  }

  #flush(): void {
    const bytes = Buffer.from(this.#text);
    for (let done = 0; done < bytes.length;) done += writeSync(this.#descriptor!, bytes, done);
    this.#text = '';
  }
}
