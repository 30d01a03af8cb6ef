import { tradedText } from '../../model/tradedMarkets.ts';
import { type Html, html } from '../../base/html.ts';
import { durationText, type Instant, isoOf } from '../../base/instant.ts';
import { idleStrategies, idleText } from '../idleStrategies.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { type Band, BANDS, type RunRecord } from '../runRecord.ts';
import { bandTable } from './bandTable.ts';
import type { Chart } from './chart.ts';
import { chartFigure } from './chartFigure.ts';
import { feesChart, slippageChart } from './costCharts.ts';
import { equityChart } from './equityChart.ts';
import { exposureChart } from './exposureChart.ts';
import { fallTable } from './fallTable.ts';
import { feesTable } from './feesTable.ts';
import { drawsTable } from './drawsTable.ts';
import { digits } from './figureText.ts';
import { inputsTable } from './inputsTable.ts';
import { marketTable } from './marketTable.ts';
import { metricsTable } from './metricsTable.ts';
import { monthTable } from './monthTable.ts';
import { plotCharts } from './plotCharts.ts';
import { positionTable } from './positionTable.ts';
import { priceCharts } from './priceChart.ts';
import { refusalTable } from './refusalTable.ts';
import { REPORT_STYLE } from './reportStyle.ts';
import { resampledTable } from './resampledTable.ts';
import { dailyChart, distributionChart, rollingSharpeChart } from './returnCharts.ts';
import { roundTripTable } from './roundTripTable.ts';
import { shadowTable } from './shadowTable.ts';
import { strategyChart } from './strategyChart.ts';
import { strategyTable } from './strategyTable.ts';
import { tagTable } from './tagTable.ts';
import type { ReportFigures } from './reportFigures.ts';

type Section = readonly [id: string, title: string, content: readonly (Html | Chart | undefined)[]];

/** The whole report as one file. It fetches nothing and runs nothing, and the same run gives the same bytes. */
export function reportPage(record: RunRecord, { metrics, answers }: ReportFigures): string {
  const { manifest, bands } = record;
  const { fitted } = metrics;
  const hasSamples = bands.fitted.equity.at.length > 0;
  const sections: readonly Section[] = [
    ['results', 'Results', [bandTable(metrics, manifest), drawsTable(record, fitted)]],
    [
      'strategies',
      'Strategies',
      [strategyTable(answers), hasSamples ? strategyChart(record, answers) : undefined, marketTable(answers), shadowTable(answers)],
    ],
    ['curves', 'Equity, price, exposure', hasSamples ? [equityChart(record), ...priceCharts(record), exposureChart(record)] : [NO_SAMPLES]],
    ...plotted(record),
    ['drawdowns', 'Worst drawdowns', [fallTable(answers)]],
    ['trips', 'Round trips', [roundTripTable(answers), resampledTable(answers)]],
    ['fills', 'Fills by tag', [tagTable(bands.fitted, manifest), positionTable(fitted)]],
    [
      'returns',
      'Returns',
      [
        dailyChart(fitted.daily),
        html`<h3>Returns by month</h3>`,
        monthTable(fitted.daily),
        rolling(metrics) ?? html`<p>Too short for a rolling Sharpe ratio: it needs two weeks.</p>`,
        distributionChart(record, fitted.daily) ?? html`<p>Too short for a distribution of returns: it needs 20 hours.</p>`,
      ],
    ],
    [
      'costs',
      'Slippage and fees',
      [
        slippageChart(fitted) ?? html`<p>No slippage: nothing was filled, or no mid is known around any fill.</p>`,
        feesChart(record),
        feesTable(metrics),
      ],
    ],
    ['refusals', 'Refusals', [refusalTable(bands)]],
    ['metrics', 'All metrics', [METRICS_NOTE, metricsTable(metrics, manifest.currency)]],
    ['inputs', 'Inputs', [html`<p>With the same inputs the same bytes come out, on every machine.</p>`, inputsTable(manifest)]],
  ];
  return `${
    page(
      record,
      answers.warnings.fitted,
      sections.map(([id, title, content]) => section(id, title, content)),
      sections,
    ).html
  }\n`;
}

const NO_SAMPLES = html`<p>The run has no sample of the equity: nothing was read, or no book was complete.</p>`;
const METRICS_NOTE = html`<p>
  Names and definitions of QuantStats, over returns of UTC days (the first and the last may be cut short), 365 days a year, without a
  risk-free rate. A dash has no meaning for this run; hold the pointer over it for the reason.
</p>`;

function page(
  record: RunRecord,
  answered: readonly string[],
  content: readonly Html[],
  sections: readonly (readonly [string, string, unknown])[],
): Html {
  const { manifest } = record;
  const { id, from, to, snapshots, strategies } = manifest;
  const what = strategies.map((one) => `${one.name} (${one.use}) on ${tradedText(one)}`).join(', ');
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'" />
        <title>Backtest ${id}</title>
        <style>
          ${{ html: REPORT_STYLE }}
        </style>
      </head>
      <body>
        <header>
          <h1>Backtest ${id}</h1>
          <p>
            ${what || 'No strategy'}; ${minuteOf(from)} to ${minuteOf(to)} UTC (${durationText(to - from)}), ${digits(snapshots, 0)} books.
            ${pollText(manifest.pollMs)} Seed ${manifest.seed}.
          </p>
          ${warnings(record, answered)}
          <nav aria-label="Sections">
            <ul>
              ${sections.map(([anchor, title]) => html`<li><a href="#${anchor}">${title}</a></li>`)}
            </ul>
          </nav>
        </header>
        <main>${content}</main>
        <footer>
          <p>
            Made by sluice ${manifest.versions['sluice']}. A backtest says what would have happened if the market had not noticed; it is no
            promise.
          </p>
        </footer>
      </body>
    </html>`;
}

/** Where no strategy has plotted anything there is no section. */
function plotted(record: RunRecord): readonly Section[] {
  const charts = plotCharts(record);
  return charts.length === 0 ? [] : [['plots', 'What the strategies plotted', charts]];
}

function section(id: string, title: string, content: readonly (Html | Chart | undefined)[]): Html {
  const parts = content.flatMap((part) => (part === undefined ? [] : 'html' in part ? [part] : [chartFigure(part)]));
  return html`<section id="${id}" aria-labelledby="${id}-heading">
    <h2 id="${id}-heading">${title}</h2>
    ${parts}
  </section> `;
}

function minuteOf(at: Instant): string {
  return isoOf(at).slice(0, 16).replace('T', ' ');
}

function rolling(metrics: Readonly<Record<Band, Metrics>>): Chart | undefined {
  return rollingSharpeChart(metrics.fitted.daily, Object.fromEntries(BANDS.map((band) => [band, metrics[band].daily])));
}

function pollText(pollMs: Readonly<Record<string, number>>): string {
  const polls = Object.entries(pollMs).map(([symbol, ms]) => `${symbol} was polled every ${durationText(ms)}`);
  return polls.length === 0 ? '' : `${polls.join(', ')}.`;
}

/** What a reader must know comes before any number. A warning that several bands share is shown once. */
function warnings(record: RunRecord, answered: readonly string[]): Html {
  const { bands } = record;
  const ofStrategies = [...idleStrategies(record, 'fitted').map((idle) => idleText(idle)), ...answered];
  const bandsOf = new Map<string, Band[]>();
  for (const band of BANDS) for (const text of bands[band].warnings) bandsOf.set(text, [...(bandsOf.get(text) ?? []), band]);
  if (bandsOf.size === 0 && ofStrategies.length === 0) return html``;
  const items = [...bandsOf].map(([text, of]) => html`<li>${text}${of.length === BANDS.length ? '' : ` (${of.join(', ')})`}</li>`);
  return html`<section class="warnings" aria-labelledby="warnings-heading">
    <h2 id="warnings-heading">Warnings</h2>
    <ul>
      ${items}${ofStrategies.map((text) => html`<li>${text}</li>`)}
    </ul>
  </section>`;
}
