import { expect, it } from 'vitest';
import type { Ask, Texts } from '../../../src/treasury/payments/ask.ts';
import { readCryptoDeposits, readFiatDeposits } from '../../../src/treasury/payments/depositReads.ts';
import { depositRows } from '../../../src/treasury/payments/depositRows.ts';
import { cryptoRow, fiatRow } from './rows.ts';

it('puts both histories into one list, newest first, with what was credited', () => {
  const fiat = [
    fiatRow({
      createdOn: 20,
      status: 'Completed',
      paymentMethod: 'WireTransfer',
      totalAmount: 1000,
      executedAmount: 994,
      fee: 6,
      referenceId: 'WT-1',
    }),
  ];
  const crypto = [
    cryptoRow({ createdOn: 30, status: 'Pending', totalAmount: 1, networkCode: 'BTC', clientTag: 'till' }),
    cryptoRow({ id: '2', createdOn: 10, status: 'Declined', totalAmount: 2 }),
  ];
  expect(depositRows(fiat, crypto).map(({ at, way, credited, reference }) => [at, way, credited.toFixed(), reference])).toEqual([
    [30, 'BTC', '0', 'till'],
    [20, 'WireTransfer', '994', 'WT-1'],
    [10, 'crypto', '0', undefined],
  ]);
});

it('reads back as far as is wanted, deposits only, over as many pages as it takes', async () => {
  const rows = Array.from({ length: 250 }, (_, i) => ({
    ...fiatRow({ createdOn: 1000 - i, status: 'Completed', totalAmount: 1 }),
    id: `${i}`,
    type: i % 2 === 0 ? 'Deposit' : 'Withdrawal',
  }));
  const coins = rows.map((row) => ({ ...row, type: row.type === 'Deposit' ? 'Receive' : 'Send' }));
  const asked: Texts[] = [];
  const ask = (operation: string, params: Texts): Promise<unknown> => {
    asked.push(params);
    const list: readonly object[] = operation === 'transactions.list' ? coins : rows;
    const [page, count] = [Number(params['page']), Number(params['count'])];
    return Promise.resolve({ data: list.slice(page * count, (page + 1) * count), total: list.length });
  };
  expect(await readFiatDeposits(ask as Ask<'exchange'>, 0, 802)).toHaveLength(100);
  expect(asked.map(({ page }) => page)).toEqual(['0', '1']);
  expect(await readCryptoDeposits(ask as Ask<'exchange'>, 0, 0)).toHaveLength(125);
});
