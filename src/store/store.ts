import { assert } from '../base/assert.ts';
import type { Clock } from '../base/clock.ts';
import type { Chronicle } from '../model/chronicle.ts';
import type { FillLog, IntentChain, Journal, StateStore } from '../model/journal.ts';
import { beginLife } from './beginLife.ts';
import { type StoreCheck, checkStore } from './checkStore.ts';
import type { Database } from './database.ts';
import { chainOf } from './intentChain.ts';
import { createFillLog } from './fillLog.ts';
import { createLedger } from './ledgerStore.ts';
import type { Ledger } from '../model/ledger.ts';
import { createJournal } from './journal.ts';
import { assertMigrated } from './migrate.ts';
import { MIGRATIONS } from './migrations.ts';
import { IN_MEMORY } from './openDatabase.ts';
import { readDatabase } from './readDatabase.ts';
import { createChronicle } from './chronicleLog.ts';
import { SentMarks } from './sentMarks.ts';
import { createStateStore } from './stateStore.ts';
import { assertLive } from './standing.ts';
import type { StoreOptions } from './storeOptions.ts';

/** What survives a restart: the port that the daemon works with. It is kept in one sqlite database, or in one schema of a Postgres. */
export interface Store {
  readonly journal: Journal;
  readonly fillLog: FillLog;
  readonly state: StateStore;
  readonly ledger: Ledger;
  /** What people may look at later. */
  readonly chronicle: Chronicle;
  /** What an intent, an order, a fill or a conversion belongs to; undefined when none of ours has this id. */
  chain(id: string): Promise<IntentChain | undefined>;
  /** Waits for what is queued, then lets go of the database. May be called twice. */
  close(): Promise<void>;
  /** Reads the whole database for damage; everything else waits meanwhile. */
  check(): Promise<StoreCheck>;
}

/**
 * Opens the store and brings its schema up to date. As owner, intents found in `sending` become `unknown`, or `not-sent` where
 * it is proven that none of their bytes left.
 *
 * Rejects with `daemon-running` while another process owns it (on a server, after looking for up to five seconds whether it does), `schema-newer` when a newer sluice wrote it, `not-found`
 * when there is nothing to read, `journal-incomplete` as its seal says, else with `store`, for one that has moved away, too.
 */
export function openStore(options: StoreOptions): Promise<Store> {
  const open = options.access === 'read' ? openToRead(options) : openAsOwner(options);
  return options.clock.track(open);
}

async function openToRead(options: StoreOptions): Promise<Store> {
  const { path, clock } = options;
  assert(path !== IN_MEMORY, 'a database in memory has nothing to read');
  const database = await readDatabase(options);
  try {
    await assertMigrated(database, MIGRATIONS);
    // What one has that moved away, or was copied by halves, is not what the account has.
    await assertLive(database, options);
  } catch (error) {
    await database.close();
    throw error;
  }
  return storeOn(database, 0, new SentMarks(IN_MEMORY, { epoch: 0, token: '' }), clock, () => database.close());
}

async function openAsOwner(options: StoreOptions): Promise<Store> {
  const { clock, unknownPerLane } = options;
  const { database, epoch, beside: marks, close } = await beginLife(options);
  return storeOn(database, epoch, marks, clock, close, unknownPerLane);
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
    chronicle: createChronicle(database),
    chain: (id) => chainOf(database, id),
    check: () => checkStore(database),
    close,
  };
}
