import type { Column } from '../column.ts';
import { command, option } from '../command.ts';
import { durationValue } from '../values.ts';

interface WorthRow {
  readonly at: number;
  readonly currency: string;
  readonly worth: string;
  /** The most that it was below its highest so far, until the next row. */
  readonly fall: string;
}

export const equity = command({
  name: 'equity',
  about:
    'Show what the account was worth, by quote currency and oldest first, in some hundred points, and how far it fell below its highest so far until the next one; over restarts too',
  options: { since: option('--since <duration>', 'only lately, like 24h', durationValue) },
  examples: ['equity --since 24h', 'equity -o csv'],
  async run({ options: { since } }, shell) {
    const { systemClock } = await import('../../base/systemClock.ts');
    const { controlOf, reachDaemon } = await import('../daemonWay.ts');
    const { isoOf } = await import('../../base/instant.ts');
    const { equityReport } = await import('../../daemon/history/equityReport.ts');
    const { readLocalStore } = await import('../localStore.ts');
    const { moneyText } = await import('../../base/moneyText.ts');
    const { printRows } = await import('../print.ts');
    const now = systemClock.now();
    const from = since === undefined ? 0 : now - since;
    const { control } = await reachDaemon(shell, controlOf);
    const found =
      control === undefined
        ? await readLocalStore(shell, async ({ chronicle }) => {
            const { everyMs, steps } = await chronicle.equity(from, now, MOST);
            return equityReport(everyMs, steps);
          })
        : await control.call('equity.series', { from: isoOf(from) });
    const rows = found.points.flatMap(({ at, worth, fall }) =>
      Object.entries(worth).map(([currency, text]) => ({ at, currency, worth: text, fall: fall[currency] ?? '0' })),
    );
    const columns: readonly Column<WorthRow>[] = [
      { key: 'at', kind: 'time', value: ({ at }) => at },
      { key: 'currency', value: ({ currency }) => currency },
      { key: 'worth', kind: 'number', value: ({ worth }) => worth, short: ({ currency, worth }) => moneyText(worth, currency) },
      { key: 'fall', kind: 'number', value: ({ fall }) => fall, short: ({ currency, fall }) => moneyText(fall, currency) },
    ];
    printRows(shell, columns, rows);
  },
});

const MOST = 480;
