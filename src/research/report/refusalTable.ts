import { type Html, html } from '../../base/html.ts';
import { type Band, BANDS, type BandRun } from '../runRecord.ts';
import { digits } from './figureText.ts';
import { type ReportRow, reportTable } from './reportTable.ts';
import { shareBar } from './shareBar.ts';

/** How often each risk rule refused each strategy, band by band. */
export function refusalTable(bands: Readonly<Record<Band, BandRun>>): Html {
  const strategies = [...new Set(BANDS.flatMap((band) => Object.keys(bands[band].refusals)))];
  if (strategies.length === 0) return html`<p>No risk rule refused anything.</p>`;
  return reportTable({
    headings: ['Rule', ...BANDS],
    rows: strategies.flatMap((strategy) => [{ group: strategy }, ...rowsOf(strategy, bands)]),
  });
}

function rowsOf(strategy: string, bands: Readonly<Record<Band, BandRun>>): ReportRow[] {
  const rules = [...new Set(BANDS.flatMap((band) => Object.keys(bands[band].refusals[strategy] ?? {})))];
  const count = (band: Band, rule: string): number => bands[band].refusals[strategy]?.[rule] ?? 0;
  const most = Math.max(1, ...rules.map((rule) => count('fitted', rule)));
  const sorted = rules.toSorted((a, b) => count('fitted', b) - count('fitted', a) || (a < b ? -1 : 1));
  const cell = (band: Band, rule: string): Html =>
    html`<td>${digits(count(band, rule), 0)}${band === 'fitted' ? shareBar(count(band, rule) / most) : undefined}</td>`;
  return sorted.map((rule) => ({ heading: rule, cells: BANDS.map((band) => cell(band, rule)) }));
}
