import type { Column } from '../column.ts';
import { command } from '../command.ts';
import { withVenue } from '../withVenue.ts';
import type { VenueBalance } from '../venue.ts';

export const balances = command({
  name: 'balances',
  about: 'Show the balances of the account: total, available, and what open orders hold',
  examples: ['balances', 'balances -o json'],
  async run(_input, shell) {
    const { printRows } = await import('../print.ts');
    printRows(shell, columns, await withVenue(shell, (venue) => venue.balances()));
  },
});

const columns: readonly Column<VenueBalance>[] = [
  { key: 'currency', value: (row) => row.currency },
  { key: 'total', kind: 'number', value: (row) => row.totalBalance },
  { key: 'available', kind: 'number', value: (row) => row.availableBalance },
  { key: 'held', kind: 'number', value: (row) => row.totalBalance.minus(row.availableBalance) },
];
