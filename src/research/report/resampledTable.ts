import { type Html, html } from '../../base/html.ts';
import { type NoResampledTrips, QUANTILES, type ResampledTrips } from '../metrics/resampledTrips.ts';
import type { RunAnswers } from '../metrics/runAnswers.ts';
import { percentText } from './chart.ts';
import { digits } from './figureText.ts';
import { type ReportRow, reportTable } from './reportTable.ts';

/** What cannot be read out of drawing round trips anew. */
export const RESAMPLING_LIMITS =
  'Round trips are drawn with replacement, as if none had to do with another. They have: those of one day share its market, so true losses in a row are longer and true drawdowns deeper. A market unlike the recorded one is in no draw, nor is what was open at the end.';

/** Quantiles of profit and drawdown over round trips that were drawn anew, for each strategy with enough of them. */
export function resampledTable({ strategies, currency }: RunAnswers): Html {
  const told = strategies.flatMap(({ name, resampled }) => ('because' in resampled ? [] : [{ name, resampled }]));
  const untold = strategies.flatMap(({ name, resampled }) => ('because' in resampled ? [{ name, resampled }] : []));
  return html`<h3>Monte Carlo over round trips</h3>
    ${told.length === 0 ? undefined : drawn(told, currency)}${untold.map(because)}`;
}

function drawn(told: readonly { readonly name: string; readonly resampled: ResampledTrips }[], currency: string): Html {
  return reportTable({
    headings: [`In ${currency}, fitted`, ...QUANTILES.map((share) => `${percentText(share)} below`)],
    rows: told.flatMap(({ name, resampled }) => [{ group: headingOf(name, resampled) }, ...rowsOf(resampled)]),
    about: RESAMPLING_LIMITS,
  });
}

function headingOf(name: string, { trips, runs, lossShare, neighbours }: ResampledTrips): string {
  const alike = Number.isFinite(neighbours) ? `; neighbours correlate by ${digits(neighbours, 2)}` : '';
  return `${name}: ${digits(trips, 0)} round trips, drawn ${digits(runs, 0)} times, ${percentText(Number(lossShare.toPrecision(3)))} end below zero${alike}`;
}

function rowsOf({ profit, drawdown }: ResampledTrips): ReportRow[] {
  return [
    { heading: 'Profit', cells: profit.map((value) => digits(value, 2)) },
    { heading: 'Deepest fall', cells: drawdown.map((value) => digits(value, 2)) },
  ];
}

function because({ name, resampled }: { readonly name: string; readonly resampled: NoResampledTrips }): Html {
  return html`<p>${name}: nothing is said, because ${resampled.because}.</p>`;
}
