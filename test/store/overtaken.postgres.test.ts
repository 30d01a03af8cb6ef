import { afterEach, beforeEach, expect, it } from 'vitest';
import { systemClock } from '../../src/base/systemClock.ts';
import type { Database } from '../../src/store/database.ts';
import { ASKED_TABLE } from '../../src/store/leaseTables.ts';
import { migrate } from '../../src/store/migrate.ts';
import { MIGRATIONS } from '../../src/store/migrations.ts';
import { openPostgres } from '../../src/store/openPostgres.ts';
import { countChanges, readMark } from '../../src/store/journalMark.ts';
import { isOvertaken } from '../../src/store/overtaken.ts';
import type { PostgresSession } from '../../src/store/postgresSession.ts';
import { takeOver } from '../../src/store/takeOver.ts';
import { until } from '../until.ts';
import { newPlace, temporaryFolder } from './builders.ts';

let folder: ReturnType<typeof temporaryFolder>;
let database: Database;
let old: PostgresSession;
let next: PostgresSession;

beforeEach(async () => {
  folder = temporaryFolder();
  const { path, server } = newPlace(folder.path);
  const opened = await openPostgres({ path, server: server!, clock: systemClock, access: 'write', onTrouble: () => undefined });
  database = opened.database;
  await migrate(database, MIGRATIONS, { path: ':memory:', clock: systemClock });
  await takeOver(database, systemClock, undefined);
  old = await opened.beside();
  next = await opened.beside();
});
afterEach(async () => {
  for (const session of [old, next]) await session.close();
  await database.close();
  folder.remove();
});

const insert = (session: PostgresSession, id: string) =>
  session.one(
    `INSERT INTO intent(id, kind, decision, lane, strategy, fingerprint, body, body_hash, state, created_at, exposure, exposure_currency, begun_epoch)
     VALUES ($1, 'place', $1, $1, 's', 'f', '{}', 'h', 'sending', 1, '1', 'EUR', 1)`,
    [id],
  );
const pidOf = async (session: PostgresSession): Promise<number> =>
  Number((await session.one('SELECT pg_backend_pid() AS pid')).rows[0]!['pid']);

/** Resolves when the server makes that session wait for another one. */
async function held(pid: number): Promise<void> {
  await until(async () => (await database.get<{ held: boolean }>(`SELECT cardinality(pg_blocking_pids(${pid})) > 0 AS held`))!.held);
}

const ids = async (): Promise<readonly string[]> => (await database.all<{ id: string }>('SELECT id FROM intent')).map(({ id }) => id);

it('an old owner that is in the middle of a transaction is waited for; what it asks for after that is refused', async () => {
  await old.several('BEGIN');
  await insert(old, 'before');
  const pid = await pidOf(next);
  let isRaised = false;
  const raised = next.several('UPDATE owner SET epoch = epoch + 1').then(() => (isRaised = true));
  await held(pid);
  expect(isRaised).toBe(false);
  await old.several('COMMIT');
  await raised;
  const refusal: unknown = await insert(old, 'after').catch((error: unknown) => error);
  expect(isOvertaken(refusal)).toBe(true);
  expect(await ids()).toEqual(['before']);
});

it('an old owner that began its transaction before the new one and writes in it only now, without another look, is refused', async () => {
  const pid = await pidOf(old);
  await old.several('BEGIN; SELECT epoch FROM owner');
  await next.several('BEGIN; UPDATE owner SET epoch = epoch + 1');
  // It waits for the decision of the new owner, which comes only after it has asked.
  const asked = insert(old, 'late').catch((error: unknown) => error);
  await held(pid);
  await next.several('COMMIT');
  expect(isOvertaken(await asked)).toBe(true);
  await old.several('ROLLBACK');
  expect(await ids()).toEqual([]);
});

it('what another machine asks of the owner is not counted as a change of the account: by the count an owner knows what was carried out', async () => {
  await next.several(ASKED_TABLE);
  await countChanges(database);
  const changes = async (): Promise<number> => (await readMark(database))!.changes;
  const before = await changes();
  await next.one("INSERT INTO asked(what, machine) VALUES ('stop', 'beta')");
  await next.one("UPDATE asked SET answer = 'done'");
  expect(await changes()).toBe(before);
  await insert(old, 'I');
  expect(await changes()).toBe(before + 1);
});
