import { afterEach, beforeEach, expect, test } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import type { PositionEntry } from '../../src/model/positionEntry.ts';
import type { Database } from '../../src/store/database.ts';
import { entriesBetween, logEntry, loggedOpenings } from '../../src/store/positionEntryLog.ts';
import { ownedDatabase, START } from './builders.ts';

let database: Database;

beforeEach(async () => {
  ({ database } = await ownedDatabase());
});
afterEach(() => database.close());

const OPENING: PositionEntry = {
  id: 'opening-guard-ETH/EUR',
  cause: 'opening',
  strategy: 'guard',
  symbol: 'ETH/EUR',
  amount: dec('8.000000000000000000000000000001'),
  price: dec('2900'),
  at: START,
  note: undefined,
};

test('an opening is there once for a strategy and a symbol, with all its digits', async () => {
  expect(await logEntry(database, OPENING)).toBe(true);
  expect(await logEntry(database, { ...OPENING, id: 'another', amount: dec('9') })).toBe(false);
  expect(await logEntry(database, { ...OPENING, id: 'b', symbol: 'BTC/EUR', at: START - 1 })).toBe(true);
  expect(await loggedOpenings(database)).toEqual([OPENING, { ...OPENING, id: 'b', symbol: 'BTC/EUR', at: START - 1 }]);
});

test('corrections may be many, each id once; they come in the order of time', async () => {
  const correction = { ...OPENING, cause: 'correction', note: 'a gift' } as const;
  await logEntry(database, OPENING);
  expect(await logEntry(database, { ...correction, id: 'c2', at: START + 2 })).toBe(true);
  expect(await logEntry(database, { ...correction, id: 'c1', at: START + 1, amount: dec('-0.5') })).toBe(true);
  expect(await logEntry(database, { ...correction, id: 'c1', at: START + 9 })).toBe(false);
  expect((await entriesBetween(database, START, START + 2)).map(({ id }) => id)).toEqual([OPENING.id, 'c1']);
  const [last] = await entriesBetween(database, START + 2, START + 3);
  expect(last).toEqual({ ...correction, id: 'c2', at: START + 2 });
});
