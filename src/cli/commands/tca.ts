import type { Column } from '../column.ts';
import { command, option } from '../command.ts';
import type { DealCosts } from '../dealCosts.ts';
import { withLocalStore } from '../localStore.ts';
import { oneOf, textValue, timeValue } from '../values.ts';

const MOST = 1_000_000;

export const tca = command({
  name: 'tca',
  about:
    'What deals cost against the mid, the quote and the book at their decision, in basis points: conversions, orders that took or rested, trades, worked orders',
  options: {
    by: option(
      '--by <group>',
      'strategy, size, hour (UTC) or order (each worked order by itself)',
      oneOf('strategy', 'size', 'hour', 'order'),
      'strategy',
    ),
    strategy: option('--strategy <name>', 'only this strategy', textValue),
    from: option('--from <time>', 'only what was decided since then', timeValue),
  },
  examples: ['tca', 'tca --by hour -o csv', 'tca --by size --strategy operator -o json'],
  async run({ options: { by, strategy, from = 0 } }, shell) {
    const { printRows } = await import('../print.ts');
    const { ARRIVALS } = await import('../../daemon/arrivals.ts');
    const { dealCosts, dealsOf } = await import('../dealCosts.ts');
    const deals = await withLocalStore(shell, async (store) => {
      if (store === undefined) return [];
      const fills = await store.fillLog.fills({ strategy, from: from === 0 ? undefined : from, limit: MOST });
      const conversions = await store.fillLog.conversions(MOST);
      return dealsOf(
        await store.state.load(ARRIVALS),
        fills.map(({ fill }) => fill),
        conversions,
      );
    });
    const wanted = deals.filter((deal) => deal.at >= from && (strategy === undefined || deal.strategy === strategy));
    printRows(shell, columns, dealCosts(by === 'order' ? wanted.filter(({ arrival }) => arrival.order !== undefined) : wanted, by));
  },
});

const columns: readonly Column<DealCosts>[] = [
  { key: 'group', value: (row) => row.group },
  { key: 'kind', value: (row) => row.kind },
  { key: 'fromCurrency', value: (row) => row.fromCurrency },
  { key: 'toCurrency', value: (row) => row.toCurrency },
  { key: 'deals', kind: 'number', value: (row) => row.deals },
  { key: 'gave', kind: 'number', value: (row) => row.gave },
  { key: 'brought', kind: 'number', value: (row) => row.brought },
  { key: 'toMidBps', kind: 'number', value: (row) => row.toMid },
  { key: 'toQuoteBps', kind: 'number', value: (row) => row.toQuote },
  { key: 'toBookBps', kind: 'number', value: (row) => row.toBook },
];
