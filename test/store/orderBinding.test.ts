import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../src/store/database.ts';
import { bindOrder, endOrder, findOrder, openOrders } from '../../src/store/orderBinding.ts';
import { boundOrder, codeOf, ownedDatabase } from './builders.ts';

let database: Database;

beforeEach(async () => {
  ({ database } = await ownedDatabase());
});
afterEach(() => database.close());

test('an order is bound only to an intent that is in the journal', async () => {
  const outcome = { state: 'acknowledged', at: 1, order: boundOrder('7', 'nobody') } as const;
  expect(await codeOf(database.transaction((session) => bindOrder(session, outcome)))).toBe('store');
  expect(await openOrders(database)).toEqual([]);
  expect(await findOrder(database, '7')).toBeUndefined();
  expect(await endOrder(database, '7', 'filled', 1)).toBe(false);
});
