import { DAY_MS } from '../../base/instant.ts';
import type { ProfitRow } from '../../daemon/history/profitRow.ts';
import { PERIODS } from '../../model/profitPeriod.ts';
import type { Column } from '../column.ts';
import { command, option } from '../command.ts';
import { note } from '../shell.ts';
import { durationValue, oneOf, textValue } from '../values.ts';

export const profit = command({
  name: 'profit',
  about:
    'Show what each strategy made in each day, week or month (UTC), oldest first, over restarts too (of the demo only since its start): what was closed, after fees, and with what open positions gained at the mids',
  options: {
    by: option('--by <period>', `${PERIODS.slice(0, -1).join(', ')} or ${PERIODS.at(-1)}`, oneOf(...PERIODS), 'day'),
    since: option('--since <duration>', 'how far back; the first period is whole', durationValue, 30 * DAY_MS),
    strategy: option('--strategy <name>', 'only this strategy', textValue),
  },
  examples: ['profit', 'profit --by month --since 365d', 'profit --strategy btc-maker -o csv'],
  async run({ options: { by, since, strategy } }, shell) {
    const { systemClock } = await import('../../base/systemClock.ts');
    const { daemonOf, reachDaemon } = await import('../daemonWay.ts');
    const { assertStrategyKnown } = await import('../assertStrategyKnown.ts');
    const { readLocalStore } = await import('../localStore.ts');
    const { profitByPeriod } = await import('../../daemon/history/profitByPeriod.ts');
    const { profitRow, profitSums } = await import('../../daemon/history/profitRow.ts');
    const { profitPoint } = await import('../../model/profitPoint.ts');
    const { printRows } = await import('../print.ts');
    const { control } = await reachDaemon(shell, daemonOf);
    const status = await control?.call('status', {});
    const now = systemClock.now();
    const query = { period: by, from: now - since, now, strategy, newest: status && profitPoint(status.strategies, now) };
    // In this process, also while a daemon runs: its trading does not wait while a long history is read.
    const periods = await readLocalStore(shell, async (records) => {
      const found = await profitByPeriod(records, query);
      if (found.length === 0 && strategy !== undefined) await assertStrategyKnown(shell, records, strategy);
      return found;
    });
    const rows = periods.map(profitRow);
    const { moneyText } = await import('../../base/moneyText.ts');
    const money = (key: 'fees' | 'realised' | 'profit'): Column<ProfitRow> => ({
      key,
      kind: 'number',
      value: (row) => row[key] ?? undefined,
      short: (row) => (row[key] === null ? undefined : moneyText(row[key], row.currency)),
    });
    const columns: readonly Column<ProfitRow>[] = [
      { key: 'from', title: by.toUpperCase(), value: (row) => row.from },
      { key: 'strategy', value: (row) => row.strategy },
      { key: 'symbol', value: (row) => row.symbol },
      { key: 'currency', value: (row) => row.currency },
      { key: 'fills', kind: 'number', value: (row) => row.fills },
      money('fees'),
      money('realised'),
      money('profit'),
    ];
    const otherFees: Column<ProfitRow> = {
      key: 'otherFees',
      value: (row) =>
        Object.entries(row.otherFees)
          .map(([paidIn, fee]) => `${fee} ${paidIn}`)
          .join(', '),
    };
    printRows(shell, shell.options.output === 'table' ? columns : [...columns, otherFees], rows);
    for (const line of profitSums(rows)) note(shell, line);
  },
});
