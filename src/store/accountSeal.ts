import { existsSync } from 'node:fs';
import { present } from '../base/assert.ts';
import type { Clock } from '../base/clock.ts';
import { Fault, type FaultDetails } from '../base/fault.ts';
import { type Instant, isoOf } from '../base/instant.ts';
import type { Session } from './connection.ts';
import type { Database } from './database.ts';
import { hasLived, type JournalMark, markOf, readMark } from './journalMark.ts';
import { JOURNAL_WORDS, readSeal, type Sealed, SealFile, type SealWords } from './sealFile.ts';
import { neverMoved } from './neverMoved.ts';
import { assertNotReopened, makeLive } from './standing.ts';

export interface AccountSealOptions {
  readonly path: string;
  readonly clock: Clock;
  readonly venue: string;
  readonly key: string;
  /** The absolute path of the journal. */
  readonly database: string;
  /** Accepts the journal as whole, since it was rebuilt. */
  readonly isAnew?: boolean | undefined;
  /** Default: those of a journal. */
  readonly words?: SealWords | undefined;
  /** The id of the account, where the file is not named for it. */
  readonly account?: string | undefined;
  /** The hash of the policy in force by the database, of a treasury. Undefined where it has none. */
  readonly policyOf?: ((session: Session, at: Instant) => Promise<string | undefined>) | undefined;
}

/**
 * A small file outside of the state directory that knows which journal an account has and how far it has got. It shows when a
 * journal has lost its end, whatever was lost: the `-wal` file, a part of it, or everything since an old copy was made.
 *
 * It is updated after each commit, so it is never ahead of the disk. Nobody waits for that.
 */
export class AccountSeal {
  readonly #options: AccountSealOptions;
  readonly #words: SealWords;
  readonly #file: SealFile;
  #mark: JournalMark | undefined;
  #isReading = false;
  #policy: string | undefined;

  constructor(options: AccountSealOptions) {
    this.#options = options;
    this.#words = options.words ?? JOURNAL_WORDS;
    this.#file = new SealFile(options.path, this.#words);
  }

  /** The hash of the policy that was last in force, once it was checked or followed. */
  get policy(): string | undefined {
    return this.#policy;
  }

  /**
   * Runs before anything is written. Rejects with `journal-incomplete` unless this is the sealed journal, with everything that
   * was sealed.
   */
  async check(store: Database): Promise<void> {
    const { path, database, isAnew } = this.#options;
    if (isAnew === true) return;
    const words = this.#words;
    await assertNotReopened(store, database, words);
    const sealed = readSeal(path, words);
    if (sealed === undefined) return;
    this.#policy = sealed.policy;
    if (sealed.isRebuilding === true) throw halfRebuilt(database, words);
    if (sealed.restoredFrom !== undefined) throw restoredCopy(sealed, sealed.restoredFrom, database, words);
    const found = await readMark(store);
    if (found === undefined && store.engine === 'postgres' && existsSync(sealed.database)) throw neverMoved(sealed.database, words);
    if (found === undefined || found.journal !== sealed.journal) throw otherJournal(sealed, database, words);
    if (found.changes < sealed.changes || found.epoch < sealed.epoch) throw endIsLost(sealed, found, database, words);
    if (!(await hasLived(store, sealed))) throw otherHistory(sealed, database, words);
  }

  /** Whether it is the seal of this very database. */
  async knows(store: Session): Promise<boolean> {
    const sealed = readSeal(this.#options.path, this.#words);
    return sealed !== undefined && (await readMark(store))?.journal === sealed.journal;
  }

  /** Seals the new life, and from then on each commit. */
  async follow(database: Database): Promise<void> {
    const { isAnew, path, policyOf, clock } = this.#options;
    if (isAnew === true) {
      await makeLive(database);
      // A rebuilt database may have lost what the seal of the old one knows.
      this.#policy = readSeal(path, this.#words)?.policy;
    }
    this.#policy = (await policyOf?.(database, clock.now())) ?? this.#policy;
    this.#mark = await markOf(database);
    this.#write(this.#mark, true);
    database.afterEachWrite(() => {
      // One reading at a time: it covers everything that was committed before its turn came.
      if (this.#isReading) return;
      this.#isReading = true;
      this.#catchUp(database).catch(() => undefined);
    });
  }

  /**
   * For a machine that stands by: seals how far the database has got that another process owns. One that is not as the seal knows it changes
   * nothing: what is read may be a copy of the server that is behind, so that whoever is to own it has to judge. Where the owner runs on this
   * machine too, it has sealed that already, and the seal is left to it.
   */
  async witness(database: Database): Promise<void> {
    const { path, policyOf, clock } = this.#options;
    await this.check(database);
    // What is committed after this may be missing from what is read.
    const at = clock.now();
    const mark = await markOf(database);
    this.#policy = (await policyOf?.(database, at)) ?? this.#policy;
    // Another process of this machine may have sealed something meanwhile.
    const sealed = readSeal(path, this.#words);
    if (sealed !== undefined && !isOlder(sealed, mark)) return;
    const file = new SealFile(path, this.#words);
    try {
      file.write(this.#sealed(mark, at), true);
    } finally {
      file.close();
    }
  }

  /** Seals the end of the journal on the disk. A journal that can't be read any more keeps its seal. */
  async finish(database: Database): Promise<void> {
    try {
      const isReadable = await this.#read(database).then(
        () => true,
        () => false,
      );
      if (isReadable) this.#write(present(this.#mark, 'the mark of the journal'), true);
    } finally {
      this.#file.close();
    }
  }

  close(): void {
    this.#file.close();
  }

  /** A seal that can't be updated stays behind, which is safe. The next commit tries again, and the end reports it. */
  async #catchUp(database: Database): Promise<void> {
    try {
      await this.#read(database);
    } finally {
      this.#isReading = false;
    }
    this.#write(this.#mark!, false);
  }

  async #read(database: Database): Promise<void> {
    // All of it: when another process has gone on with the database, what is counted is that one's.
    this.#mark = await markOf(database);
    const { policyOf, clock } = this.#options;
    this.#policy = (await policyOf?.(database, clock.now())) ?? this.#policy;
  }

  #write(mark: JournalMark, reachesDisk: boolean): void {
    this.#file.write(this.#sealed(mark, this.#options.clock.now()), reachesDisk);
  }

  #sealed(mark: JournalMark, at: Instant): Sealed {
    const { venue, key, database, account } = this.#options;
    const policy = this.#policy;
    const more = { ...(account !== undefined && { account }), ...(policy !== undefined && { policy }) };
    return { venue, key, database, ...mark, at, ...more };
  }
}

function recoverWith({ what, recover }: SealWords): FaultDetails {
  return {
    suggestion:
      'If there is a newer copy of the database, put it back together with its `-wal`. ' +
      `Otherwise run \`${recover}\`: it rebuilds the ${what} from what the venue still shows. Until then nothing is sent.`,
  };
}

function endIsLost(sealed: Sealed, found: JournalMark, database: string, words: SealWords): Fault {
  const missing = sealed.changes - found.changes;
  const what = missing > 0 ? `${missing} of its ${sealed.changes} changes are missing` : 'its last start is missing';
  const message = `the ${words.what} ${database} has lost its end: ${what}; it was whole at ${isoOf(sealed.at)}`;
  return new Fault('journal-incomplete', message, recoverWith(words));
}

/** A rebuild makes changes of its own, so that the count of them says nothing until it has ended. */
function halfRebuilt(database: string, { what, recover }: SealWords): Fault {
  return new Fault('journal-incomplete', `the ${what} ${database} is half rebuilt: its recovery was begun and has not ended`, {
    suggestion: `run \`${recover}\` again: it goes on with what is there. Until then nothing is sent.`,
  });
}

/** A restored copy is never believed to be current, though nothing may have happened since it was made. */
function restoredCopy(sealed: Sealed, restoredFrom: Instant, database: string, { what, recover }: SealWords): Fault {
  const message = `the ${what} ${database} was restored from a backup of ${isoOf(restoredFrom)}: what the account at ${sealed.venue} with key ${sealed.key} did since then is not in it`;
  return new Fault('journal-incomplete', message, {
    suggestion: `run \`${recover}\`: it brings the ${what} in line with what the venue shows. Until then nothing is sent.`,
  });
}

function otherHistory(sealed: Sealed, database: string, words: SealWords): Fault {
  const message = `the ${words.what} ${database} is an older copy that has gone on by itself: what the account did up to ${isoOf(sealed.at)} is not in it`;
  return new Fault('journal-incomplete', message, recoverWith(words));
}

function otherJournal(sealed: Sealed, database: string, words: SealWords): Fault {
  const message = `the database ${database} is not the ${words.what} that the account at ${sealed.venue} with key ${sealed.key} had at ${isoOf(sealed.at)}`;
  return new Fault('journal-incomplete', message, recoverWith(words));
}

/** Whether a seal is of this very journal, a sound one, and of an earlier moment. */
function isOlder({ journal, epoch, changes, isRebuilding, restoredFrom }: Sealed, mark: JournalMark): boolean {
  if (isRebuilding === true || restoredFrom !== undefined || journal !== mark.journal || epoch > mark.epoch) return false;
  return epoch < mark.epoch || changes < mark.changes;
}
