import { type Instant, isoOf } from '../base/instant.ts';
import type { AuditNote, AuditRow } from '../model/audit.ts';
import type { MoveKind } from '../model/move.ts';
import type { AccountIdentity } from './accountDatabase.ts';
import { type AddressBook, createAddressBook } from './addressBook.ts';
import { audit, type AuditRange, auditHead, auditRows, latestAuditAt } from './auditLog.ts';
import type { AccountSeal } from './accountSeal.ts';
import { assertOwnTreasury } from './assertOwnTreasury.ts';
import { beginTreasuryLife } from './beginTreasuryLife.ts';
import type { Database } from './database.ts';
import { assertMigrated } from './migrate.ts';
import { createMoveLog, IS_OPEN, type MoveLog } from './moveLog.ts';
import { createPolicyLog, type PolicyLog } from './policyLog.ts';
import { readDatabase } from './readDatabase.ts';
import { createScheduleLog, type ScheduleLog } from './scheduleLog.ts';
import { assertLive } from './standing.ts';
import type { StoreOptions } from './storeOptions.ts';
import { TREASURY_MIGRATIONS } from './treasuryMigrations.ts';

/** What a recovery knows of the database that it has found. */
export interface RecoveryMark {
  readonly wholeAt: Instant | undefined;
  readonly coolingMs: number;
  readonly evidence: string;
}

/** What the treasury keeps over a restart, with one writer: in one sqlite database, or in one schema of a Postgres. */
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
  /** The latest time of any row of the audit log, or of any from the last row of one kind on. */
  latestAuditAt(range?: Pick<AuditRange, 'since'>): Promise<Instant | undefined>;
  /** The same, without the rows that restoring and recovering have added: until then nothing can be missing of an old copy. */
  latestWorkAt(): Promise<Instant | undefined>;
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
  /**
   * Notes that this database has lost its end, and marks all that is uncertain: of the moves that are open in it nothing more is sent, and every
   * entry of the address book cools anew, since it may have been removed. Answers how many moves and entries there are.
   */
  markRecovered(at: Instant, recovered: RecoveryMark): Promise<{ readonly moves: number; readonly entries: number }>;
  /** The hash of the policy that was in force in the database that this one stands for, and is lost. Undefined where a policy was published. */
  lostPolicy(): Promise<string | undefined>;
  /** When it was last restored or recovered. Undefined where it never was. */
  restoredAt(): Promise<Instant | undefined>;
  /** May be called twice. */
  close(): Promise<void>;
}

export interface TreasuryStoreOptions extends Pick<StoreOptions, 'path' | 'clock' | 'server' | 'onTrouble' | 'access' | 'seal'> {
  /** The account at the exchange that it moves money of. On a server, the treasury of another one is refused. */
  readonly account?: AccountIdentity | undefined;
}

/**
 * Opens the treasury's store. An owner brings its schema up to date. Rejects with `daemon-running` while another process owns it, with
 * `not-found` when there is nothing to read, with `journal-incomplete` when it is not what its seal knows, else as `openStore` does.
 */
export function openTreasuryStore(options: TreasuryStoreOptions): Promise<TreasuryStore> {
  return options.clock.track(options.access === 'read' ? openToRead(options) : openOwned(options));
}

async function openToRead(options: TreasuryStoreOptions): Promise<TreasuryStore> {
  const { seal, account } = options;
  const database = await readDatabase(options);
  try {
    await assertLive(database, options);
    if (account !== undefined) await assertOwnTreasury(database, { place: options, account, seal });
    await seal?.check(database);
    await assertMigrated(database, TREASURY_MIGRATIONS);
  } catch (error) {
    await database.close();
    throw error;
  } finally {
    seal?.close();
  }
  return storeOn(database, () => database.close(), seal, true);
}

async function openOwned(options: TreasuryStoreOptions): Promise<TreasuryStore> {
  const { database, close } = await beginTreasuryLife(options, options.account);
  return storeOn(database, close, options.seal, false);
}

function storeOn(database: Database, close: () => Promise<void>, seal: AccountSeal | undefined, isReader: boolean): TreasuryStore {
  return {
    moves: createMoveLog(database, isReader),
    book: createAddressBook(database),
    policies: createPolicyLog(database),
    schedules: createScheduleLog(database),
    note: (at, note) => database.transaction((session) => audit(session, at, note)),
    auditRows: (after, limit) => auditRows(database, after, limit),
    auditHead: () => auditHead(database),
    latestAuditAt: (range) => latestAuditAt(database, range),
    latestWorkAt: () => latestAuditAt(database, { except: ['treasury.restored', 'treasury.held', 'treasury.recovered', 'move.recovered'] }),
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
    markRecovered: (at, { wholeAt, coolingMs, evidence }) =>
      database.transaction(async (session) => {
        await session.run('INSERT INTO restored(at, backed_up_at) VALUES (?, ?)', at, wholeAt ?? at);
        const moves = await session.run(`UPDATE move SET of_backup = 1 WHERE ${IS_OPEN}`);
        const entries = await session.run(
          `UPDATE address_entry SET allowed_from = CASE WHEN allowed_from < ?1 THEN ?1 ELSE allowed_from END
            WHERE allowed_from IS NOT NULL AND removed_at IS NULL`,
          at + coolingMs,
        );
        await audit(session, at, { who: 'sluice', what: 'treasury.recovered', subject: '', before: '', after: '', evidence });
        return { moves, entries };
      }),
    lostPolicy: async () => ((await database.get('SELECT 1 FROM policy_version LIMIT 1')) === undefined ? seal?.policy : undefined),
    restoredAt: async () => (await database.get<{ at: Instant | null }>('SELECT max(at) AS at FROM restored'))?.at ?? undefined,
    close,
  };
}
