import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { Fault } from '../../src/base/fault.ts';
import { DAY_MS } from '../../src/base/instant.ts';
import type { FillLog } from '../../src/model/journal.ts';
import type { Ledger, LedgerEntry, LedgerMovement } from '../../src/model/ledger.ts';
import type { Database } from '../../src/store/database.ts';
import { createFillLog } from '../../src/store/fillLog.ts';
import { FILL_COLUMNS } from '../../src/store/fillRow.ts';
import { createLedger } from '../../src/store/ledgerStore.ts';
import { loggedFill, ownedDatabase } from './builders.ts';

let database: Database;
let ledger: Ledger;
let log: FillLog;

beforeEach(async () => {
  ({ database } = await ownedDatabase());
  ledger = createLedger(database);
  log = createFillLog(database);
});
afterEach(() => database.close());

const entry = (over: Partial<LedgerEntry>): LedgerEntry => ({
  cause: 'deposit',
  reference: '7',
  currency: 'EUR',
  amount: dec('100'),
  at: 1000,
  note: undefined,
  ...over,
});
const opening = (amount: string, at = 1000): LedgerEntry => entry({ cause: 'opening', reference: 'opening', amount: dec(amount), at });
const buy = (id: string, tradedAt: number, amount = '1') =>
  loggedFill(id, { symbol: 'BTC/EUR', price: dec('10'), amount: dec(amount), fee: dec('0.1'), feeCurrency: 'EUR', tradedAt });

const texts = (amounts: ReadonlyMap<string, unknown>): string[] =>
  [...amounts].map(([currency, amount]) => `${amount} ${currency}`).toSorted();

async function read(): Promise<{ beganAt: number; opening: string[]; sums: string[]; movements: string[]; all: LedgerMovement[] }> {
  return ledger.history(async ({ beganAt, opening: began, sums, movements }) => {
    const all = await Array.fromAsync(movements());
    const lines = all.map(({ cause, id, at, postings }) =>
      [`${at} ${cause} ${id}`, ...postings.map(({ cause: why, currency, amount }) => `${why} ${amount.toFixed()} ${currency}`)].join(' | '),
    );
    return { beganAt, opening: texts(began), sums: texts(sums), movements: lines, all };
  });
}

describe('the history of the ledger', () => {
  it('begins with what the opening balances say, and has what came later in order of time', async () => {
    await log.record([buy('before', 900)]);
    await ledger.sums();
    await ledger.post([opening('500')]);
    await log.record([buy('b', 2000), buy('a', 2000), buy('c', 1500)]);
    await ledger.post([entry({ reference: '8', at: 1800, note: 'n' }), entry({ cause: 'withdrawal', amount: dec('-5'), at: 2000 })]);
    const { beganAt, opening: began, sums, movements, all } = await read();
    expect([beganAt, began]).toEqual([1000, ['500 EUR']]);
    expect(movements).toEqual([
      '1500 fill c | fill 1 BTC | fill -10 EUR | fee -0.1 EUR',
      '1800 deposit 8 | deposit 100 EUR',
      '2000 withdrawal 7 | withdrawal -5 EUR',
      '2000 fill a | fill 1 BTC | fill -10 EUR | fee -0.1 EUR',
      '2000 fill b | fill 1 BTC | fill -10 EUR | fee -0.1 EUR',
    ]);
    expect(sums).toEqual(['3 BTC', '564.7 EUR']);
    expect([all[0]!.fill?.id, all[1]!.note]).toEqual(['c', 'n']);
  });

  it('has a deposit or withdrawal and its fee as one movement, and any other fee as one of its own', async () => {
    await ledger.post([opening('500')]);
    await ledger.post([
      entry({ cause: 'fee', reference: 'fiat 1', amount: dec('-6'), at: 2000 }),
      entry({ reference: 'fiat 1', amount: dec('1000'), at: 2000 }),
      entry({ cause: 'withdrawal', reference: 'crypto 1', amount: dec('-5'), at: 2001 }),
      entry({ cause: 'fee', reference: 'crypto 1', amount: dec('-0.2'), at: 2001 }),
      entry({ cause: 'fee', reference: 'by hand 1', amount: dec('-1'), at: 2002 }),
    ]);
    expect((await read()).movements).toEqual([
      '2000 deposit fiat 1 | deposit 1000 EUR | fee -6 EUR',
      '2001 withdrawal crypto 1 | withdrawal -5 EUR | fee -0.2 EUR',
      '2002 fee by hand 1 | fee -1 EUR',
    ]);
  });

  it('has in its opening what was logged late of a time before the ledger began', async () => {
    await ledger.sums();
    await ledger.post([opening('500')]);
    await log.record([buy('late', 900), buy('x', 1100)]);
    const { opening: began, movements, sums } = await read();
    expect(began).toEqual(['1 BTC', '489.9 EUR']);
    expect(movements).toHaveLength(1);
    expect(sums).toEqual(['2 BTC', '479.8 EUR']);
  });

  it('knows the opening of a ledger that began with an earlier version by its sums', async () => {
    await log.record([buy('before', 900)]);
    await ledger.sums();
    await ledger.post([opening('500'), { ...opening('2'), currency: 'BTC' }]);
    await log.record([buy('late', 950), buy('x', 1100)]);
    await ledger.sums();
    const known = await read();
    await database.run('UPDATE ledger_mark SET first_fill = NULL');
    const { opening: began, movements } = await read();
    // What shows late of a time before the ledger began is in its opening balances already.
    expect([began, movements.length]).toEqual([['2 BTC', '500 EUR'], 1]);
    expect(known.opening).toEqual(began);
  });

  it('makes one movement of a conversion, whether its entries are posted yet or not', async () => {
    await ledger.sums();
    await ledger.post([opening('500')]);
    const conversion = { id: 'c', fromCurrency: 'EUR', toCurrency: 'BTC', fromAmount: dec('100'), toAmount: dec('2'), rate: dec('0.02') };
    await log.recordConversion({ ...conversion, executedAt: 1500, intentId: undefined, strategy: undefined });
    const movement = '1500 conversion c | conversion 2 BTC | conversion -100 EUR';
    const fresh = await read();
    await ledger.sums();
    const posted = await read();
    for (const { movements, sums } of [fresh, posted]) expect([movements, sums]).toEqual([[movement], ['2 BTC', '400 EUR']]);
  });

  it('reads more fills than fit into a page, those of the same time in the order of their ids', { tags: 'long' }, async () => {
    await ledger.sums();
    await ledger.post([opening('500')]);
    await log.record([buy('model', 1500)]);
    const others = FILL_COLUMNS.filter((column) => column !== 'id' && column !== 'traded_at').join(', ');
    await database.run(`INSERT INTO fill(id, traded_at, ${others})
      WITH RECURSIVE n(i) AS (SELECT 20049 UNION ALL SELECT i - 1 FROM n WHERE i > 0)
      SELECT substr(CAST(100000 + i AS TEXT), 2), 2000 + i / 256, ${others} FROM n, fill`);
    const ids = ['model', ...Array.from({ length: 20_050 }, (_, at) => String(at).padStart(5, '0'))];
    const { all } = await read();
    expect(all.map(({ id }) => id)).toEqual(ids);
  });

  it('tells that a row was changed: the sums are kept apart from the rows', async () => {
    await ledger.sums();
    await ledger.post([opening('500'), entry({ at: 1500 })]);
    await database.run("UPDATE ledger_entry SET amount = '90' WHERE cause = 'deposit'");
    const { movements, sums } = await read();
    expect([movements, sums]).toEqual([['1500 deposit 7 | deposit 90 EUR'], ['600 EUR']]);
  });

  it('says how a ledger begins, and gives an error of its reader as it is', async () => {
    await expect(read()).rejects.toMatchObject({ code: 'not-found', message: 'the ledger of this account has not begun' });
    await ledger.post([opening('500')]);
    const own = new Fault('check-failed', 'mine');
    await expect(ledger.history(() => Promise.reject(own))).rejects.toMatchObject({ code: 'check-failed', message: 'mine' });
    await ledger.post([entry({ reference: 'it goes on' })]);
  });
});

describe('recorded balances', () => {
  const record = (currency: string, total: string, at: number) => ({ currency, total: dec(total), at });

  it('keeps of each day and currency the last', async () => {
    await ledger.recordBalances([record('EUR', '5', 10), record('BTC', '1', 10)]);
    await ledger.recordBalances([record('EUR', '6', 30), record('BTC', '2', DAY_MS)]);
    await ledger.recordBalances([record('EUR', '7', 20)]);
    const kept = async (from: number, to: number) =>
      (await ledger.balanceRecords(from, to)).map(({ currency, total, at }) => `${currency} ${total.toFixed()} ${at}`);
    expect(await kept(0, DAY_MS)).toEqual(['BTC 1 10', 'EUR 6 30']);
    expect(await kept(0, DAY_MS + 1)).toEqual([`BTC 2 ${DAY_MS}`, 'EUR 6 30']);
    expect(await kept(31, DAY_MS)).toEqual([]);
  });
});
