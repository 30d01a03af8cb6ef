import { BANDS, type BandRun, type RunManifest, type RunRecord } from '../runRecord.ts';
import { currencyRates } from '../metrics/currencyRates.ts';
import { figureNamed, type Metrics } from '../metrics/metrics.ts';
import { SLIPPAGE_SECONDS } from '../metrics/slippage.ts';
import { type Chart, frame, line, stretchesOf, timeAxis, valueAxis } from './chart.ts';
import { BAND_COLOURS } from './equityChart.ts';
import { digits } from './figureText.ts';
import { thinned } from './thinnedSeries.ts';

/** The cost of fills against the mid at the fill and 1, 10 and 60 s later, for buys and for sells. */
export function slippageChart(fitted: Metrics): Chart | undefined {
  const of = (seconds: number, side: string): number | null => figureNamed(fitted, `slippage_${seconds}s${side}`)?.value ?? null;
  if (SLIPPAGE_SECONDS.every((seconds) => of(seconds, '') === null)) return undefined;
  const text = SLIPPAGE_SECONDS.map((seconds) => {
    const value = of(seconds, '');
    return `${seconds === 0 ? 'at the fill' : `after ${seconds} s`} ${value === null ? 'unknown' : `${digits(value, 2)} bps`}`;
  });
  const sides = [
    { name: 'buys', suffix: '_buy', colour: '--buy' },
    { name: 'sells', suffix: '_sell', colour: '--sell' },
  ];
  return {
    id: 'slippage',
    title: 'Slippage against the mid',
    about: `Mean over fills by value, buys and sells together (fitted): ${text.join(', ')}. Above zero the fill was worse than the mid; a maker begins below zero and gives back what the market moves against it.`,
    legend: sides.map(({ name, colour }) => ({ text: name, colour, shape: 'bar' as const })),
    tall: 0.75,
    option(isNarrow) {
      return {
        grid: frame(isNarrow),
        xAxis: {
          type: 'category',
          data: SLIPPAGE_SECONDS.map((seconds) => (seconds === 0 ? 'at the fill' : `${seconds} s later`)),
          axisLabel: { color: 'var(--muted)', fontSize: 12, interval: 0 },
          axisLine: { onZero: false, lineStyle: { color: 'var(--line)' } },
          axisTick: { show: false },
        },
        yAxis: valueAxis({ scale: false }, (value) => digits(value, 1)),
        series: sides.map(({ suffix, colour }) => ({
          type: 'bar',
          silent: true,
          barMaxWidth: 44,
          itemStyle: { color: `var(${colour})` },
          data: SLIPPAGE_SECONDS.map((seconds) => of(seconds, suffix) ?? '-'),
        })),
      };
    },
  };
}

/** The sum of the fills' fees over time, in the report's currency. */
export function feesChart({ bands, manifest }: RunRecord): Chart | undefined {
  if (BANDS.every((band) => bands[band].fills.length === 0)) return undefined;
  const paid = BANDS.map((band) => ({ band, ...feesOverTime(bands[band], manifest) }));
  const totals = paid.map(({ band, total }) => `${band} ${digits(total.at(-1)!, 2)}`);
  return {
    id: 'fees',
    title: 'Fees',
    about: `Fees of fills, added up, in ${manifest.currency}: ${totals.join(', ')}.`,
    legend: BANDS.map((band) => ({ text: band, colour: BAND_COLOURS[band], shape: 'line' })),
    tall: 0.75,
    option(isNarrow) {
      return {
        grid: frame(isNarrow),
        xAxis: timeAxis(manifest.from, manifest.to, isNarrow),
        yAxis: valueAxis({ scale: false }),
        series: paid.map(({ band, at, total }) =>
          line(thinned(at, total, stretchesOf(isNarrow), Infinity), BAND_COLOURS[band], { step: 'end' }),
        ),
      };
    },
  };
}

/** From the beginning of the run to its end. Fees without a known value are left out. */
function feesOverTime(
  { fills, equity }: BandRun,
  { from, to, currency }: RunManifest,
): { readonly at: Float64Array; readonly total: Float64Array } {
  const rateOf = currencyRates(equity, currency);
  const at = new Float64Array(fills.length + 2);
  const total = new Float64Array(fills.length + 2);
  at[0] = from;
  let sum = 0.0;
  let count = 1;
  for (const { fill } of fills) {
    sum += fill.fee.toNumber() * (rateOf(fill.feeCurrency, fill.tradedAt) ?? 0);
    at[count] = fill.tradedAt;
    total[count++] = sum;
  }
  at[count] = to;
  total[count] = sum;
  return { at, total };
}
