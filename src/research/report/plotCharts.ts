import type { Plot } from '../../model/plots.ts';
import type { RunRecord } from '../runRecord.ts';
import { type Chart, frame, line, stretchesOf, timeAxis, valueAxis } from './chart.ts';
import { axisText } from './figureText.ts';
import { thinned } from './thinnedSeries.ts';

const MOST_CHARTS = 12;

/** What each strategy plotted in the fitted band, a chart for each name: what they plot has no common scale. */
export function plotCharts({ bands, manifest }: Pick<RunRecord, 'bands' | 'manifest'>): readonly Chart[] {
  const { plots = [] } = bands.fitted;
  const left = plots.length - MOST_CHARTS;
  return plots.slice(0, MOST_CHARTS).map((plot, i) => {
    const isLast = i === MOST_CHARTS - 1;
    return plotChart(plot, `plot-${i}`, manifest, isLast && left > 0 ? ` ${left} more are in fitted/plots.csv.` : '');
  });
}

function plotChart({ strategy, name, points }: Plot, id: string, { from, to }: RunRecord['manifest'], more: string): Chart {
  const at = points.map((point) => point.at);
  const values = points.map(({ value }) => value);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return {
    id,
    title: `${name}, plotted by ${strategy}`,
    about: `From ${shown(least)} to ${shown(most)}, at the end ${shown(values.at(-1)!)} (fitted).${more}`,
    legend: [],
    tall: 0.6,
    option: (isNarrow) => ({
      grid: frame(isNarrow),
      xAxis: timeAxis(from, to, isNarrow),
      yAxis: valueAxis(),
      // A strategy plots when it has something to say, so there are no holes.
      series: [line(thinned(at, values, stretchesOf(isNarrow), Infinity), '--fitted')],
    }),
  };
}

function shown(value: number): string {
  return axisText(Number(value.toPrecision(8)));
}
