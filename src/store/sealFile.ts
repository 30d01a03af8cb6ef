import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { assert } from '../base/assert.ts';
import { diskFault, onDisk } from '../base/diskFault.ts';
import { Fault, isFault } from '../base/fault.ts';
import type { Instant } from '../base/instant.ts';
import type { JournalMark } from './journalMark.ts';
import { replaceFile } from './replaceFile.ts';

/** What is known of an account's journal outside of it. */
export interface Sealed extends JournalMark {
  /** The venue's host and the end of the key, for people. */
  readonly venue: string;
  readonly key: string;
  /** The absolute path of the journal. */
  readonly database: string;
  readonly at: Instant;
  /** When the copy was made from which the journal was restored, until it is in line with the venue again. */
  readonly restoredFrom?: Instant | undefined;
  /** Whether a recovery has begun and not ended: what is there is neither the old database nor a whole new one. */
  readonly isRebuilding?: boolean | undefined;
  /** The token of that recovery. */
  readonly rebuild?: string | undefined;
  /** The id of the account whose treasury it is. The seal of an account's journal is named for it. */
  readonly account?: string | undefined;
  /** The SHA-256 of the policy that was last in force, of a treasury. It stays when the database that had the policy is lost. */
  readonly policy?: string | undefined;
  /** The token of the last recovery that it has been through. */
  readonly recovery?: string | undefined;
  /** The number of that one. Not there for 0. */
  readonly recoveries?: number | undefined;
}

/** What people call a sealed database, and the command that rebuilds it. */
export interface SealWords {
  readonly what: string;
  readonly recover: string;
}

export const JOURNAL_WORDS: SealWords = { what: 'journal', recover: 'sluice recover' };

interface Slot {
  readonly turn: number;
  readonly sealed: Sealed;
  /** The checksum of everything before it. */
  readonly sum: string;
}

/** Two slots are written alternately, so that an interrupted write leaves the previous one. Each has room for a path. */
const SLOT_BYTES = 8192;

/**
 * Reads the file. Undefined where there is none. Throws a `Fault`: `journal-incomplete` where it is damaged, `store` where the
 * disk refuses.
 */
export function readSeal(path: string, words: SealWords = JOURNAL_WORDS): Sealed | undefined {
  const bytes = bytesOf(path);
  return bytes && newestOf(bytes, path, words).sealed;
}

/** As `readSeal` does. A file that is damaged says nothing. It stays until `replaceSeal` has put another one in its place, and a copy of it is kept. */
export function knownSeal(path: string): Sealed | undefined {
  try {
    return readSeal(path);
  } catch (error) {
    if (!isFault(error, 'journal-incomplete')) throw error;
    onDisk(`the damaged seal ${path} could not be copied`, () => replaceFile(`${path}.damaged`, readFileSync(path)));
    return undefined;
  }
}

/** Puts a seal in the place of whatever is there, wholly or not at all. It is on the disk before this returns. */
export function replaceSeal(path: string, sealed: Sealed): void {
  const slot = slotOf(0, sealed);
  onDisk(`the seal ${path} could not be written`, () => replaceFile(path, Buffer.concat([slot, slot])));
}

/**
 * The file for one of its writers. More than one process of a machine may write it: the owner of the database, one that was and does not know yet
 * that it is no more, whoever stands by, and a recovery. So what another one has written since is noticed, and the first write after
 * every look fills both slots, of which one late write of another can take one only.
 */
export class SealFile {
  readonly #path: string;
  readonly #words: SealWords;
  #turn = 0;
  /** Its bytes, as they were last looked at or written here. */
  #known: Buffer | undefined;
  #isFirst = true;
  #file: number | undefined;

  constructor(path: string, words: SealWords = JOURNAL_WORDS) {
    this.#path = path;
    this.#words = words;
    this.look();
  }

  /** What it says now. Throws as `readSeal` does. */
  look(): Sealed | undefined {
    this.close();
    this.#known = bytesOf(this.#path);
    const newest = this.#known && newestOf(this.#known, this.#path, this.#words);
    this.#turn = newest?.turn ?? 0;
    this.#isFirst = true;
    return newest?.sealed;
  }

  /** Whether it says what was written here last. */
  isOwn(): boolean {
    return !this.#isFirst && this.isAsKnown();
  }

  /** Whether nobody else has written it since it was last looked at or written here. */
  isAsKnown(): boolean {
    const bytes = bytesOf(this.#path);
    return bytes === undefined || this.#known === undefined ? bytes === this.#known : bytes.equals(this.#known);
  }

  /** With `reachesDisk` it is on the disk before this returns; otherwise the system decides when. */
  write(sealed: Sealed, reachesDisk: boolean): void {
    onDisk(`the seal ${this.#path} could not be written`, () => {
      this.#file ??= openOrMake(this.#path, slotOf(0, sealed));
      for (let slots = this.#isFirst ? 2 : 1; slots > 0; slots--) {
        const turn = this.#turn + 1;
        const [slot, place] = [slotOf(turn, sealed), (turn % 2) * SLOT_BYTES];
        writeSync(this.#file, slot, 0, SLOT_BYTES, place);
        // A write that failed took no turn, or a late one after it would be newer than what another process has sealed meanwhile.
        this.#turn = turn;
        if (reachesDisk) fsyncSync(this.#file);
        if (!this.#isFirst) slot.copy(this.#known!, place);
      }
    });
    if (this.#isFirst) this.#known = bytesOf(this.#path);
    this.#isFirst = false;
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }
}

/** A new file is whole on the disk before it gets its name. */
function openOrMake(path: string, slot: Buffer): number {
  try {
    return openSync(path, 'r+');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  replaceFile(path, Buffer.concat([slot, slot]));
  return openSync(path, 'r+');
}

function slotOf(turn: number, sealed: Sealed): Buffer {
  const text = JSON.stringify({ turn, sealed, sum: sumOf(turn, sealed) });
  const slot = Buffer.alloc(SLOT_BYTES, ' ');
  assert(slot.write(text) === Buffer.byteLength(text) && Buffer.byteLength(text) < SLOT_BYTES, 'a seal must fit into its slot');
  slot[SLOT_BYTES - 1] = 0x0a;
  return slot;
}

function bytesOf(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw diskFault(`the seal ${path} could not be read`, error);
  }
}

function newestOf(bytes: Buffer, path: string, { what, recover }: SealWords): Slot {
  const slots = [0, SLOT_BYTES].flatMap((start) => readSlot(bytes.subarray(start, start + SLOT_BYTES)) ?? []);
  const newest = slots.toSorted((a, b) => b.turn - a.turn)[0];
  if (newest !== undefined) return newest;
  throw new Fault('journal-incomplete', `the seal ${path} is damaged, so that nobody can tell whether the account's ${what} is whole`, {
    suggestion: `put a backup of it in its place, or run \`${recover}\`, which compares the ${what} with the venue and seals it anew`,
  });
}

function readSlot(bytes: Buffer): Slot | undefined {
  try {
    const slot = JSON.parse(bytes.toString()) as Slot;
    return slot.sum === sumOf(slot.turn, slot.sealed) ? slot : undefined;
  } catch {
    return undefined;
  }
}

function sumOf(turn: number, sealed: Sealed): string {
  return createHash('sha256')
    .update(JSON.stringify([turn, sealed]))
    .digest('hex')
    .slice(0, 16);
}
