import { randomBytes } from 'node:crypto';
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
import { markRecovery, readRecovery, SETTLED_AFTER_MS } from './recoveryMark.ts';
import { assertNotReopened, makeLive, readStanding } from './standing.ts';
import { withSealLocked } from './withSealLocked.ts';

export interface AccountSealOptions {
  readonly path: string;
  readonly clock: Clock;
  readonly venue: string;
  readonly key: string;
  /** The absolute path of the journal. */
  readonly database: string;
  /** Accepts the journal as it is, to be rebuilt. It is sealed when that has ended: see `complete`. */
  readonly isToRebuild?: boolean | undefined;
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
  /** The token of the last recovery that the database has been through. */
  #recovery: string | undefined;
  /** The database, while it is being rebuilt. */
  #rebuilding: Database | undefined;
  #isTakenBack = false;

  constructor(options: AccountSealOptions) {
    this.#options = options;
    this.#words = options.words ?? JOURNAL_WORDS;
    this.#file = new SealFile(options.path, this.#words);
  }

  /** The hash of the policy that was last in force, once it was checked or followed. */
  get policy(): string | undefined {
    return this.#policy;
  }

  /** Whether what is being rebuilt was taken back from a store that is lost: another machine may have been the owner of that one. */
  get isTakenBack(): boolean {
    return this.#isTakenBack;
  }

  /**
   * Runs before anything is written. Rejects with `journal-incomplete` unless this is the sealed journal, with everything that
   * was sealed, or one that was recovered since.
   */
  async check(store: Database): Promise<void> {
    if (this.#options.isToRebuild !== true) await this.#judge(store);
  }

  /** Answers what is sealed, and whether it has to give way to the recovery that stands for it. */
  async #judge(store: Database): Promise<{ readonly sealed: Sealed | undefined; readonly isRecovered: boolean }> {
    const { database } = this.#options;
    const words = this.#words;
    await assertNotReopened(store, database, words);
    const recovery = await readRecovery(store);
    if (recovery?.at === null) throw halfRebuilt(database, words);
    this.#recovery = recovery?.token;
    const sealed = this.#file.look();
    if (sealed === undefined) return { sealed, isRecovered: false };
    this.#policy = sealed.policy;
    if (sealed.isRebuilding === true) throw halfRebuilt(database, words);
    if (sealed.restoredFrom !== undefined) throw restoredCopy(sealed, sealed.restoredFrom, database, words);
    const found = await readMark(store);
    if (found === undefined && store.engine === 'postgres' && existsSync(sealed.database)) throw neverMoved(sealed.database, words);
    if (found === undefined || found.journal !== sealed.journal) throw otherJournal(sealed, database, words);
    const loss = await this.#lossOf(store, sealed, found);
    if (loss === undefined) return { sealed, isRecovered: false };
    if (recovery === undefined || recovery.token === sealed.recovery) throw loss;
    if (recovery.at < sealed.at + SETTLED_AFTER_MS) throw recoveredTooSoon(loss, recovery.at, sealed, words);
    return { sealed, isRecovered: true };
  }

  async #lossOf(store: Database, sealed: Sealed, found: JournalMark): Promise<Fault | undefined> {
    const { database } = this.#options;
    if (found.changes < sealed.changes || found.epoch < sealed.epoch) return endIsLost(sealed, found, database, this.#words);
    return (await hasLived(store, sealed)) ? undefined : otherHistory(sealed, database, this.#words);
  }

  /** Whether it is the seal of this very database. */
  async knows(store: Session): Promise<boolean> {
    const sealed = readSeal(this.#options.path, this.#words);
    return sealed !== undefined && (await readMark(store))?.journal === sealed.journal;
  }

  /** Seals the new life, and from then on each commit. A life that rebuilds the database tells other machines so. */
  async follow(database: Database): Promise<void> {
    if (this.#options.isToRebuild !== true) return this.#begin(database);
    this.#rebuilding = database;
    this.#isTakenBack = (await readStanding(database))?.state === 'reopened';
    this.#recovery = randomBytes(8).toString('hex');
    await markRecovery(database, { token: this.#recovery, at: null });
  }

  /**
   * Ends the rebuild, which has asked the venue from `at` on, and seals the database. Whatever a seal of another machine knows that was settled by
   * then, it has found.
   */
  async complete(at: Instant): Promise<void> {
    const database = present(this.#rebuilding, 'the database that is being rebuilt');
    const token = present(this.#recovery, 'the token of its recovery');
    await database.transaction(async (session) => {
      await makeLive(session);
      await markRecovery(session, { token, at });
    });
    // A rebuilt database may have lost what the seal of the old one knows.
    this.#policy = readSeal(this.#options.path, this.#words)?.policy;
    await this.#begin(database);
  }

  async #begin(database: Database): Promise<void> {
    const { path, clock } = this.#options;
    await this.#read(database);
    await withSealLocked(path, clock, () => {
      this.#file.look();
      this.#write(true);
    });
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
    const { path, clock } = this.#options;
    const { sealed, isRecovered } = await this.#judge(database);
    // What is committed after this may be missing from what is read.
    const at = clock.now();
    const mark = await this.#read(database);
    if (clock.now() - at > MOST_READING_MS) return;
    if (sealed !== undefined && !isRecovered && !isOlder(sealed, mark)) return;
    await withSealLocked(path, clock, () => {
      // Another process of this machine may have sealed something meanwhile.
      if (this.#file.isAsKnown()) this.#file.write(this.#sealed(mark, at), true);
    });
  }

  /** Seals the end of the journal on the disk. A journal that can't be read any more keeps its seal. */
  async finish(database: Database): Promise<void> {
    try {
      // One that was being rebuilt is sealed when it is whole.
      if (this.#mark === undefined) return;
      const isReadable = await this.#read(database).then(
        () => true,
        () => false,
      );
      if (isReadable) this.#goOn(true);
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
    this.#goOn(false);
  }

  async #read(database: Database): Promise<JournalMark> {
    // All of it: when another process has gone on with the database, what is counted is that one's.
    this.#mark = await markOf(database);
    const { policyOf, clock } = this.#options;
    this.#policy = (await policyOf?.(database, clock.now())) ?? this.#policy;
    return this.#mark;
  }

  /** Another process of this machine may be the owner by now, or rebuild the database. What it has sealed stays, unless it is the same and older. */
  #goOn(reachesDisk: boolean): void {
    if (!this.#file.isOwn()) {
      const sealed = this.#file.look();
      if (sealed !== undefined && (sealed.recovery !== this.#recovery || !isOlder(sealed, this.#mark!))) return;
    }
    this.#write(reachesDisk);
  }

  #write(reachesDisk: boolean): void {
    this.#file.write(this.#sealed(this.#mark!, this.#options.clock.now()), reachesDisk);
  }

  #sealed(mark: JournalMark, at: Instant): Sealed {
    const { venue, key, database, account } = this.#options;
    const [policy, recovery] = [this.#policy, this.#recovery];
    const more = {
      ...(account !== undefined && { account }),
      ...(policy !== undefined && { policy }),
      ...(recovery !== undefined && { recovery }),
    };
    return { venue, key, database, ...mark, at, ...more };
  }
}

/** What takes longer to be read is not sealed, so that the time of a seal says when its journal was as it says. */
const MOST_READING_MS = 5000;

function recoverWith({ what, recover }: SealWords): FaultDetails {
  return {
    suggestion:
      'if there is a newer copy of the database, put it back together with its `-wal`; ' +
      `otherwise run \`${recover}\`: it rebuilds the ${what} from what the venue still shows; until then nothing is sent`,
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
    suggestion: `run \`${recover}\` again: it goes on with what is there; until then nothing is sent`,
  });
}

/** A restored copy is never believed to be current, though nothing may have happened since it was made. */
function restoredCopy(sealed: Sealed, restoredFrom: Instant, database: string, { what, recover }: SealWords): Fault {
  const message = `the ${what} ${database} was restored from a backup of ${isoOf(restoredFrom)}: what the account at ${sealed.venue} with key ${sealed.key} did since then is not in it`;
  return new Fault('journal-incomplete', message, {
    suggestion: `run \`${recover}\`: it brings the ${what} in line with what the venue shows; until then nothing is sent`,
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

/** What was sent shortly before the venue was read may not have been shown yet. Clocks of machines may also differ. */
function recoveredTooSoon(loss: Fault, at: Instant, sealed: Sealed, words: SealWords): Fault {
  const message = `${loss.message}; it was recovered since, and the venue was read from ${isoOf(at)} on, which is not yet ${SETTLED_AFTER_MS / 1000} s after ${isoOf(sealed.at)}`;
  return new Fault('journal-incomplete', message, {
    suggestion: `run \`${words.recover}\` here too: it asks the venue once more; until then nothing is sent`,
  });
}

/** Whether a seal is of this very journal, a sound one, and of an earlier moment. */
function isOlder({ journal, epoch, changes, isRebuilding, restoredFrom }: Sealed, mark: JournalMark): boolean {
  if (isRebuilding === true || restoredFrom !== undefined || journal !== mark.journal || epoch > mark.epoch) return false;
  return epoch < mark.epoch || changes < mark.changes;
}
