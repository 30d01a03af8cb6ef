import { describe, expect, it } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import { DAY_MS } from '../../../src/base/instant.ts';
import type { LedgerHistory } from '../../../src/model/ledger.ts';
import { DEFAULT_ACCOUNTS } from '../../../src/treasury/bookkeeping/accounts.ts';
import { beancountFormat } from '../../../src/treasury/bookkeeping/beancountFormat.ts';
import { exportLedger, type ExportOptions } from '../../../src/treasury/bookkeeping/exportLedger.ts';
import { hledgerFormat } from '../../../src/treasury/bookkeeping/hledgerFormat.ts';
import { ledgerCsv } from '../../../src/treasury/bookkeeping/ledgerCsv.ts';
import { executed, historyOf, moved, OCTOBER } from '../statements/builders.ts';

const BOOKS = historyOf({ EUR: '1000' }, [
  executed('f1', OCTOBER + DAY_MS, { amount: dec('2'), price: dec('100.5'), fee: dec('0.4'), orderId: 'o1' }),
  { ...moved('adjustment', 'by hand 1', OCTOBER + 2 * DAY_MS, '3 1INCH'), note: 'gift; "of" the\nvenue' },
  moved('conversion', '9', OCTOBER + 32 * DAY_MS, '-1 BTC', '110 EUR'),
  moved('withdrawal', 'crypto 8', OCTOBER + 62 * DAY_MS, '-0.5 BTC'),
]);

async function exported(over: Partial<ExportOptions> = {}, history: LedgerHistory = BOOKS): Promise<string> {
  const options = {
    format: hledgerFormat,
    from: undefined,
    to: undefined,
    zone: 'UTC',
    accounts: DEFAULT_ACCOUNTS,
    currency: 'EUR',
    gains: undefined,
  };
  return (await Array.fromAsync(exportLedger(history, { ...options, ...over }))).join('');
}

describe('exportLedger', () => {
  it('writes a journal of hledger', async () => {
    expect((await exported()).split('\n')).toEqual([
      'decimal-mark .',
      'commodity "1INCH"',
      'commodity BTC',
      'commodity EUR',
      'account Assets:Venue:1INCH',
      'account Assets:Venue:BTC',
      'account Assets:Venue:EUR',
      'account Equity:Adjustments',
      'account Equity:Opening-Balances',
      'account Equity:Withdrawals',
      'account Expenses:Fees',
      '',
      '2026-10-01 * Opening balances',
      '    ; id: opening',
      '    ; at: 2026-10-01T00:00:00.000Z',
      '    Equity:Opening-Balances  -1000 EUR',
      '    Assets:Venue:EUR  1000 EUR',
      '',
      '2026-10-02 * Buy BTC/EUR',
      '    ; id: fill f1',
      '    ; at: 2026-10-02T00:00:00.000Z',
      '    ; order: o1',
      '    ; strategy: maker',
      '    Assets:Venue:BTC  2 BTC @ 100.5 EUR',
      '    Assets:Venue:EUR  -201 EUR',
      '    Expenses:Fees  0.4 EUR',
      '    Assets:Venue:EUR  -0.4 EUR',
      '',
      '2026-10-03 * Adjustment of 1INCH',
      '    ; id: adjustment by hand 1',
      '    ; at: 2026-10-03T00:00:00.000Z',
      '    ; note: gift; "of" the venue',
      '    Equity:Adjustments  -3 "1INCH"',
      '    Assets:Venue:1INCH  3 "1INCH"',
      '',
      '2026-10-31 * Balances',
      '    Assets:Venue:1INCH  0 "1INCH" = 3 "1INCH"',
      '    Assets:Venue:BTC  0 BTC = 2 BTC',
      '    Assets:Venue:EUR  0 EUR = 798.6 EUR',
      '',
      '2026-11-02 * Conversion of BTC into EUR',
      '    ; id: conversion 9',
      '    ; at: 2026-11-02T00:00:00.000Z',
      '    Assets:Venue:BTC  -1 BTC @@ 110 EUR',
      '    Assets:Venue:EUR  110 EUR',
      '',
      '2026-11-30 * Balances',
      '    Assets:Venue:1INCH  0 "1INCH" = 3 "1INCH"',
      '    Assets:Venue:BTC  0 BTC = 1 BTC',
      '    Assets:Venue:EUR  0 EUR = 908.6 EUR',
      '',
      '2026-12-02 * Withdrawal of BTC',
      '    ; id: withdrawal crypto 8',
      '    ; at: 2026-12-02T00:00:00.000Z',
      '    Equity:Withdrawals  0.5 BTC',
      '    Assets:Venue:BTC  -0.5 BTC',
      '',
      '2026-12-02 * Balances',
      '    Assets:Venue:1INCH  0 "1INCH" = 3 "1INCH"',
      '    Assets:Venue:BTC  0 BTC = 0.5 BTC',
      '    Assets:Venue:EUR  0 EUR = 908.6 EUR',
      '',
    ]);
  });

  it('keeps a note whole in hledger, where a comma ends a tag and begins another one', async () => {
    const note = 'refund, id: fill f1, at: 1,5 BTC';
    const text = await exported({}, historyOf({ EUR: '1' }, [{ ...moved('adjustment', 'by hand 1', OCTOBER, '3 EUR'), note }]));
    expect(text).toContain('    ; note: refund; id: fill f1; at: 1;5 BTC\n');
  });

  it('writes a file of beancount, with gains and with accounts of a person', async () => {
    const accounts = { ...DEFAULT_ACCOUNTS, wallet: 'Assets:Exchange', gains: 'Income:Trading:{currency}' };
    const gains = { method: 'fifo', prices: new Map([['adjustment by hand 1', dec('0.2')]]), isOwn: () => true } as const;
    const text = await exported({ format: beancountFormat, accounts, gains });
    expect(text.split('\n').slice(0, 9)).toEqual([
      'option "operating_currency" "EUR"',
      'option "booking_method" "NONE"',
      'option "inferred_tolerance_default" "*:0.000000000001"',
      '2026-10-01 commodity X-1INCH',
      '2026-10-01 commodity BTC',
      '2026-10-01 commodity EUR',
      '2026-10-01 open Assets:Exchange',
      '2026-10-01 open Equity:Adjustments',
      '2026-10-01 open Equity:Gains',
    ]);
    expect(text).toContain('  note: "gift; \\"of\\" the venue"\n');
    expect(text).toContain(
      [
        '2026-11-01 balance Assets:Exchange  3 ~ 0 X-1INCH',
        '2026-11-01 balance Assets:Exchange  2 ~ 0 BTC',
        '2026-11-01 balance Assets:Exchange  798.6 ~ 0 EUR',
        '',
        '2026-11-02 * "Conversion of BTC into EUR"',
        '  id: "conversion 9"',
        '  at: "2026-11-02T00:00:00.000Z"',
        '  Assets:Exchange  -1 BTC @@ 110 EUR',
        '  Assets:Exchange  110 EUR',
        '  Income:Trading:EUR  -9.5 EUR',
        '  Equity:Gains  9.5 EUR',
        '',
      ].join('\n'),
    );
    expect(text.trimEnd().split('\n').at(-1)).toBe('2026-12-03 balance Assets:Exchange  908.6 ~ 0 EUR');
  });

  it('writes a row for each posting, safe in a spreadsheet, and with its sign', async () => {
    const lines = (await exported({ format: ledgerCsv })).split('\r\n');
    expect(lines[0]).toBe('day,at,id,description,account,amount,currency,price,totalPrice,priceCurrency,note');
    expect(lines).toContain('2026-10-02,2026-10-02T00:00:00.000Z,fill f1,Buy BTC/EUR,Assets:Venue:BTC,2,BTC,100.5,,EUR,');
    expect(lines).toContain(
      '2026-11-02,2026-11-02T00:00:00.000Z,conversion 9,Conversion of BTC into EUR,Assets:Venue:BTC,-1,BTC,,110,EUR,',
    );
  });

  it('writes a part, which begins with what was before it', async () => {
    const [from, to] = [OCTOBER + 31 * DAY_MS, OCTOBER + 61 * DAY_MS];
    const text = await exported({ from, to });
    expect(text).toContain(
      [
        '2026-11-01 * Opening balances',
        '    ; id: opening',
        '    ; at: 2026-11-01T00:00:00.000Z',
        '    Equity:Opening-Balances  -3 "1INCH"',
        '    Assets:Venue:1INCH  3 "1INCH"',
      ].join('\n'),
    );
    expect(text.match(/ id: .*/g)).toEqual([' id: opening', ' id: conversion 9']);
    expect(text.trimEnd().split('\n').at(-1)).toBe('    Assets:Venue:EUR  0 EUR = 908.6 EUR');
    await expect(exported({ from: undefined, to: OCTOBER - 1 })).rejects.toMatchObject({ code: 'not-found' });
  });

  it('counts the days and months of a zone', async () => {
    const history = historyOf({}, [
      moved('deposit', 'fiat 1', OCTOBER + 31 * DAY_MS - 3_600_000, '1 EUR'),
      moved('deposit', 'fiat 2', OCTOBER + 31 * DAY_MS, '1 EUR'),
    ]);
    expect((await exported({}, history)).match(/2026-10-31 \* Balances/g)).toHaveLength(1);
    const berlin = await exported({ zone: 'Europe/Berlin' }, history);
    expect(berlin).toContain('2026-11-01 * Deposit of EUR\n    ; id: deposit fiat 1');
  });

  it('asserts at the end what the sums of the ledger say, so that a changed row is found', async () => {
    const sums = new Map([...BOOKS.sums, ['EUR', dec('908.7')]] as const);
    expect((await exported({}, { ...BOOKS, sums })).trimEnd().split('\n').at(-1)).toBe('    Assets:Venue:EUR  0 EUR = 908.7 EUR');
  });

  it('writes the same bytes each time, and goes on from them when more has happened', async () => {
    const text = await exported();
    expect(await exported()).toBe(text);
    const all = await Array.fromAsync(BOOKS.movements());
    const more = await exported(
      {},
      historyOf({ EUR: '1000' }, [...all, moved('withdrawal', 'crypto 9', OCTOBER + 63 * DAY_MS, '-0.1 BTC')]),
    );
    const shared = text.slice(0, text.lastIndexOf('\n\n'));
    expect(more.startsWith(shared)).toBe(true);
  });

  it('shows a fee that came later as a transaction of its own', async () => {
    const history = historyOf({ EUR: '5' }, [executed('f1 fee', OCTOBER + 1, { amount: dec('0'), price: dec('100'), fee: dec('0.4') })]);
    const text = await exported({}, history);
    expect(text).toContain('* Fee of BTC/EUR\n');
    expect(text).toContain('    Expenses:Fees  0.4 EUR\n    Assets:Venue:EUR  -0.4 EUR\n');
  });
});
