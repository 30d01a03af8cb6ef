import { type Html, html } from '../../base/html.ts';
import { type Band, BANDS, type BandRun } from '../runRecord.ts';
import { digits } from './figureText.ts';
import { reportTable } from './reportTable.ts';
import { shareBar } from './shareBar.ts';

/** How often each risk rule refused, band by band. */
export function refusalTable(bands: Readonly<Record<Band, BandRun>>): Html {
  const rules = [...new Set(BANDS.flatMap((band) => Object.keys(bands[band].refusals)))];
  if (rules.length === 0) return html`<p>No risk rule refused anything.</p>`;
  const count = (band: Band, rule: string): number => bands[band].refusals[rule] ?? 0;
  const most = Math.max(1, ...rules.map((rule) => count('fitted', rule)));
  const sorted = rules.toSorted((a, b) => count('fitted', b) - count('fitted', a) || (a < b ? -1 : 1));
  const cell = (band: Band, rule: string): Html =>
    html`<td>${digits(count(band, rule), 0)}${band === 'fitted' ? shareBar(count(band, rule) / most) : undefined}</td>`;
  return reportTable({
    headings: ['Rule', ...BANDS],
    rows: sorted.map((rule) => ({ heading: rule, cells: BANDS.map((band) => cell(band, rule)) })),
  });
}
