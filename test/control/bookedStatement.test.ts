import { describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { DAY_MS } from '../../src/base/instant.ts';
import { bookedStatement } from '../../src/control/bookedStatement.ts';
import type { BalanceRecord, Ledger, LedgerHistory } from '../../src/model/ledger.ts';
import { executed, historyOf, moved, OCTOBER } from '../treasury/statements/builders.ts';

const NOVEMBER = Date.UTC(2026, 10, 1);
const HISTORY = historyOf({ EUR: '1000', BTC: '1' }, [
  moved('deposit', '=7', OCTOBER + DAY_MS, '250.10 EUR'),
  executed('1', NOVEMBER + DAY_MS, { price: dec('50000'), amount: dec('0.01') }),
]);

function ledgerOf(records: readonly BalanceRecord[] = [], history: LedgerHistory = HISTORY): Pick<Ledger, 'history' | 'balanceRecords'> {
  return { history: (use) => use(history), balanceRecords: async () => Promise.resolve(records) };
}

const asked = { month: '2026-10', currency: undefined, now: NOVEMBER + 2 * DAY_MS };

describe('a month for the page', () => {
  it('ties to the balance that was recorded, with all its lines as CSV', async () => {
    const records = [{ currency: 'EUR', total: dec('1250.10'), at: NOVEMBER - 1 }];
    const { month, months, until, currencies, csv } = await bookedStatement(ledgerOf(records), asked);
    expect({ month, months, until }).toEqual({ month: '2026-10', months: ['2026-11', '2026-10'], until: '2026-11-01T00:00:00.000Z' });
    expect(currencies.map(({ currency, isHeld, isOpen }) => [currency, isHeld, isOpen])).toEqual([
      ['BTC', false, false],
      ['EUR', true, false],
    ]);
    expect(currencies[1]!.rows.map(({ label, amount }) => `${label}: ${amount}`)).toContainEqual('Deposits: 250.1');
    expect(csv!.split('\r\n')[0]).toBe('currency,part,at,what,id,count,gained,lost,amount,balance,note');
    // A text that a spreadsheet would take for a formula is none.
    expect(csv).toContain("'=7");
  });

  it('prints the difference to the balance that was recorded', async () => {
    const records = [{ currency: 'EUR', total: dec('1250'), at: NOVEMBER - 1 }];
    const { currencies } = await bookedStatement(ledgerOf(records), { ...asked, currency: 'EUR' });
    expect(currencies).toMatchObject([{ currency: 'EUR', isHeld: true, isOpen: true }]);
    expect(currencies[0]!.rows.filter(({ isOpen }) => isOpen)).toMatchObject([{ amount: '-0.1' }]);
  });

  it('is the month of now when none is named', async () => {
    expect(await bookedStatement(ledgerOf(), { ...asked, month: undefined })).toMatchObject({ month: '2026-11' });
  });

  it('refuses a month that has not begun, and one before the books', async () => {
    await expect(bookedStatement(ledgerOf(), { ...asked, month: '2027-01' })).rejects.toMatchObject({
      message: 'month: 2027-01 has not begun',
    });
    await expect(bookedStatement(ledgerOf(), { ...asked, month: '2026-01' })).rejects.toMatchObject({ code: 'not-found' });
  });

  it('leaves out a CSV that is too long for a page', { tags: 'long' }, async () => {
    const many = Array.from({ length: 60_000 }, (_, n) => moved('deposit', `${'x'.repeat(80)}${n}`, OCTOBER + n, '1 EUR'));
    expect(await bookedStatement(ledgerOf([], historyOf({ EUR: '0' }, many)), asked)).toMatchObject({ csv: undefined });
  });
});
