import { type Html, html } from '../../base/html.ts';
import { durationText } from '../../base/instant.ts';
import type { Metric } from '../metrics/metric.ts';
import { figureNamed, type Metrics } from '../metrics/metrics.ts';
import { type Band, BANDS, type RunManifest } from '../runRecord.ts';
import { figureLabel, figureText } from './figureText.ts';
import { type ReportRow, reportTable } from './reportTable.ts';

/** The figures that are read first, in one row each, with the three bands side by side. */
const HEADLINES = [
  'profit',
  'comp',
  'max_drawdown_samples',
  'sharpe',
  'fills',
  'maker_share',
  'trade_win_rate',
  'turnover',
  'fees',
  'slippage_10s',
  'exposure_time',
  'refusals',
];

export const FIGURE_HEADINGS: readonly string[] = ['Figure', ...BANDS, 'buy and hold'];

export function bandTable(metrics: Readonly<Record<Band, Metrics>>, { currency, pollMs }: RunManifest): Html {
  const polls = Object.entries(pollMs).map(([symbol, ms]) => `${symbol} every ${durationText(ms)}`);
  return reportTable({
    kind: 'bands',
    headings: FIGURE_HEADINGS,
    rows: HEADLINES.map((name) => figureRow(name, metrics, currency)),
    about: `What happened between two polls is not in the data (${polls.join(', ') || 'poll interval unknown'}). For fills, the bands assume the bad, the likely and the good case; more fills need not mean more profit.`,
  });
}

/** One figure of the three bands, and of buying and holding where that exists. */
export function figureRow(name: string, metrics: Readonly<Record<Band, Metrics>>, currency: string, note?: Html): ReportRow {
  const held = name === 'profit' ? figureNamed(metrics.fitted, 'hold_profit') : metrics.fitted.hold.find((figure) => figure.name === name);
  const heading = html`${figureLabel(figureNamed(metrics.fitted, name)!, currency)}${note}`;
  return { heading, cells: [...BANDS.map((band) => figureNamed(metrics[band], name)), held].map(figureCell) };
}

/** The title of a dash says why there is no value. */
function figureCell(figure: Metric | undefined): Html {
  if (figure === undefined) return html`<td></td>`;
  if (figure.value === null) return html`<td class="none" title="${figure.because}">–</td>`;
  const isLoss = figure.value < 0 && (figure.unit === 'currency' || figure.unit === 'fraction');
  return html`<td class="${isLoss ? 'loss' : 'known'}">${figureText(figure)}</td>`;
}
