import { expect, test } from 'vitest';
import { completeRow } from '../../src/store/completeRow.ts';
import { createFillLog } from '../../src/store/fillLog.ts';
import { fillRowOf } from '../../src/store/fillRow.ts';
import { loggedFill, ownedDatabase } from './builders.ts';

const columns = { table: 'fill', venueColumns: ['price', 'amount'], ownerColumns: ['intent_id', 'strategy', 'tag'] } as const;

test('a row that comes again gets its owner once it is known, and keeps it', async () => {
  const { database } = await ownedDatabase();
  const log = createFillLog(database);
  const unowned = loggedFill('a', { intentId: undefined, strategy: undefined });
  const [mine, theirs] = [loggedFill('a', { tag: 'x' }), loggedFill('a', { intentId: 'other', strategy: 'other' })];
  await log.record([unowned]);
  await completeRow(database, { ...columns, logged: fillRowOf(unowned), again: fillRowOf(mine) });
  expect(await log.fills({})).toEqual([mine]);
  await completeRow(database, { ...columns, logged: fillRowOf(mine), again: fillRowOf(theirs) });
  await completeRow(database, { ...columns, logged: fillRowOf(mine), again: fillRowOf(unowned) });
  expect(await log.fills({})).toEqual([mine]);
  await database.close();
});

test('a row that comes again with another content is refused with both', async () => {
  const { database } = await ownedDatabase();
  const logged = fillRowOf(loggedFill('a'));
  await expect(completeRow(database, { ...columns, logged, again: { ...logged, amount: '9' } })).rejects.toThrow(
    'fill a is logged with amount 0.01, and comes again with amount 9',
  );
  await database.close();
});
