import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Clock } from '../base/clock.ts';
import { type Instant, isoOf } from '../base/instant.ts';
import type { AuditNote, AuditRow } from '../model/audit.ts';
import type { MoveKind } from '../model/move.ts';
import { type AddressBook, createAddressBook } from './addressBook.ts';
import { audit, auditHead, auditRows, latestAuditAt } from './auditLog.ts';
import type { Database } from './database.ts';
import { assertMigrated, migrate } from './migrate.ts';
import { createMoveLog, IS_OPEN, type MoveLog } from './moveLog.ts';
import { IN_MEMORY, openDatabase } from './openDatabase.ts';
import { keepToOwner } from './ownFile.ts';
import { createPolicyLog, type PolicyLog } from './policyLog.ts';
import { takeProcessLock } from './processLock.ts';
import { createScheduleLog, type ScheduleLog } from './scheduleLog.ts';
import { storeFault } from './storeFault.ts';
import { TREASURY_MIGRATIONS } from './treasuryMigrations.ts';

/** What the treasury keeps over a restart, in one sqlite database with one writer. */
export interface TreasuryStore {
  readonly moves: MoveLog;
  readonly book: AddressBook;
  readonly policies: PolicyLog;
  readonly schedules: ScheduleLog;
  /** Adds a row to the audit log that goes with no other change. */
  note(at: Instant, note: AuditNote): Promise<void>;
  /** Rows of the audit log after a number, oldest first. */
  auditRows(after: number, limit: number): Promise<readonly AuditRow[]>;
  auditHead(): Promise<AuditRow | undefined>;
  /** The latest time of any row of the audit log. */
  latestAuditAt(): Promise<Instant | undefined>;
  /**
   * Notes that this is a copy of an earlier time, and marks the moves that are open in it. From then on nothing more is sent of them: they
   * may have been sent after the copy was made.
   */
  markRestored(at: Instant, backedUpAt: Instant): Promise<void>;
  /**
   * Marks the open moves of these kinds in the same way: the journal of their account was rebuilt, and may have lost that they were sent.
   * Answers how many there are.
   */
  holdOpen(kinds: readonly MoveKind[], at: Instant, evidence: string): Promise<number>;
  /** When it was last restored. Undefined where it never was. */
  restoredAt(): Promise<Instant | undefined>;
  /** May be called twice. */
  close(): Promise<void>;
}

export interface TreasuryStoreOptions {
  /** A file, or `:memory:`. Its folder is made when it does not exist. */
  readonly path: string;
  readonly clock: Clock;
  /** `owner`, the default, is the one that may write. `read` works beside an owner and after a crash; its writes are refused. */
  readonly access?: 'owner' | 'read' | undefined;
}

/**
 * Opens the treasury's store. An owner brings its schema up to date. Rejects with `daemon-running` while another process owns it, with
 * `not-found` when there is nothing to read, else as `openStore` does.
 */
export function openTreasuryStore(options: TreasuryStoreOptions): Promise<TreasuryStore> {
  return options.clock.track(options.access === 'read' ? openToRead(options) : openOwned(options));
}

async function openToRead({ path, clock }: TreasuryStoreOptions): Promise<TreasuryStore> {
  const database = await openDatabase({ path, clock, access: 'read' });
  try {
    await assertMigrated(database, TREASURY_MIGRATIONS);
  } catch (error) {
    await database.close();
    throw error;
  }
  return storeOn(database, async () => {}, true);
}

async function openOwned({ path, clock }: TreasuryStoreOptions): Promise<TreasuryStore> {
  if (path !== IN_MEMORY) makeFolder(dirname(path));
  const lock = path === IN_MEMORY ? undefined : await takeProcessLock(path, clock, 'the treasury');
  let database: Database | undefined;
  try {
    if (path !== IN_MEMORY) keepToOwner(path);
    database = await openDatabase({ path, clock, access: 'write' });
    await migrate(database, TREASURY_MIGRATIONS, { path, clock });
    return storeOn(database, async () => lock?.release());
  } catch (error) {
    await database?.close();
    await lock?.release();
    throw error;
  }
}

function storeOn(database: Database, release: () => Promise<void>, isReader = false): TreasuryStore {
  return {
    moves: createMoveLog(database, isReader),
    book: createAddressBook(database),
    policies: createPolicyLog(database),
    schedules: createScheduleLog(database),
    note: (at, note) => database.transaction((session) => audit(session, at, note)),
    auditRows: (after, limit) => auditRows(database, after, limit),
    auditHead: () => auditHead(database),
    latestAuditAt: () => latestAuditAt(database),
    markRestored: (at, backedUpAt) =>
      database.transaction(async (session) => {
        await session.run('INSERT INTO restored(at, backed_up_at) VALUES (?, ?)', at, backedUpAt);
        await session.run(`UPDATE move SET of_backup = 1 WHERE ${IS_OPEN}`);
        const evidence = `from a backup of ${isoOf(backedUpAt)}`;
        await audit(session, at, { who: 'sluice', what: 'treasury.restored', subject: '', before: '', after: '', evidence });
      }),
    holdOpen: (kinds, at, evidence) =>
      database.transaction(async (session) => {
        const places = kinds.map(() => '?').join(', ');
        const held = await session.run(`UPDATE move SET of_backup = 1 WHERE ${IS_OPEN} AND kind IN (${places})`, ...kinds);
        await audit(session, at, { who: 'sluice', what: 'treasury.held', subject: kinds.join(' '), before: '', after: '', evidence });
        return held;
      }),
    restoredAt: async () => (await database.get<{ at: Instant | null }>('SELECT max(at) AS at FROM restored'))?.at ?? undefined,
    close: async () => {
      await database.close();
      await release();
    },
  };
}

function makeFolder(folder: string): void {
  try {
    if (!existsSync(folder)) mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw storeFault(`the folder ${folder} could not be made`, error);
  }
}
