import { counted } from '../../base/counted.ts';
import type { Column } from '../column.ts';
import { command, option } from '../command.ts';
import type { DealCosts } from '../dealCosts.ts';
import { note } from '../shell.ts';
import { readLocalStore } from '../localStore.ts';
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
    const { assertStrategyKnown } = await import('../assertStrategyKnown.ts');
    const { dealCosts, dealsOf, withoutArrival } = await import('../dealCosts.ts');
    const [deals, unknown] = await readLocalStore(shell, async (store) => {
      const found = await store.fillLog.fills({ strategy, from: from === 0 ? undefined : from, limit: MOST });
      const fills = found.map(({ fill }) => fill);
      const conversions = (await store.fillLog.conversions(MOST)).filter(
        (one) => one.executedAt >= from && (strategy === undefined || one.strategy === strategy),
      );
      if (strategy !== undefined && fills.length === 0 && conversions.length === 0) await assertStrategyKnown(shell, store, strategy);
      const arrivals = await store.state.load(ARRIVALS);
      return [dealsOf(arrivals, fills, conversions), withoutArrival(arrivals, fills, conversions)] as const;
    });
    const wanted = deals.filter((deal) => deal.at >= from);
    printRows(shell, columns, dealCosts(by === 'order' ? wanted.filter(({ arrival }) => arrival.order !== undefined) : wanted, by));
    if (unknown > 0)
      note(
        shell,
        `${counted(unknown, 'execution or conversion is', 'executions and conversions are')} left out: what was known at ${unknown === 1 ? 'its' : 'their'} decision is not kept`,
      );
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
