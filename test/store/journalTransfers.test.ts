import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Journal } from '../../src/model/journal.ts';
import type { Database } from '../../src/store/database.ts';
import { START, codeOf, journalOn, newIntent, ownedDatabase } from './builders.ts';

let database: Database;
let journal: Journal;

beforeEach(async () => {
  const owned = await ownedDatabase();
  ({ database } = owned);
  journal = journalOn(database, owned.epoch);
});
afterEach(() => database.close());

describe('placements of one strategy', () => {
  test('are found however many others there were since, with what became of them', async () => {
    await journal.begin(newIntent('first', { strategy: 'treasury' }));
    await journal.settle('first', { state: 'rejected', at: START });
    await journal.begin(newIntent('transfer', { kind: 'transfer', lane: 'x', strategy: 'treasury' }));
    await journal.begin(newIntent('second', { strategy: 'treasury', lane: 'ETH/EUR', createdAt: START + 5 }));
    for (let i = 0; i < 300; i++) {
      await journal.begin(newIntent(`m-${i}`, { strategy: 'maker', lane: `lane ${i}`, createdAt: START + 10 }));
    }
    const idsOf = async (since: number) => (await journal.placedBy('treasury', since)).map(({ id }) => id);
    expect([await idsOf(START), await idsOf(START + 1), await idsOf(START + 6)]).toEqual([['second', 'first'], ['second'], []]);
  });
});

describe('transfers in the journal', () => {
  const transfer = (id: string, references: readonly string[]) => newIntent(id, { kind: 'transfer', lane: `to ${id}`, references });

  test('are found by each of their references, and are the newest first', async () => {
    await journal.begin(newIntent('order'));
    await journal.begin(transfer('one', ['payout a', 'payout b']));
    await journal.begin(transfer('two', ['payout b']));
    const idsOf = async (reference: string) => (await journal.withReference(reference)).map(({ id }) => id);
    expect([await idsOf('payout a'), await idsOf('payout b'), await idsOf('payment b')]).toEqual([['one'], ['two', 'one'], []]);
    const known = await journal.referenced(['payout b', 'payment b', 'payout a']);
    expect(Object.fromEntries(known)).toEqual({ 'payout a': ['one'], 'payout b': ['one', 'two'] });
    expect((await journal.transfers(START)).map(({ id }) => id)).toEqual(['two', 'one']);
    expect(await journal.transfers(START + 1)).toEqual([]);
  });

  test('are no conversions of strategies, which are found by what they are bound to', async () => {
    const settled = (id: string, kind: 'convert' | 'transfer', venueId: string) =>
      journal.beginSettled(newIntent(id, { kind, lane: id }), { state: 'acknowledged', at: START, venueId });
    await settled('one', 'convert', '71');
    await settled('two', 'convert', '72');
    await settled('three', 'transfer', '73');
    const idsOf = async (...venueIds: string[]) => (await journal.converted(venueIds)).map(({ id }) => id);
    expect([await idsOf('72', '73', '99'), await idsOf('71'), await idsOf()]).toEqual([['two'], ['one'], []]);
  });

  test('are found by each id of the venue that they are bound to, and by no part of one', async () => {
    const settled = (id: string, kind: 'convert' | 'transfer', venueId: string) =>
      journal.beginSettled(newIntent(id, { kind, lane: id }), { state: 'acknowledged', at: START, venueId });
    await settled('one', 'transfer', '71,72');
    await settled('two', 'transfer', '72');
    await settled('three', 'convert', '72');
    await journal.begin(transfer('four', []));
    const idsOf = async (venueId: string) => (await journal.boundTo(venueId)).map(({ id }) => id);
    expect([await idsOf('71'), await idsOf('72'), await idsOf('7'), await idsOf('7_')]).toEqual([['one'], ['one', 'two'], [], []]);
  });

  test('leave no reference behind when they could not be journalled', async () => {
    await journal.begin(transfer('one', ['payout a']));
    const twin = { ...transfer('two', ['payout c']), lane: 'to one' };
    expect(await codeOf(journal.begin(twin))).toBe('lane-frozen');
    expect(await journal.withReference('payout c')).toEqual([]);
  });
});
