import { expect, test } from 'vitest';
import { createStateStore } from '../../src/store/stateStore.ts';
import { codeOf, ownedDatabase } from './builders.ts';

test('small texts are found again by scope and key', async () => {
  const { database } = await ownedDatabase();
  const store = createStateStore(database);
  await store.save('maker', 'a', '1');
  await store.save('maker', 'a', '2');
  await store.save('dca', 'a', 'x\u0000y');
  await store.save('maker', '__proto__', '{}');
  expect(Object.entries(await store.load('maker'))).toEqual([
    ['__proto__', '{}'],
    ['a', '2'],
  ]);
  expect(await store.load('dca')).toEqual({ a: 'x\u0000y' });
  expect(await store.load('nobody')).toEqual({});
  expect(await codeOf(store.save('maker', 'a', 'x'.repeat(1024 * 1024 + 1)))).toBe('store');
  await database.close();
});
