import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import { openConnection } from '../../src/store/connection.ts';
import { migrate } from '../../src/store/migrate.ts';
import { openDatabase } from '../../src/store/openDatabase.ts';
import { TREASURY_MIGRATIONS } from '../../src/store/treasuryMigrations.ts';
import { openTreasuryStore } from '../../src/store/treasuryStore.ts';
import { AT, move, NOTE } from './moveBuilders.ts';

describe('the schema of a treasury, in a file', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'treasury-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it(
    'takes refunds on the hosted page into a database that was made before there were any, and keeps what it has',
    { tags: 'long' },
    async () => {
      const clock = new VirtualClock(AT);
      const path = join(folder, 'old.sqlite');
      const database = await openDatabase({ path, clock, access: 'write' });
      await migrate(database, TREASURY_MIGRATIONS.slice(0, 3), { path, clock });
      const sql = `INSERT INTO move(id, kind, initiator, created_at, policy_version, state, rule, changed_at, needs)
      VALUES (?, ?, 'anna', 1, 1, 'refused', 'r', 1, '[]')`;
      await database.run(sql, 'W-1', 'withdrawal');
      await expect(database.run(sql, 'R-0', 'page-refund')).rejects.toThrow('CHECK constraint failed');
      await database.close();
      const migrated = await openTreasuryStore({ path, clock });
      const refund = move('R-1', { kind: 'page-refund' });
      await migrated.moves.add(refund, AT, NOTE);
      expect(await migrated.moves.get('R-1')).toEqual(refund);
      expect((await migrated.moves.since(0, 10)).map(({ id }) => id)).toEqual(['R-1', 'W-1']);
      await expect(migrated.moves.add({ ...move('X-1'), kind: 'gift' as 'refund' }, AT, NOTE)).rejects.toThrow('CHECK constraint failed');
      await migrated.close();
    },
  );

  it('goes on counting the lives of a database that knew no owners', { tags: 'long' }, async () => {
    const clock = new VirtualClock(AT);
    const path = join(folder, 'old.sqlite');
    const database = await openDatabase({ path, clock, access: 'write' });
    await migrate(database, TREASURY_MIGRATIONS.slice(0, 11), { path, clock });
    for (const epoch of [1, 2, 3]) await database.run("INSERT INTO life(epoch, token, pid, since) VALUES (?, 't', 7, ?)", epoch, AT);
    await database.close();
    await (await openTreasuryStore({ path, clock })).close();
    const connection = await openConnection(path, 'read');
    expect(await connection.all('SELECT epoch FROM owner')).toEqual([{ epoch: 4 }]);
    expect(await connection.all('SELECT epoch FROM life ORDER BY epoch')).toEqual([1, 2, 3, 4].map((epoch) => ({ epoch })));
    await connection.close();
  });

  it('finds the refunds of a payment by an index', async () => {
    const path = join(folder, 'treasury.sqlite');
    const store = await openTreasuryStore({ path, clock: new VirtualClock(AT) });
    await store.moves.add(move('R-1', { kind: 'refund' }), AT, NOTE);
    const connection = await openConnection(path, 'read');
    const plan = await connection.all<{ detail: string }>("EXPLAIN QUERY PLAN SELECT move_id FROM move_row WHERE target = 'pay-1'");
    expect(plan.map(({ detail }) => detail).join()).toContain('move_row_by_target');
    await connection.close();
    await store.close();
  });
});
