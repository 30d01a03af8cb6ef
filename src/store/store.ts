import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { assert } from '../base/assert.ts';
import type { Clock } from '../base/clock.ts';
import type { FillLog, IntentChain, Journal, StateStore } from '../model/journal.ts';
import type { AccountSeal } from './accountSeal.ts';
import { type StoreCheck, checkStore } from './checkStore.ts';
import type { OpenConnection } from './connection.ts';
import type { Database } from './database.ts';
import { chainOf } from './intentChain.ts';
import { createFillLog } from './fillLog.ts';
import { createLedger } from './ledgerStore.ts';
import type { Ledger } from '../model/ledger.ts';
import { createJournal } from './journal.ts';
import { countChanges } from './journalMark.ts';
import { assertMigrated, migrate } from './migrate.ts';
import { MIGRATIONS } from './migrations.ts';
import { IN_MEMORY, openDatabase } from './openDatabase.ts';
import { takeOver } from './takeOver.ts';
import { takeProcessLock } from './processLock.ts';
import { readSentMarks, SentMarks } from './sentMarks.ts';
import { createStateStore } from './stateStore.ts';
import { storeFault } from './storeFault.ts';

/** What survives a restart, in one sqlite database. */
export interface Store {
  readonly journal: Journal;
  readonly fillLog: FillLog;
  readonly state: StateStore;
  readonly ledger: Ledger;
  /** What an intent, an order, a fill or a conversion belongs to; undefined when none of ours has this id. */
  chain(id: string): Promise<IntentChain | undefined>;
  /** Waits for what is queued, then lets go of the database. May be called twice. */
  close(): Promise<void>;
  /** Reads the whole database for damage; everything else waits meanwhile. */
  check(): Promise<StoreCheck>;
}

export interface StoreOptions {
  /** A file, or `:memory:`. Its folder is made when it does not exist. */
  readonly path: string;
  readonly clock: Clock;
  /**
   * `owner`, the default, takes the process lock: one at a time may write. `read` takes none and works beside an owner
   * and after a crash; its writes are refused.
   */
  readonly access?: 'owner' | 'read' | undefined;
  /** The most that the file may grow to; a write beyond it fails as on a full disk. No limit by default. */
  readonly maxBytes?: number | undefined;
  /** How many intents of a lane may be unresolved at a time. Default 1. */
  readonly unknownPerLane?: number | undefined;
  /** Of an owner: what is known outside of the database of how far it had got. */
  readonly seal?: AccountSeal | undefined;
  /** How the database is opened. Default: with the driver. */
  readonly open?: OpenConnection | undefined;
}

/**
 * Opens the store and brings its schema up to date. As owner, intents found in `sending` become `unknown`, or `not-sent` where
 * it is proven that none of their bytes left.
 *
 * Rejects with `daemon-running` while another process owns it, `schema-newer` when a newer sluice wrote it, `not-found`
 * when there is nothing to read, `journal-incomplete` as its seal says, else with `store`.
 */
export function openStore(options: StoreOptions): Promise<Store> {
  const open = options.access === 'read' ? openToRead(options) : openAsOwner(options);
  return options.clock.track(open);
}

async function openToRead({ path, clock }: StoreOptions): Promise<Store> {
  assert(path !== IN_MEMORY, 'a database in memory has nothing to read');
  const database = await openDatabase({ path, clock, access: 'read' });
  try {
    await assertMigrated(database, MIGRATIONS);
  } catch (error) {
    await database.close();
    throw error;
  }
  return storeOn(database, 0, new SentMarks(IN_MEMORY, 0), clock, () => database.close());
}

async function openAsOwner({ path, clock, maxBytes, unknownPerLane, seal, open }: StoreOptions): Promise<Store> {
  if (path !== IN_MEMORY) makeFolder(dirname(path));
  const lock = path === IN_MEMORY ? undefined : await takeProcessLock(path, clock);
  let database: Database | undefined;
  try {
    if (path !== IN_MEMORY) keepToOwner(path);
    database = await openDatabase({ path, clock, access: 'write', maxBytes, open });
    await seal?.check(database);
    await migrate(database, MIGRATIONS, { path, clock });
    await countChanges(database);
    const epoch = await takeOver(database, clock, readSentMarks(path));
    await seal?.follow(database);
    const marks = new SentMarks(path, epoch);
    const opened = database;
    let closing: Promise<void> | undefined;
    const close = async (): Promise<void> => {
      try {
        await seal?.finish(opened);
      } finally {
        await opened.close();
        marks.close();
        await lock?.release();
      }
    };
    return storeOn(opened, epoch, marks, clock, () => (closing ??= clock.track(close())), unknownPerLane);
  } catch (error) {
    seal?.close();
    await database?.close();
    await lock?.release();
    throw error;
  }
}

function storeOn(
  database: Database,
  epoch: number,
  marks: SentMarks,
  clock: Clock,
  close: () => Promise<void>,
  unknownPerLane?: number,
): Store {
  return {
    journal: createJournal(database, epoch, marks, clock, unknownPerLane),
    fillLog: createFillLog(database),
    state: createStateStore(database),
    ledger: createLedger(database),
    chain: (id) => chainOf(database, id),
    check: () => checkStore(database),
    close,
  };
}

/** Before sqlite makes its files beside it, which take over who may read it. */
export function keepToOwner(path: string): void {
  try {
    closeSync(openSync(path, 'a', 0o600));
    chmodSync(path, 0o600);
  } catch (error) {
    throw storeFault(`the database ${path} could not be opened`, error);
  }
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw storeFault(`the folder ${folder} could not be made`, error);
  }
}
