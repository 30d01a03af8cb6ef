import { DAY_MS } from '../../base/instant.ts';
import type { DepositRow } from '../../treasury/payments/depositRows.ts';
import type { Column } from '../column.ts';
import { command, option } from '../command.ts';
import { currencyValue, durationValue, oneOf, wholeValue } from '../values.ts';

export const treasuryDepositList = command({
  name: 'treasury deposit list',
  about: 'List deposits of fiat and crypto, newest first, as the venue reports them',
  options: {
    status: option('--status <status>', 'only in this status', oneOf('Pending', 'Completed', 'Declined')),
    currency: option('--currency <currency>', 'only in this currency', currencyValue),
    since: option('--since <duration>', 'only of this time', durationValue, 30 * DAY_MS),
    limit: option('--limit <count>', 'show at most this many', wholeValue(1, 10_000), 100),
  },
  examples: ['treasury deposit list', 'treasury deposit list --status Pending -o json'],
  async run({ options: { status, currency, since, limit } }, shell) {
    const { systemClock } = await import('../../base/systemClock.ts');
    const { readDeposits } = await import('../depositHistory.ts');
    const { printRows } = await import('../print.ts');
    const { depositRows } = await import('../../treasury/payments/depositRows.ts');
    const { fiat, crypto } = await readDeposits(shell, systemClock.now() - since);
    const rows = depositRows(fiat, crypto).filter(
      (row) => (status === undefined || row.status === status) && (currency === undefined || row.currency === currency),
    );
    printRows(shell, columns, rows.slice(0, limit));
  },
});

const columns: readonly Column<DepositRow>[] = [
  { key: 'createdAt', kind: 'time', value: (row) => row.at },
  { key: 'id', value: (row) => row.id },
  { key: 'way', value: (row) => row.way },
  { key: 'status', value: (row) => row.status },
  { key: 'currency', value: (row) => row.currency },
  { key: 'amount', kind: 'number', value: (row) => row.amount },
  { key: 'fee', kind: 'number', value: (row) => row.fee },
  { key: 'credited', kind: 'number', value: (row) => row.credited },
  { key: 'reference', value: (row) => row.reference },
  { key: 'from', value: (row) => row.from },
];
