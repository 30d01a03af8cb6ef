import type { Place } from './topic.ts';

/** A run is so long at the most. */
const MOST_RUN = 40;
const SEQUENCE_BYTES = 6;
/** In front of all: where the message stands in the stream. */
const STREAM_BYTES = SEQUENCE_BYTES;
const LETTERS_AND_DIGITS = /^[0-9A-Za-z]+$/;

/**
 * A body with its place in front: room for where it will stand in the stream, in six bytes, the length of the run in one byte, the run, and
 * the number in six; the highest byte comes first. All that is in the message's headers too, but a reader would have to take all of them to
 * pieces, which costs more than the whole book.
 */
export function placedBody({ run, sequence }: Place, content: Uint8Array): Uint8Array {
  const body = Buffer.allocUnsafe(STREAM_BYTES + 1 + run.length + SEQUENCE_BYTES + content.length);
  setStreamSequence(body, 0);
  body[STREAM_BYTES] = run.length;
  body.write(run, STREAM_BYTES + 1, 'latin1');
  const at = body.writeUIntBE(sequence, STREAM_BYTES + 1 + run.length, SEQUENCE_BYTES);
  body.set(content, at);
  return body;
}

/** Writes where a body will stand in the stream. The server refuses the message if it would stand anywhere else. */
export function setStreamSequence(body: Uint8Array, sequence: number): void {
  let rest = sequence;
  for (let i = STREAM_BYTES - 1; i >= 0; i--) {
    body[i] = rest % 256;
    rest = Math.floor(rest / 256);
  }
}

/** Where a placed body stands in the stream. For any other body the number has no meaning. */
export function streamSequenceOf(body: Uint8Array): number {
  return body.length < STREAM_BYTES ? 0 : numberAt(body, 0);
}

/** Reads the places of bodies. The run is nearly always that of the body before, and then no text is made. */
export class PlaceReader {
  #run = '';
  #bytes: Uint8Array = new Uint8Array();

  /** Undefined for a body that has no place. */
  read(body: Uint8Array): { readonly place: Place; readonly content: Uint8Array } | undefined {
    const length = body[STREAM_BYTES] ?? 0;
    const end = STREAM_BYTES + 1 + length;
    if (length === 0 || length > MOST_RUN || body.length < end + SEQUENCE_BYTES) return undefined;
    if (!this.#isRun(body, length)) {
      const bytes = body.slice(STREAM_BYTES + 1, end);
      const run = Buffer.from(bytes).toString('latin1');
      if (!LETTERS_AND_DIGITS.test(run)) return undefined;
      this.#run = run;
      this.#bytes = bytes;
    }
    return { place: { run: this.#run, sequence: numberAt(body, end) }, content: body.subarray(end + SEQUENCE_BYTES) };
  }

  #isRun(body: Uint8Array, length: number): boolean {
    const bytes = this.#bytes;
    if (bytes.length !== length) return false;
    for (let i = 0; i < length; i++) if (bytes[i] !== body[STREAM_BYTES + 1 + i]) return false;
    return true;
  }
}

function numberAt(body: Uint8Array, from: number): number {
  let number = 0;
  for (let i = from; i < from + SEQUENCE_BYTES; i++) number = number * 256 + body[i]!;
  return number;
}
