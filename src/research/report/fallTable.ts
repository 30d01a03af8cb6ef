import { type Html, html } from '../../base/html.ts';
import { durationText } from '../../base/instant.ts';
import type { Fall } from '../metrics/drawdowns.ts';
import type { RunAnswers } from '../metrics/runAnswers.ts';
import { BANDS } from '../runRecord.ts';
import { percentText } from './chart.ts';
import { digits } from './figureText.ts';
import { type ReportRow, reportTable } from './reportTable.ts';
import { secondText } from './secondText.ts';

/** The worst falls of the equity in each band, and of each strategy's profit in the fitted one. */
export function fallTable({ falls, strategies, currency }: RunAnswers): Html {
  const groups: (readonly [string, readonly Fall[], boolean])[] = [
    ...BANDS.map((band) => [`Equity, ${band}`, falls[band], true] as const),
    ...strategies.map(({ name, bands }) => [`Profit of ${name}, fitted`, bands.fitted.falls, false] as const),
  ];
  const rows = groups
    .filter(([, all]) => all.length > 0)
    .flatMap(([group, all, isEquity]) => [{ group }, ...all.map((one) => rowOf(one, isEquity))]);
  if (rows.length === 0) return html`<p>Nothing ever fell below an earlier high.</p>`;
  return reportTable({
    headings: ['Since the high of', 'Lowest', 'High again', 'Length', 'Depth', `Lost (${currency})`],
    rows,
    about: 'Between samples of the equity. A profit begins at nothing, so its falls are told in money alone.',
  });
}

function rowOf({ from, valley, recovered, ms, amount, share }: Fall, isEquity: boolean): ReportRow {
  return {
    heading: secondText(from),
    cells: [
      secondText(valley),
      recovered === undefined ? 'not yet' : secondText(recovered),
      durationText(ms),
      !isEquity || share === undefined ? '–' : percentText(Number((-share).toPrecision(3))),
      digits(amount, 2),
    ],
  };
}
