import { existsSync } from 'node:fs';
import { present } from '../base/assert.ts';
import type { Clock } from '../base/clock.ts';
import type { Fault } from '../base/fault.ts';
import type { Instant } from '../base/instant.ts';
import type { Session } from './connection.ts';
import type { Database } from './database.ts';
import { hasLived, type JournalMark, markOf, readMark } from './journalMark.ts';
import { JOURNAL_WORDS, readSeal, type Sealed, SealFile, type SealWords } from './sealFile.ts';
import { neverMoved } from './neverMoved.ts';
import type { OwnedEpoch } from './nextEpoch.ts';
import { overtaken } from './overtaken.ts';
import { markRecovery, readRecovery, SETTLED_AFTER_MS } from './recoveryMark.ts';
import { assertNotReopened, makeLive, readStanding } from './standing.ts';
import { sealFaults } from './sealFaults.ts';
import { withSealLocked } from './withSealLocked.ts';

export interface AccountSealOptions {
  readonly path: string;
  readonly clock: Clock;
  readonly venue: string;
  readonly key: string;
  /** The absolute path of the journal. */
  readonly database: string;
  /** The token of a recovery: accepts the journal as it is, to be rebuilt. It is sealed when that has ended: see `complete`. */
  readonly rebuild?: string | undefined;
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
  #life: OwnedEpoch | undefined;
  /** What was sealed last, or is about to be. Undefined until the life is sealed. */
  #mark: JournalMark | undefined;
  #isReading = false;
  #catchingUp: Promise<void> | undefined;
  #policy: string | undefined;
  /** The token of the last recovery that the database has been through. */
  #recovery: string | undefined;
  /** The number of that one. */
  #recoveries = 0;
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
    if (this.#options.rebuild === undefined) await this.#judge(store);
  }

  /** Answers what is sealed, and whether it has to give way to the recovery that stands for it. */
  async #judge(store: Database): Promise<{ readonly sealed: Sealed | undefined; readonly isRecovered: boolean }> {
    const { database } = this.#options;
    const words = this.#words;
    await assertNotReopened(store, database, words);
    const recovery = await readRecovery(store);
    if (recovery?.at === null) throw sealFaults.halfRebuilt(database, words);
    this.#recovery = recovery?.token;
    this.#recoveries = recovery?.number ?? 0;
    const sealed = this.#file.look();
    if (sealed === undefined) return { sealed, isRecovered: false };
    this.#policy = sealed.policy;
    if (sealed.isRebuilding === true) {
      // It may have ended, with a seal that could not be written any more.
      if (recovery === undefined || recovery.token !== sealed.rebuild) throw sealFaults.halfRebuilt(database, words);
      return { sealed, isRecovered: true };
    }
    if (sealed.restoredFrom !== undefined) throw sealFaults.restoredCopy(sealed, sealed.restoredFrom, database, words);
    const found = await readMark(store);
    if (found === undefined && store.engine === 'postgres' && existsSync(sealed.database)) throw neverMoved(sealed.database, words);
    if (found === undefined || found.journal !== sealed.journal) throw sealFaults.otherJournal(sealed, database, words);
    const loss = await this.#lossOf(store, sealed, found);
    if (loss === undefined) return { sealed, isRecovered: false };
    // One that the seal knows, or an earlier one, says nothing of what was lost after it, whatever a clock says.
    if (recovery === undefined || recovery.number <= (sealed.recoveries ?? 0) || recovery.at < sealed.at) throw loss;
    if (recovery.at > this.#options.clock.now()) throw loss;
    if (recovery.at < sealed.at + SETTLED_AFTER_MS) throw sealFaults.recoveredTooSoon(loss, recovery.at, sealed, words);
    return { sealed, isRecovered: true };
  }

  async #lossOf(store: Database, sealed: Sealed, found: JournalMark): Promise<Fault | undefined> {
    const { database } = this.#options;
    if (found.changes < sealed.changes || found.epoch < sealed.epoch) return sealFaults.endIsLost(sealed, found, database, this.#words);
    return (await hasLived(store, sealed)) ? undefined : sealFaults.otherHistory(sealed, database, this.#words);
  }

  /** Whether it is the seal of this very database. */
  async knows(store: Session): Promise<boolean> {
    const sealed = readSeal(this.#options.path, this.#words);
    return sealed !== undefined && (await readMark(store))?.journal === sealed.journal;
  }

  /** Seals the new life, and from then on each commit. */
  async follow(database: Database, life: OwnedEpoch): Promise<void> {
    this.#life = life;
    this.#recovery = this.#options.rebuild ?? this.#recovery;
    if (this.#options.rebuild === undefined) return this.#begin(database);
    this.#rebuilding = database;
    this.#isTakenBack = (await readStanding(database))?.state === 'reopened';
  }

  /** Begins to change what is rebuilt: from here on no machine is let in until `complete`. */
  async beginRebuild(): Promise<void> {
    const database = present(this.#rebuilding, 'the database that is being rebuilt');
    const sealed = readSeal(this.#options.path, this.#words);
    this.#recoveries = Math.max((await readRecovery(database))?.number ?? 0, sealed?.recoveries ?? 0) + 1;
    await markRecovery(database, { token: present(this.#recovery, 'the token of its recovery'), number: this.#recoveries, at: null });
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
      await markRecovery(session, { token, number: this.#recoveries, at });
    });
    // A rebuilt database may have lost what the seal of the old one knows.
    this.#policy = readSeal(this.#options.path, this.#words)?.policy;
    await this.#begin(database);
  }

  async #begin(database: Database): Promise<void> {
    const { path, clock } = this.#options;
    if (!(await this.#goesOn(database))) throw overtaken();
    await withSealLocked(path, clock, () => {
      this.#file.look();
      this.#write(true);
    });
    database.afterEachWrite(() => {
      // One reading at a time: it covers everything that was committed before its turn came.
      if (this.#isReading) return;
      this.#isReading = true;
      this.#catchingUp = this.#catchUp(database).catch(() => undefined);
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
    const beganAt = clock.now();
    const mark = await markOf(database);
    this.#policy = (await this.#policyIn(database)) ?? this.#policy;
    // A recovery counts from what it knows of, so that no commit of it may be later than the time.
    const at = clock.now();
    if (at - beganAt > MOST_READING_MS) return;
    if (sealed !== undefined && !isRecovered && !isOlder(sealed, mark)) return;
    await withSealLocked(path, clock, () => {
      // Another process of this machine may have sealed something meanwhile.
      if (this.#file.isAsKnown()) this.#file.write(this.#sealed(mark, at), true);
    });
  }

  /** Seals the end of the journal on the disk. A journal that can't be read any more, or was set back, keeps its seal. */
  async finish(database: Database): Promise<void> {
    try {
      // One that was being rebuilt is sealed when it is whole.
      if (this.#mark === undefined) return;
      await this.#catchingUp;
      const isToSeal = await this.#goesOn(database).catch(() => false);
      if (isToSeal) await this.#goOn(true);
    } finally {
      this.#file.close();
    }
  }

  close(): void {
    this.#file.close();
  }

  /** A seal that can't be updated stays behind, which is safe. The next commit tries again, and the end reports it. */
  async #catchUp(database: Database): Promise<void> {
    let isToSeal = false;
    try {
      isToSeal = await this.#goesOn(database);
    } finally {
      this.#isReading = false;
    }
    if (isToSeal) await this.#goOn(false);
  }

  /**
   * Reads how far this life has got. False where the database is that of another life, or has lost what was read in this one: it was set back
   * under its owner, who may not know it yet, or another process owns it. What this life has sealed stays.
   */
  async #goesOn(database: Database): Promise<boolean> {
    const mark = await markOf(database);
    const { epoch, token } = present(this.#life, 'the life that is sealed');
    if (mark.epoch !== epoch || mark.token !== token || mark.changes < (this.#mark?.changes ?? 0)) return false;
    if (this.#mark !== undefined && mark.journal !== this.#mark.journal) return false;
    this.#policy = (await this.#policyIn(database)) ?? this.#policy;
    this.#mark = mark;
    return true;
  }

  #policyIn(database: Database): Promise<string | undefined> {
    const { policyOf, clock } = this.#options;
    return policyOf?.(database, clock.now()) ?? Promise.resolve(undefined);
  }

  /** Another process of this machine may be the owner by now, or rebuild the database. What it has sealed stays, unless it is the same and older. */
  async #goOn(reachesDisk: boolean): Promise<void> {
    if (this.#file.isOwn()) return this.#write(reachesDisk);
    const { path, clock } = this.#options;
    await withSealLocked(path, clock, () => {
      const sealed = this.#file.look();
      if (sealed === undefined || (sealed.recovery === this.#recovery && isOlder(sealed, this.#mark!))) this.#write(reachesDisk);
    });
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
      ...(recovery !== undefined && { recovery, recoveries: this.#recoveries }),
    };
    return { venue, key, database, ...mark, at, ...more };
  }
}

/** What takes longer to be read is not sealed, so that the time of a seal says when its journal was as it says. */
const MOST_READING_MS = 5000;

/** Whether a seal is of this very journal, a sound one, and of an earlier moment. */
function isOlder({ journal, epoch, changes, isRebuilding, restoredFrom }: Sealed, mark: JournalMark): boolean {
  if (isRebuilding === true || restoredFrom !== undefined || journal !== mark.journal || epoch > mark.epoch) return false;
  return epoch < mark.epoch || changes < mark.changes;
}
