import { expect, test } from 'vitest';
import { systemClock } from '../../src/base/systemClock.ts';
import { countChanges, hasLived, readMark } from '../../src/store/journalMark.ts';
import { migrate } from '../../src/store/migrate.ts';
import { MIGRATIONS } from '../../src/store/migrations.ts';
import { openDatabase } from '../../src/store/openDatabase.ts';
import { takeOver } from '../../src/store/takeOver.ts';

test('each change of each table is counted, with it or not at all', async () => {
  const database = await openDatabase({ path: ':memory:', clock: systemClock, access: 'write' });
  expect(await readMark(database)).toBeUndefined();
  await migrate(database, MIGRATIONS, { path: ':memory:', clock: systemClock });
  await countChanges(database);
  await countChanges(database);
  await takeOver(database, systemClock, undefined);
  const tables = await database.all<{ name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table'");
  const counting = await database.all<{ tbl_name: string }>(
    "SELECT tbl_name FROM sqlite_schema WHERE type = 'trigger' AND name LIKE 'count_%'",
  );
  const uncounted = tables.map(({ name }) => name).filter((name) => counting.filter(({ tbl_name: table }) => table === name).length !== 3);
  const expected = ['equity_point', 'event_line', 'history_sum', 'life', 'mark', 'migration', 'owner', 'recovery', 'standing'];
  expect(uncounted.toSorted()).toEqual(expected);

  const changes = async (): Promise<number> => (await readMark(database))!.changes;
  expect(await changes()).toBe(0);
  await database.run("INSERT INTO state(scope, key, value) VALUES ('a', 'b', 'c')");
  expect(await changes()).toBe(1);
  await database.run("UPDATE state SET value = 'd'");
  expect(await changes()).toBe(2);
  const failing = database.transaction(async (session) => {
    await session.run('DELETE FROM state');
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(await changes()).toBe(2);
  await database.run('DELETE FROM state');
  expect(await changes()).toBe(3);

  const mark = (await readMark(database))!;
  expect(mark).toMatchObject({ epoch: 1, journal: expect.stringMatching(/^[0-9a-f]{32}$/) as string });
  expect(await hasLived(database, mark)).toBe(true);
  expect(await hasLived(database, { ...mark, token: 'another' })).toBe(false);
  expect(await hasLived(database, { ...mark, changes: 99 })).toBe(true);
  await takeOver(database, systemClock, undefined);
  expect(await hasLived(database, mark)).toBe(true);
  expect(await hasLived(database, { ...mark, changes: 4 })).toBe(false);
  await database.run('UPDATE life SET changes = NULL');
  expect(await hasLived(database, { ...mark, changes: 4 })).toBe(true);
  await database.close();
});
