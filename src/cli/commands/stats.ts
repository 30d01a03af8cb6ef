import type { Column } from '../column.ts';
import { command } from '../command.ts';
import { withVenue } from '../withVenue.ts';
import type { VenueStatistics } from '../venue.ts';

export const stats = command({
  name: 'stats',
  about: 'Show the 24-hour statistics of every pair',
  examples: ['stats', 'stats -o md'],
  async run(_input, shell) {
    const { printRows } = await import('../print.ts');
    printRows(shell, columns, await withVenue(shell, (venue) => venue.statistics()));
  },
});

const columns: readonly Column<VenueStatistics>[] = [
  { key: 'symbol', value: (row) => row.symbol },
  { key: 'lastPrice', title: 'LAST', kind: 'number', value: (row) => row.lastPrice },
  { key: 'highestBid', title: 'BID', kind: 'number', value: (row) => row.highestBid },
  { key: 'lowestAsk', title: 'ASK', kind: 'number', value: (row) => row.lowestAsk },
  {
    key: 'priceChangePercent',
    title: 'CHANGE %',
    kind: 'number',
    value: (row) => row.priceChangePercent24H,
    style: ({ priceChangePercent24H: change }) => (change === undefined || change.isZero() ? undefined : change.lt(0) ? 'red' : 'green'),
  },
  { key: 'lowestPrice', title: 'LOW', kind: 'number', value: (row) => row.lowestPrice24H },
  { key: 'highestPrice', title: 'HIGH', kind: 'number', value: (row) => row.highestPrice24H },
  { key: 'baseVolume', kind: 'number', value: (row) => row.last24HTradeVolume },
  { key: 'quoteVolume', kind: 'number', value: (row) => row.quoteVolume },
];
