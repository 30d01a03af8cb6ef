import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Fault, messageOf } from '../base/fault.ts';
import { CHUNK_HEAD_BYTES, chunkHeadOf, PART_HEADER, unpackedChunk } from './sessionChunk.ts';
import { SessionDecoder, type SessionStep } from './sessionDecoder.ts';
import { readEnding } from './sessionEnding.ts';
import { partsOf } from './sessionParts.ts';

/** The place from which on a session can't be read. */
export interface Tear {
  readonly part: string;
  /** The position of the unreadable place in its part. */
  readonly offset: number;
  /** How many bytes there are from that place to the end of the session. */
  readonly lostBytes: number;
  readonly reason: string;
}

/**
 * Reads the steps of a session in order, chunk by chunk, so that memory does not grow with it. Reading stops at the end, or at
 * the first place that can't be read: later events are of no use to an engine that has not seen all earlier ones.
 */
export class SessionReader {
  readonly #folder: string;
  readonly #parts: readonly string[];
  /** The bytes of all parts together. `readBytes` are those read so far. */
  readonly totalBytes: number;
  readBytes = 0;
  #tear: Tear | undefined;
  #events = 0;

  constructor(folder: string) {
    this.#folder = folder;
    this.#parts = partsOf(folder);
    this.totalBytes = this.#parts.reduce((sum, part) => sum + statSync(join(folder, part)).size, 0);
  }

  /** Set when reading stopped before the end of the session. */
  get tear(): Tear | undefined {
    return this.#tear;
  }

  *steps(): Generator<SessionStep> {
    const decoder = new SessionDecoder();
    for (const part of this.#parts) {
      decoder.reset();
      for (const { raw, offset } of this.#chunks(part)) {
        try {
          yield* this.#inOrder(decoder.steps(raw));
        } catch (error) {
          this.#tornAt(part, offset, messageOf(error));
        }
        if (this.#tear !== undefined) return;
      }
      if (this.#tear !== undefined) return;
    }
    this.#compareWithEnding();
  }

  /** Events are numbered from 0. Without this check, a part that is missing or from another session would go unnoticed. */
  *#inOrder(steps: Iterable<SessionStep>): Generator<SessionStep> {
    for (const step of steps) {
      const { sequence } = step.event;
      const next = this.#events;
      if (sequence > next) throw new Fault('store', `the events from ${next} to ${sequence - 1} are missing before it`);
      if (sequence < next) throw new Fault('store', `event ${sequence} comes a second time, after event ${next - 1}`);
      this.#events++;
      yield step;
    }
  }

  /** An orderly end says how many events there were. Without this check, events missing at the end would go unnoticed. */
  #compareWithEnding(): void {
    const ending = readEnding(this.#folder);
    const [events, part] = [ending?.how === 'ended' ? ending.events : undefined, this.#parts.at(-1)];
    if (events === undefined || events <= this.#events) return;
    const offset = part === undefined ? 0 : statSync(join(this.#folder, part)).size;
    this.#tornAt(part ?? 'the first part', offset, `${events - this.#events} of ${events} events are missing`);
  }

  *#chunks(part: string): Generator<{ readonly raw: Uint8Array; readonly offset: number }> {
    const file = openSync(join(this.#folder, part), 'r');
    try {
      const header = read(file, 0, PART_HEADER.length);
      if (!Buffer.from(PART_HEADER).equals(header)) {
        this.#tornAt(part, 0, 'it does not begin as a part of a session');
        return;
      }
      this.readBytes += header.length;
      for (let offset = header.length; ;) {
        const head = read(file, offset, CHUNK_HEAD_BYTES);
        if (head.length === 0) return;
        const chunk = head.length === CHUNK_HEAD_BYTES ? chunkHeadOf(head) : undefined;
        const body = chunk && read(file, offset + CHUNK_HEAD_BYTES, chunk.bytes);
        const raw = chunk && body?.length === chunk.bytes ? unpackedChunk(body, chunk.crc) : undefined;
        if (raw === undefined) {
          this.#tornAt(
            part,
            offset,
            chunk !== undefined && body?.length === chunk.bytes
              ? 'its checksum is wrong, or it unpacks to more than a chunk holds'
              : 'it is cut off',
          );
          return;
        }
        yield { raw, offset };
        const length = CHUNK_HEAD_BYTES + chunk!.bytes;
        this.readBytes += length;
        offset += length;
      }
    } finally {
      closeSync(file);
    }
  }

  #tornAt(part: string, offset: number, reason: string): void {
    this.#tear ??= { part, offset, lostBytes: this.totalBytes - this.readBytes, reason };
  }
}

/** Throws a `Fault` `not-found` when not even the first event can be read. */
export function assertReadable(folder: string): void {
  const reader = new SessionReader(folder);
  const steps = reader.steps();
  const isEmpty = steps.next().done === true;
  steps.return(undefined);
  if (!isEmpty) return;
  const why =
    reader.tear === undefined ? 'nothing was written to it yet' : `${reader.tear.part}, byte ${reader.tear.offset}: ${reader.tear.reason}`;
  throw new Fault('not-found', `no event of session ${basename(folder)} can be read: ${why}`, { suggestion: 'name another session' });
}

/** Reads at most this many bytes of a file. */
function read(file: number, position: number, length: number): Buffer {
  // A damaged length must not ask for more memory than the file has bytes.
  const bytes = Buffer.alloc(Math.min(length, Math.max(0, fstatSync(file).size - position)));
  let filled = 0;
  while (filled < bytes.length) {
    const got = readSync(file, bytes, filled, bytes.length - filled, position + filled);
    if (got === 0) break;
    filled += got;
  }
  return bytes.subarray(0, filled);
}
