import type { Column } from '../column.ts';
import { command, option } from '../command.ts';
import { wholeValue } from '../values.ts';
import type { VenueConversion } from '../venue.ts';
import { withVenue } from '../withVenue.ts';

export const convertHistory = command({
  name: 'convert history',
  about: 'List the conversions of the account, newest first, as the venue reports them',
  options: { limit: option('--limit <count>', 'show at most this many', wholeValue(1, 500), 50) },
  examples: ['convert history', 'convert history --limit 10 -o json'],
  async run({ options: { limit } }, shell) {
    const { printRows } = await import('../print.ts');
    printRows(shell, columns, await withVenue(shell, (venue) => venue.conversions(limit)));
  },
});

const columns: readonly Column<VenueConversion>[] = [
  { key: 'id', value: (row) => row.id },
  { key: 'executedAt', kind: 'time', value: (row) => row.operationExecutionTime },
  { key: 'fromCurrency', value: (row) => row.fromCurrency },
  { key: 'fromAmount', kind: 'number', value: (row) => row.amountFrom },
  { key: 'toCurrency', value: (row) => row.toCurrency },
  { key: 'toAmount', kind: 'number', value: (row) => row.amountTo },
  { key: 'rate', kind: 'number', value: (row) => row.rate },
  { key: 'status', value: (row) => row.status },
];
