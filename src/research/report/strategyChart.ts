import type { RunAnswers, StrategyAnswer } from '../metrics/runAnswers.ts';
import type { RunRecord } from '../runRecord.ts';
import { type Chart, frame, timeAxis, valueAxis } from './chart.ts';
import { seriesLine } from './equityChart.ts';
import { digits } from './figureText.ts';

const COLOURS = ['--fitted', '--buy', '--sell', '--convert', '--hold', '--warn'] as const;

/** What each strategy had earned over time, in the fitted band. Undefined where none has traded. */
export function strategyChart({ bands, manifest }: RunRecord, { strategies, currency }: RunAnswers): Chart | undefined {
  const traded = strategies.filter(({ bands: { fitted } }) => fitted.fills + fitted.conversions > 0);
  if (traded.length === 0) return undefined;
  const shown = traded.toSorted((a, b) => sizeOf(b) - sizeOf(a)).slice(0, COLOURS.length);
  const ends = shown.map(({ name, bands: { fitted } }) => `${name} ${endText(fitted.curve.at(-1))}`);
  const left = traded.length - shown.length;
  return {
    id: 'earned',
    title: 'Profit of each strategy',
    about: `At the end in ${currency} (fitted): ${ends.join(', ')}.${left > 0 ? ` ${left} with smaller profits and losses are not shown.` : ''}`,
    legend: shown.map(({ name }, i) => ({ text: name, colour: COLOURS[i]!, shape: 'line' as const })),
    tall: 0.9,
    option(isNarrow) {
      return {
        grid: frame(isNarrow),
        xAxis: timeAxis(manifest.from, manifest.to, isNarrow),
        yAxis: valueAxis(),
        series: shown.map((one, i) => seriesLine(bands.fitted.equity, one.bands.fitted.curve, COLOURS[i]!, isNarrow)),
      };
    },
  };
}

function sizeOf({ bands: { fitted } }: StrategyAnswer): number {
  return Math.abs(fitted.profit?.toNumber() ?? 0);
}

function endText(value: number | undefined): string {
  return value === undefined || !Number.isFinite(value) ? 'unknown' : digits(value, 2);
}
