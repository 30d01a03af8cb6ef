import type { Place } from './topic.ts';

/** A run is so long at the most. */
const MOST_RUN = 40;
const SEQUENCE_BYTES = 6;
const LETTERS_AND_DIGITS = /^[0-9A-Za-z]+$/;

/**
 * A body with its place in front: the length of the run in one byte, the run, and the number in six, the highest first. It is the place of
 * the message's id, but to read that a reader would have to take all headers to pieces, which costs more than the whole book.
 */
export function placedBody({ run, sequence }: Place, content: Uint8Array): Uint8Array {
  const body = Buffer.allocUnsafe(1 + run.length + SEQUENCE_BYTES + content.length);
  body[0] = run.length;
  body.write(run, 1, 'latin1');
  const at = body.writeUIntBE(sequence, 1 + run.length, SEQUENCE_BYTES);
  body.set(content, at);
  return body;
}

/** Reads the places of bodies. The run is nearly always that of the body before, and then no text is made. */
export class PlaceReader {
  #run = '';
  #bytes: Uint8Array = new Uint8Array();

  /** Undefined for a body that has no place. */
  read(body: Uint8Array): { readonly place: Place; readonly content: Uint8Array } | undefined {
    const length = body[0] ?? 0;
    const end = 1 + length;
    if (length === 0 || length > MOST_RUN || body.length < end + SEQUENCE_BYTES) return undefined;
    if (!this.#isRun(body, length)) {
      const bytes = body.slice(1, end);
      const run = Buffer.from(bytes).toString('latin1');
      if (!LETTERS_AND_DIGITS.test(run)) return undefined;
      this.#run = run;
      this.#bytes = bytes;
    }
    let sequence = 0;
    for (let i = end; i < end + SEQUENCE_BYTES; i++) sequence = sequence * 256 + body[i]!;
    return { place: { run: this.#run, sequence }, content: body.subarray(end + SEQUENCE_BYTES) };
  }

  #isRun(body: Uint8Array, length: number): boolean {
    const bytes = this.#bytes;
    if (bytes.length !== length) return false;
    for (let i = 0; i < length; i++) if (bytes[i] !== body[i + 1]) return false;
    return true;
  }
}
