import { type Band, BANDS, type BandRun, type EquitySeries, type RunRecord } from '../runRecord.ts';
import { type Chart, frame, type LegendEntry, line, percentText, stretchesOf, timeAxis, valueAxis } from './chart.ts';
import { digits } from './figureText.ts';
import { ribbonOf, thinned } from './thinnedSeries.ts';

export const BAND_COLOURS: Readonly<Record<Band, string>> = {
  pessimistic: '--pessimistic',
  fitted: '--fitted',
  optimistic: '--optimistic',
};

/** The area between the bands, in the legend of every chart that has it. */
export const RIBBON_LEGEND: LegendEntry = { text: 'between the bands', colour: '--ribbon', shape: 'area' };

/** Equity of the bands compared with buying and holding. Below it, how far equity was under its own high. */
export function equityChart({ bands, manifest }: RunRecord): Chart {
  const { fitted } = bands;
  const ends = BANDS.map((band) => `${band} ${digits(bands[band].equity.equity.at(-1) ?? NaN, 2)}`);
  return {
    id: 'equity',
    title: 'Equity and drawdown',
    about: `Equity at the end in ${manifest.currency}: ${ends.join(', ')}; buy and hold ${digits(fitted.equity.hold.at(-1) ?? NaN, 2)}. Below: distance from the highest equity before, in percent of it.`,
    legend: [
      { text: 'fitted', colour: '--fitted', shape: 'line' },
      RIBBON_LEGEND,
      { text: 'buy and hold', colour: '--hold', shape: 'dashed' },
    ],
    tall: 1.45,
    option(isNarrow) {
      const { from, to } = manifest;
      const axis = { ...timeAxis(from, to, isNarrow), axisLabel: { show: false } };
      return {
        grid: [frame(isNarrow, { bottom: '40%' }), frame(isNarrow, { top: '66%' })],
        xAxis: [axis, timeAxis(from, to, isNarrow, 1)],
        yAxis: [valueAxis(), valueAxis({ gridIndex: 1, max: 0, splitNumber: 2 }, percentText)],
        series: [
          ...ribbon(
            bandSeries(bands, ({ equity }) => equity),
            stretchesOf(isNarrow),
          ),
          seriesLine(fitted.equity, fitted.equity.hold, '--hold', isNarrow, {
            lineStyle: { color: 'var(--hold)', width: 1.4, type: [5, 4] },
          }),
          seriesLine(fitted.equity, fitted.equity.equity, '--fitted', isNarrow),
          ...BANDS.map((band) => underwater(bands[band], BAND_COLOURS[band], isNarrow)),
        ],
      };
    },
  };
}

/** The area between the lowest and the highest band. */
export function ribbon(
  all: readonly { readonly at: readonly number[]; readonly values: readonly number[] }[],
  stretches: number,
): object[] {
  const { at, low, high } = ribbonOf(all, stretches);
  const edge = { type: 'line', showSymbol: false, silent: true, lineStyle: { opacity: 0 }, stack: 'ribbon', stackStrategy: 'all' };
  return [
    { ...edge, data: at.map((time, index) => [time, low[index]!]) },
    { ...edge, data: at.map((time, index) => [time, high[index]! - low[index]!]), areaStyle: { color: 'var(--ribbon)', opacity: 1 } },
  ];
}

export function bandSeries(
  bands: RunRecord['bands'],
  valuesOf: (series: EquitySeries) => readonly number[],
): { readonly at: readonly number[]; readonly values: readonly number[] }[] {
  return BANDS.map((band) => ({ at: bands[band].equity.at, values: valuesOf(bands[band].equity) }));
}

export function seriesLine(series: EquitySeries, values: readonly number[], colour: string, isNarrow: boolean, parts: object = {}): object {
  return line(thinned(series.at, values, stretchesOf(isNarrow), gapOf(series)), colour, { ...parts });
}

/** Samples further apart than this have a gap between them. */
export function gapOf({ everyMs }: EquitySeries): number {
  return everyMs * 2.5;
}

function underwater({ band, equity }: BandRun, colour: string, isNarrow: boolean): object {
  let peak = -Infinity;
  const depths = equity.equity.map((value) => {
    if (Number.isFinite(value)) peak = Math.max(peak, value);
    return peak > 0 ? value / peak - 1 : NaN;
  });
  const area =
    band === 'fitted'
      ? { areaStyle: { color: 'var(--fitted)', opacity: 0.18 } }
      : { lineStyle: { color: `var(${colour})`, width: 0.9, opacity: 0.7 } };
  return seriesLine(equity, depths, colour, isNarrow, { xAxisIndex: 1, yAxisIndex: 1, ...area });
}
