import type { Column } from '../column.ts';
import { command } from '../command.ts';
import { withVenue } from '../withVenue.ts';
import type { VenuePair } from '../venue.ts';

export const pairs = command({
  name: 'pairs',
  about: 'List the trading pairs with their precision, step and volume limits',
  examples: ['pairs', 'pairs -o json'],
  async run(_input, shell) {
    const { printRows } = await import('../print.ts');
    printRows(shell, columns, await withVenue(shell, (venue) => venue.pairs()));
  },
});

const columns: readonly Column<VenuePair>[] = [
  { key: 'symbol', value: (pair) => pair.symbol },
  { key: 'precision', kind: 'number', value: (pair) => pair.precision },
  { key: 'volumeStep', kind: 'number', value: (pair) => pair.volumeStep },
  { key: 'minVolume', kind: 'number', value: (pair) => pair.minVolumeTrade },
  { key: 'maxVolume', kind: 'number', value: (pair) => pair.maxVolumeTrade },
  { key: 'description', value: (pair) => pair.description },
];
