import { type Html, html } from '../../base/html.ts';
import { BANDS } from '../runRecord.ts';
import type { DecisionDifference } from './decisionDifference.ts';
import { differenceText, figureLabel, figureText } from './figureText.ts';
import { type ReportRow, reportTable } from './reportTable.ts';
import { REPORT_STYLE } from './reportStyle.ts';
import { currencyOf, type FigureComparison, type InputDifference, type RunComparison } from './runComparison.ts';

/**
 * The comparison of two runs as one file, like a report. `decision` is undefined when all decisions were the same or none could
 * be compared.
 */
export function comparisonPage(comparison: RunComparison, decision: DecisionDifference | undefined): string {
  const { a, b, inputs, figures } = comparison;
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'" />
        <title>${a.id} and ${b.id}</title>
        <style>
          ${{ html: REPORT_STYLE }}
        </style>
      </head>
      <body>
        <header>
          <h1>${a.id} and ${b.id}</h1>
          <p>A is ${a.id}, B is ${b.id}; a difference is B less A, in the fitted band.</p>
        </header>
        <main>
          <h2>What differs in the inputs</h2>
          ${inputsPart(inputs)} ${decision === undefined ? undefined : decisionPart(decision)}
          <h2>Metrics</h2>
          ${reportTable({
            kind: 'pairs',
            headings: ['Figure', 'A', 'B', 'Difference', 'Band of A', 'Band of B'],
            rows: figures.map((figure) => figureRow(figure, currencyOf(comparison))),
          })}
        </main>
      </body>
    </html>`;
  return `${page.html}\n`;
}

function inputsPart(inputs: readonly InputDifference[]): Html {
  if (inputs.length === 0) return html`<p>Nothing: the two runs should be the same to the last byte.</p>`;
  return reportTable({
    headings: ['Input', 'A', 'B'],
    rows: inputs.map(({ input, a, b }) => ({ heading: input, cells: [a ?? '–', b ?? '–'] })),
  });
}

function decisionPart({ band, same, a, b }: DecisionDifference): Html {
  return html`<h2>First differing decision</h2>
    <p>After ${String(same)} decisions of the ${band} band that were the same:</p>
    <dl class="inputs">
      <dt>A</dt>
      <dd>${a ?? 'decided nothing more'}</dd>
      <dt>B</dt>
      <dd>${b ?? 'decided nothing more'}</dd>
    </dl>`;
}

function figureRow({ label, unit, bands }: FigureComparison, currency: string): ReportRow {
  const { a, b, difference } = bands.fitted;
  const text = (value: number | null): string => figureText({ value, unit });
  const bandText = (run: 'a' | 'b'): string => BANDS.map((band) => text(bands[band][run])).join(' · ');
  return {
    heading: figureLabel({ label, unit }, currency),
    cells: [text(a), text(b), difference === null ? '–' : differenceText(difference, unit), bandText('a'), bandText('b')],
  };
}
