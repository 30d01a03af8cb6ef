import { expect, test } from 'vitest';
import { createFillLog } from '../../src/store/fillLog.ts';
import { START, boundOrder, codeOf, journalOn, loggedFill, newIntent, ownedDatabase } from './builders.ts';

test('an intent of which nothing is sent is there with its closed order, or not at all', async () => {
  const { database, epoch } = await ownedDatabase();
  const [journal, fillLog] = [journalOn(database, epoch), createFillLog(database)];
  const closed = boundOrder('7', 'a', { closedAt: START + 9, end: 'canceled' });
  await fillLog.record([loggedFill('f', { orderId: '7', intentId: undefined, strategy: undefined })]);
  await journal.beginSettled(newIntent('a'), { state: 'acknowledged', at: START + 9, order: closed });
  expect(await journal.get('a')).toMatchObject({ state: 'acknowledged', venueId: '7', sentAt: undefined });
  expect(await journal.order('7')).toEqual(closed);
  expect(await fillLog.fills({ orderId: '7' })).toMatchObject([{ fill: { intentId: 'a', strategy: closed.strategy } }]);
  const again = { state: 'acknowledged', at: START + 9, order: boundOrder('7', 'b') } as const;
  expect(await codeOf(journal.beginSettled(newIntent('b'), again))).toBe('store');
  expect(await journal.get('b')).toBeUndefined();
  await journal.begin(newIntent('c'));
  const other = { state: 'acknowledged', at: START + 9, order: boundOrder('8', 'd') } as const;
  expect(await codeOf(journal.beginSettled(newIntent('d'), other))).toBe('lane-frozen');
  expect(await journal.order('8')).toBeUndefined();
  await database.close();
});
