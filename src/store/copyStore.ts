import { existsSync, rmSync } from 'node:fs';
import { Fault } from '../base/fault.ts';
import type { TellTrouble } from '../base/tellTrouble.ts';
import { ownDatabase } from './ownLife.ts';
import { assertMayCopy } from './assertMayCopy.ts';
import type { CopiedStore } from './copiedStore.ts';
import { copiedTables, type CopiedTable } from './copiedTables.ts';
import type { Database } from './database.ts';
import { migrate } from './migrate.ts';
import { openPostgres } from './openPostgres.ts';
import type { OwnedDatabase } from './ownFile.ts';
import { makeLive, setStanding } from './standing.ts';
import { shownPlace, type StorePlace } from './storePlace.ts';
import { insertRows, readRows } from './tableRows.ts';
import { type TableTotals, tableTotals, TotalsOfRows } from './tableTotals.ts';

export interface CopyStoreOptions {
  readonly store: CopiedStore;
  /** A file and a server, in either order. */
  readonly from: StorePlace;
  readonly to: StorePlace;
  readonly onTrouble?: TellTrouble | undefined;
}

/**
 * Moves a store from a file to a server, or back. The target is the live one when this resolves, and the source says where it has
 * gone. A copy that is cut leaves a target that is refused until the same is begun again; the source keeps everything. One that is refused leaves
 * no file where there was none.
 *
 * Rejects with `daemon-running` while a process owns one of both; `not-found` where there is no source; `store` where the target has something
 * else, or the source is not the live store; `check-failed` where what was written does not add up; else as `openStore` does.
 */
export async function copyStore(options: CopyStoreOptions): Promise<readonly TableTotals[]> {
  const { store, from, to } = options;
  const { clock, migrations } = store;
  const file = [from, to].find(({ server }) => server === undefined);
  if (file === undefined || from.server === to.server) throw notBoth(from, to);
  const lock = await store.take(file);
  try {
    await assertThere(options);
    let isLeftOver = to.server === undefined && !existsSync(to.path);
    const target = await ownDatabase({ ...to, clock, onTrouble: options.onTrouble });
    try {
      await migrate(target.database, migrations, { path: target.file, clock });
      return await copyTo(target, options, () => void (isLeftOver = false));
    } finally {
      await target.database.close();
      if (isLeftOver) for (const end of ['', '-wal', '-shm']) rmSync(`${to.path}${end}`, { force: true });
      await target.release();
    }
  } finally {
    await lock.release();
  }
}

/** `onBegin`: called when nothing speaks against it any more, before the target has anything of the source. */
async function copyTo(target: OwnedDatabase, options: CopyStoreOptions, onBegin: () => void): Promise<readonly TableTotals[]> {
  const { store, from, to, onTrouble } = options;
  const { clock } = store;
  const source = await store.begin({ ...from, clock, seal: store.seal(from), onTrouble }, async (session) => {
    await assertMayCopy({ database: session, place: from }, { database: target.database, place: to }, store);
    if (to.server !== undefined) await store.mayGo?.(session);
  });
  try {
    const at = clock.now();
    onBegin();
    await setStanding(target.database, { state: 'incomplete', place: shownPlace(from), at });
    const file = from.server === undefined ? source.database : target.database;
    const tables = await copiedTables(file);
    const totals = await target.database.transaction((session) => fill(session, target.database.engine, source.database, tables));
    assertSame(totals, await target.database.reading((session) => tableTotals(session, tables)), to);
    source.assertHeld();
    target.assertHeld();
    // In this order: a cut in between leaves none that may be opened, and what says how it goes on.
    await source.database.transaction((session) => setStanding(session, { state: 'moved', place: shownPlace(to), at }));
    await makeLive(target.database);
    return totals;
  } finally {
    await source.close();
  }
}

type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

/** Writes all rows of the source into a target, in the place of what a cut or an earlier copy has left there. */
async function fill(
  target: Transaction,
  engine: Database['engine'],
  source: Database,
  tables: readonly CopiedTable[],
): Promise<readonly TableTotals[]> {
  for (const { name } of tables.toReversed()) await target.run(`DELETE FROM ${name}`);
  const totals: TableTotals[] = [];
  for (const table of tables) {
    const { name, key } = table;
    // Writing to the other tables has counted changes of them.
    if (name === 'mark') await target.run('DELETE FROM mark');
    const sum = new TotalsOfRows(table);
    await readRows(source, table, async (rows) => {
      sum.add(rows);
      await insertRows(target, table, rows);
    });
    totals.push(sum.end());
    if (engine === 'postgres' && key[0] === 'seq') await goOnAfterTheLast(target, name);
  }
  return totals;
}

/** A server gives numbers from a counter of its own, which does not see those that were given to it. */
async function goOnAfterTheLast(target: Transaction, table: string): Promise<void> {
  await target.get(
    `SELECT setval(pg_get_serial_sequence('${table}', 'seq'), coalesce((SELECT max(seq) FROM ${table}), 1), EXISTS (SELECT 1 FROM ${table}))`,
  );
}

function assertSame(read: readonly TableTotals[], written: readonly TableTotals[], to: StorePlace): void {
  const wrong = read.find((totals, i) => JSON.stringify(totals) !== JSON.stringify(written[i]));
  if (wrong === undefined) return;
  throw new Fault('check-failed', `what was written to ${wrong.table} of ${shownPlace(to)} is not what was read; the store was not moved`, {
    stands: 'the store that was read is live as before',
    suggestion: 'check the disk of the other, then begin it again',
  });
}

async function assertThere({ from, store: { clock }, onTrouble = () => undefined }: CopyStoreOptions): Promise<void> {
  const { path, server } = from;
  if (server !== undefined) return (await openPostgres({ path, server, clock, access: 'read', onTrouble })).database.close();
  if (!existsSync(path)) throw new Fault('not-found', `there is no database at ${path}`, { suggestion: 'name the file that has it' });
}

function notBoth(from: StorePlace, to: StorePlace): Fault {
  return new Fault('usage', `a store is copied from a file to a Postgres, or back; not from ${shownPlace(from)} to ${shownPlace(to)}`, {
    suggestion: "`sluice store copy FILE 'postgres://user:${env:NAME}@host/database'`, or in the other order",
  });
}
