import { readFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { DAY_MS } from '../../src/base/instant.ts';
import { systemClock } from '../../src/base/systemClock.ts';
import { createFillLog } from '../../src/store/fillLog.ts';
import { createLedger } from '../../src/store/ledgerStore.ts';
import { POSTGRES_VIEWS } from '../../src/store/postgresViews.ts';
import { readDatabase } from '../../src/store/readDatabase.ts';
import { openTreasuryStore } from '../../src/store/treasuryStore.ts';
import { journalOn, loggedFill, newIntent, newPlace, ownedDatabase, START } from './builders.ts';
import { AT, move, NOTE, WAITING } from './moveBuilders.ts';

/** The queries of a block of sql of the page. */
function documented(block: number): readonly string[] {
  const text = readFileSync('docs/postgres.md', 'utf8').split('```sql\n')[block]!.split('```')[0]!;
  return text
    .split(';\n')
    .map((query) => query.replaceAll(/^--.*$/gm, '').trim())
    .filter((query) => query.startsWith('SELECT'));
}

test('the queries of docs/postgres.md give what was traded, earned and paid', async () => {
  const { database, epoch } = await ownedDatabase();
  await journalOn(database, epoch).begin(newIntent('intent-9'));
  await database.exec(POSTGRES_VIEWS);
  const book = { exchangeAt: 0, receivedAt: 0, bids: [['99', '1']], asks: [['101', '1']] } as const;
  const traded = (id: string, side: 'Buy' | 'Sell', price: string, days: number) => ({
    ...loggedFill(id, {
      side,
      price: dec(price),
      amount: dec('2'),
      fee: dec('0.5'),
      feeCurrency: 'EUR',
      symbol: 'BTC/EUR',
      strategy: 'maker',
      tradedAt: START + days * DAY_MS,
    }),
    book,
  });
  await createFillLog(database).record([traded('a', 'Buy', '100', 0), traded('b', 'Buy', '110', 0.1), traded('c', 'Sell', '120', 1)]);
  await createLedger(database).post([
    { cause: 'deposit', reference: 'd', currency: 'EUR', amount: dec('1000.01'), at: START, note: undefined },
  ]);
  const queries = documented(1);
  const [fills, profit, ledger, slippage, owners] = await Promise.all(queries.map((query) => database.all<Record<string, unknown>>(query)));
  expect(fills!.map(({ side, price, amount, fee }) => [side, price, amount, fee])).toEqual([
    ['Sell', '120', '2', '0.5'],
    ['Buy', '110', '2', '0.5'],
    ['Buy', '100', '2', '0.5'],
  ]);
  // Four at 110 for 420 and 1 of fees; then two sold at 120 and two left at 120, with 0.5 of fees.
  expect(profit!.map((row) => [row['strategy'], row['currency'], Number(row['profit']), row['fills']])).toEqual([
    ['maker', 'EUR', 19, '2'],
    ['maker', 'EUR', 39.5, '1'],
  ]);
  expect(ledger!.map(({ cause, amount }) => [cause, amount])).toEqual([['deposit', '1000.01']]);
  expect(slippage).toEqual([{ strategy: 'maker', symbol: 'BTC/EUR', count: 3, average: '-333.33', worst: '1000.0000' }]);
  expect(owners).toMatchObject([{ id: 'intent-9', kind: 'place', state: 'sending', epoch, machine: hostname(), pid: process.pid }]);
  await database.close();
});

test('those of a treasury give what was asked for, and what has left', async () => {
  const place = newPlace(tmpdir());
  const store = await openTreasuryStore({ ...place, clock: systemClock });
  const sent = { ...WAITING, state: 'completed', sentAt: START, fee: dec('0.0001') } as const;
  await store.moves.add(move('W-1', { state: 'completed', progress: [sent] }), AT, NOTE);
  await store.moves.add(move('W-2', { createdAt: AT + 1 }), AT, NOTE);
  const database = await readDatabase({ ...place, clock: systemClock });
  const [payments, months] = await Promise.all(documented(2).map((query) => database.all<Record<string, unknown>>(query)));
  expect(
    payments!.map(({ id, initiator, amount, currency, to_entry: to, payment_state: state, fee }) => [
      id,
      initiator,
      amount,
      currency,
      to,
      state,
      fee,
    ]),
  ).toEqual([
    ['W-2', 'anna', '0.10000000000000000001', 'BTC', 'cold-1', 'waiting', null],
    ['W-1', 'anna', '0.10000000000000000001', 'BTC', 'cold-1', 'completed', '0.0001'],
  ]);
  expect(months).toMatchObject([{ currency: 'BTC', amount: '0.10000000000000000001', count: 1 }]);
  await database.close();
  await store.close();
});
