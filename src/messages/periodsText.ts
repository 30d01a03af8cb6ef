import { counted } from '../base/counted.ts';
import type { ProfitView } from '../control/contract/profitView.ts';
import { profitSums } from '../daemon/history/profitRow.ts';
import type { Period } from '../model/profitPeriod.ts';

/** What was made in each period, newest first, in few lines. */
export function periodsText(period: Period, { rows, unlisted, sums }: ProfitView): string {
  if (rows.length === 0) return `nothing was made in the last ${period}s`;
  const periods = [...Map.groupBy(rows, ({ from }) => from)].toReversed();
  return [
    `profit by ${period} (UTC), after fees, open positions at the mids`,
    ...periods.map(([from, own]) => {
      const fills = own.reduce((total, row) => total + row.fills, 0);
      return `${from}: ${profitSums(own)
        .map((line) => line.replace(/^in all /, ''))
        .join('; ')}; ${counted(fills, 'fill')}`;
    }),
    ...(unlisted === 0 ? [] : [`${counted(unlisted, 'earlier row')} stand in \`sluice profit --by ${period}\` alone`]),
    ...sums,
  ].join('\n');
}
