import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemClock } from '../../src/base/systemClock.ts';
import type { Journal } from '../../src/model/journal.ts';
import type { Database } from '../../src/store/database.ts';
import { takeOver } from '../../src/store/takeOver.ts';
import { boundOrder, codeOf, journalOn, newIntent, ownedDatabase, START } from './builders.ts';

let database: Database;
let fence: (epoch: number) => void;
let journal: Journal;

beforeEach(async () => {
  const owned = await ownedDatabase();
  ({ database, fence } = owned);
  journal = journalOn(database, owned.epoch);
});
afterEach(() => database.close());

test('each intent says which owner began it, and which one changed it last', async () => {
  for (const id of ['a', 'b']) await journal.begin(newIntent(id, { lane: id }));
  await journal.settle('a', { state: 'rejected', at: START });
  const { epoch } = await takeOver(database, systemClock, undefined);
  fence(epoch);
  const later = journalOn(database, epoch);
  await later.begin(newIntent('c', { lane: 'c' }));
  const owners = (await later.list(9)).map((intent) => [intent.id, intent.begunEpoch, intent.settledEpoch]);
  expect(owners).toEqual([
    ['c', epoch, undefined],
    ['b', epoch - 1, epoch],
    ['a', epoch - 1, epoch - 1],
  ]);
});

test('the tables refuse an intent of an owner that was overtaken, even where nobody has looked before', async () => {
  await journal.begin(newIntent('a'));
  const { epoch } = await takeOver(database, systemClock, undefined);
  fence(epoch);
  const insert = `INSERT INTO intent(id, kind, decision, lane, strategy, fingerprint, body, body_hash, state, created_at, exposure, exposure_currency, begun_epoch)
    SELECT 'b', kind, 'decision-b', 'b', strategy, fingerprint, body, body_hash, state, created_at, exposure, exposure_currency, ? FROM intent`;
  expect(await codeOf(database.run(insert, epoch - 1))).toBe('daemon-running');
  // The old owner still tries to say what became of its order.
  expect(await codeOf(journal.settle('a', { state: 'adopted', at: START, order: boundOrder('1', 'a') }))).toBe('daemon-running');
  expect((await journal.list(9)).map(({ id, state }) => [id, state])).toEqual([['a', 'unknown']]);
  expect(await database.run(insert, epoch)).toBe(1);
});
