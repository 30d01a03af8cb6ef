import { expect, test } from 'vitest';
import { checkStore } from '../../src/store/checkStore.ts';
import { bindOrder } from '../../src/store/orderBinding.ts';
import { boundOrder, ownedDatabase } from './builders.ts';

test('a check of a file finds an order whose intent is gone', async () => {
  const { database } = await ownedDatabase();
  await database.exec('PRAGMA foreign_keys = OFF');
  await bindOrder(database, { state: 'acknowledged', at: 1, order: boundOrder('7', 'nobody') });
  const { problems } = await checkStore(database);
  expect(problems).toEqual(['row 1 of venue_order refers to a row of intent that does not exist']);
  await database.close();
});
