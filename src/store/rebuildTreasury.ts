import { renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { onDisk } from '../base/diskFault.ts';
import type { Instant } from '../base/instant.ts';
import type { AccountSeal } from './accountSeal.ts';
import { isStoreThere } from './isStoreThere.ts';
import { makeFolder } from './ownLife.ts';
import { type FoundFiles, keepFound } from './foundFiles.ts';
import { migrate } from './migrate.ts';
import { openDatabase } from './openDatabase.ts';
import { takeProcessLock } from './processLock.ts';
import { syncFolder } from './replaceFile.ts';
import { rebuildSealed, type Settle } from './rebuildSealed.ts';
import { type Salvaged, type SalvagedTable, salvageTables } from './salvageTables.ts';
import { isDamage } from './storeFault.ts';
import { TREASURY_MIGRATIONS } from './treasuryMigrations.ts';
import { readSeal } from './sealFile.ts';
import { TREASURY_WORDS, type TreasuryPlace, treasurySealOptions } from './treasurySeal.ts';
import { openTreasuryStore, type TreasuryStore } from './treasuryStore.ts';

/** A treasury's database that is to be rebuilt. */
export interface OldTreasury {
  /** What is left of it, or an empty one. */
  readonly store: TreasuryStore;
  /** Where its files are kept as they were found. Undefined when there were none. */
  readonly kept: string | undefined;
  /** What could be read of each table where it was damaged. Undefined where it was not. */
  readonly salvaged: readonly Salvaged[] | undefined;
  /** Whether nothing of it was there. */
  readonly isEmpty: boolean;
  /** The last time at which it is known to have been whole. Undefined where no seal tells. */
  readonly wholeAt: Instant | undefined;
  /** The hash of the policy that was last in force. Undefined where no seal tells. */
  readonly policy: string | undefined;
}

const TABLES: readonly SalvagedTable[] = [
  { name: 'audit', key: ['seq'] },
  { name: 'policy_version', key: ['version'] },
  { name: 'address_entry', key: ['rowid'] },
  { name: 'address_approval', key: ['entry_id', 'person'] },
  { name: 'move', key: ['rowid'] },
  { name: 'move_row', key: ['move_id', 'place'] },
  { name: 'move_progress', key: ['move_id', 'place'] },
  { name: 'move_approval', key: ['move_id', 'person'] },
  { name: 'schedule', key: ['rowid'] },
  { name: 'schedule_run', key: ['name', 'due_at'] },
  { name: 'restored', key: ['rowid'] },
];

/** A move of which a row is missing would be another one. What it has paid is found in the journal of its account. */
const TORN = `SELECT id FROM move WHERE
  (SELECT count(*) FROM move_row WHERE move_id = id) <> (SELECT coalesce(max(place), 0) + 1 FROM move_row WHERE move_id = id)
  OR (SELECT count(*) FROM move_row WHERE move_id = id) <> (SELECT count(*) FROM move_progress WHERE move_id = id)`;

/**
 * Passes what is left of the treasury's database to `rebuild` and seals it when that has succeeded, as `rebuildJournal` does with the journal of
 * an account. Where the database is damaged, every row that can be read is kept.
 */
export async function rebuildTreasury<T>(place: TreasuryPlace, rebuild: (old: OldTreasury) => Promise<T>, settle: Settle): Promise<T> {
  makeFolder(dirname(place.path));
  const seal = treasurySealOptions(place);
  return rebuildSealed({
    seal,
    openOld: (anew, setsAside) => place.clock.track(openOld(place, anew, setsAside)),
    settle,
    rebuild: (old, wholeAt) => rebuild({ ...old, wholeAt, policy: readSeal(seal.path, TREASURY_WORDS)?.policy }),
  });
}

interface OpenOld extends Omit<OldTreasury, 'wholeAt' | 'policy'> {
  close(): Promise<void>;
}

async function openOld({ path, server, clock }: TreasuryPlace, seal: AccountSeal, setsAside: () => void): Promise<OpenOld> {
  if (server !== undefined) {
    const isEmpty = !(await isStoreThere({ path, server }, clock));
    const store = await openTreasuryStore({ path, server, clock, seal });
    return { store, kept: undefined, salvaged: undefined, isEmpty, close: () => store.close() };
  }
  const lock = await takeProcessLock(path, clock, 'the treasury');
  let found: FoundFiles;
  let salvaged: readonly Salvaged[] | undefined;
  try {
    found = keepFound(path, clock, setsAside);
    if (!found.isThere) found.setAside();
    else if (await isDamaged(path, clock)) salvaged = await salvage(found, path, clock);
  } finally {
    await lock.release();
  }
  const store = await openTreasuryStore({ path, clock, seal });
  return { store, kept: found.kept, salvaged, isEmpty: !found.isThere, close: () => store.close() };
}

async function isDamaged(path: string, clock: TreasuryPlace['clock']): Promise<boolean> {
  try {
    await (await openDatabase({ path, clock, access: 'write' })).close();
    return false;
  } catch (error) {
    if (isDamage(error)) return true;
    throw error;
  }
}

/** The damaged files stay where they are until all that can be read of them is in a new one, so that a kill in between loses nothing. */
async function salvage(found: FoundFiles, path: string, clock: TreasuryPlace['clock']): Promise<readonly Salvaged[]> {
  const draft = `${path}.salvaged`;
  for (const suffix of ['', '-wal', '-shm']) rmSync(draft + suffix, { force: true });
  const database = await openDatabase({ path: draft, clock, access: 'write' });
  let salvaged: readonly Salvaged[];
  try {
    await migrate(database, TREASURY_MIGRATIONS, { path: draft, clock });
    salvaged = await salvageTables(found.kept!, database, TABLES);
    // Rows of the same move may be missing beside the last one that could be read.
    const edges = salvaged.filter(({ table }) => table === 'move_row' || table === 'move_progress').flatMap((table) => table.edges);
    await database.transaction(async (session) => {
      const torn = (await session.all<{ id: string }>(TORN)).map(({ id }) => id);
      for (const id of new Set([...torn, ...edges])) {
        for (const table of ['move_approval', 'move_progress', 'move_row']) await session.run(`DELETE FROM ${table} WHERE move_id = ?`, id);
        await session.run('DELETE FROM move WHERE id = ?', id);
      }
    });
  } finally {
    await database.close();
  }
  found.setAside();
  onDisk(`what was read of ${path} could not be put in its place`, () => {
    renameSync(draft, path);
    syncFolder(dirname(path));
  });
  return salvaged;
}
