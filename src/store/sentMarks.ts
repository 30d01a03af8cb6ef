import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { hash } from 'node:crypto';
import type { Instant } from '../base/instant.ts';
import type { OwnedEpoch } from './nextEpoch.ts';
import { IN_MEMORY } from './openDatabase.ts';
import { storeFault } from './storeFault.ts';

/** What the previous owner had marked. */
export interface PastMarks {
  /** The life of that owner. */
  readonly epoch: number;
  readonly token: string;
  sentAt(id: string): Instant | undefined;
}

/**
 * More requests than can leave within a request's time limit at the fastest configurable rate. So marks of requests that are
 * still being sent at the end of a life are never overwritten.
 */
const SLOTS = 32_768;
const HEAD_BYTES = 96;
const HASH_CHARS = 32;
const TIME_CHARS = 14;
const SLOT_BYTES = HASH_CHARS + TIME_CHARS + 2;
/** No file has this number, so a write to it fails. */
const CLOSED = -1;
const BOOT_ID = '/proc/sys/kernel/random/boot_id';

/**
 * Notes right before a request's first byte that it may leave from now on. It is a ring in a file beside the database, written
 * without a flush. Such a write is lost with the machine, but not with the process. So while the machine runs, a row in `sending`
 * without a mark was never given to a socket (docs/decisions/0020-a-mark-before-the-first-byte.md).
 */
export class SentMarks {
  readonly #pending = new Map<string, Instant>();
  readonly #slot = Buffer.alloc(SLOT_BYTES);
  readonly #path: string;
  readonly #assertOwned: () => void;
  #file: number | undefined;
  #next = 0;

  /** Begins anew for the owner of this life. `assertOwned` throws when it may be so no more. A database in memory has no file, since what it knows is lost with its process. */
  constructor(databasePath: string, { epoch, token }: OwnedEpoch, assertOwned: () => void = () => undefined) {
    this.#assertOwned = assertOwned;
    this.#path = fileOf(databasePath);
    if (databasePath === IN_MEMORY) return;
    try {
      // A new file, since a process that was overtaken goes on writing into the old one.
      rmSync(this.#path, { force: true });
      this.#file = openSync(this.#path, 'wx', 0o600);
      writeSync(this.#file, `sluice sent-marks 2 ${bootId() ?? 'unknown'} ${epoch} ${token}`.padEnd(HEAD_BYTES - 1) + '\n');
    } catch (error) {
      throw storeFault(`the marks ${this.#path} could not be opened`, error);
    }
  }

  /** Throws a `Fault`, `not-sent`, when the note could not be made or the database may be another process's by now. Then nothing may be sent. */
  mark(id: string, at: Instant): void {
    this.#assertOwned();
    this.#pending.set(id, at);
    if (this.#file === undefined) return;
    this.#slot.write(`${nameOf(id)} ${String(at).padStart(TIME_CHARS)}\n`, 'latin1');
    try {
      writeSync(this.#file, this.#slot, 0, SLOT_BYTES, HEAD_BYTES + this.#next * SLOT_BYTES);
    } catch (error) {
      throw storeFault(`the marks ${this.#path} could not be written`, error, { outcome: 'not-sent' });
    }
    this.#next = (this.#next + 1) % SLOTS;
  }

  /** When the intent was marked. */
  sentAt(id: string): Instant | undefined {
    return this.#pending.get(id);
  }

  /** From here on the journal says when it was sent. */
  forget(id: string): void {
    this.#pending.delete(id);
  }

  /** From here on nothing can be marked. */
  close(): void {
    if (this.#file === undefined || this.#file === CLOSED) return;
    closeSync(this.#file);
    this.#file = CLOSED;
  }
}

/** Undefined where a missing mark proves nothing: there is no file, it is of an earlier version, or the machine was restarted since. Whose it is, its life says. */
export function readSentMarks(databasePath: string): PastMarks | undefined {
  if (databasePath === IN_MEMORY) return undefined;
  let text: string;
  try {
    text = readFileSync(fileOf(databasePath), 'latin1');
  } catch {
    return undefined;
  }
  const head = /^sluice sent-marks 2 (\S+) (\d+) (\S+) *\n/.exec(text.slice(0, HEAD_BYTES));
  const boot = bootId();
  if (head === null || boot === undefined || head[1] !== boot) return undefined;
  const marks = new Map<string, Instant>();
  for (let at = HEAD_BYTES; at + SLOT_BYTES <= text.length; at += SLOT_BYTES) {
    marks.set(text.slice(at, at + HASH_CHARS), Number(text.slice(at + HASH_CHARS, at + SLOT_BYTES)));
  }
  return { epoch: Number(head[2]), token: head[3]!, sentAt: (id) => marks.get(nameOf(id)) };
}

/** Identifies the start of the machine. Only Linux gives it in a file. */
function bootId(): string | undefined {
  try {
    return readFileSync(BOOT_ID, 'latin1').trim();
  } catch {
    return undefined;
  }
}

function fileOf(databasePath: string): string {
  return `${databasePath}.sent`;
}

/** Ids may have any length; their names in the file may not. */
function nameOf(id: string): string {
  return hash('sha256', id, 'hex').slice(0, HASH_CHARS);
}
