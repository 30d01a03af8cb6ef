import { counted } from '../../base/counted.ts';
import { DAY_MS, HOUR_MS, type Instant } from '../../base/instant.ts';
import type { RunRecord } from '../runRecord.ts';
import { compounded, type DailyReturns, dateOf, DAYS_A_YEAR, type NoReturns } from '../metrics/dailyReturns.ts';
import { dailySharpe } from '../metrics/returnRatios.ts';
import { rangeOf } from '../metrics/sampleStatistics.ts';
import { type Chart, frame, line, percentText, timeAxis, valueAxis } from './chart.ts';
import { digits } from './figureText.ts';

/** More bars than this can't be told apart. */
const MOST_BARS = 400;

/** A bar for each UTC day, or for each week when there are too many days. */
export function dailyChart(daily: DailyReturns | NoReturns): Chart | undefined {
  if ('because' in daily) return undefined;
  const step = daily.days.length > MOST_BARS ? 7 : 1;
  const bars = daily.days.flatMap((day, at) => (at % step === 0 ? [[day, compounded(daily.returns.slice(at, at + step))] as const] : []));
  const best = bars.reduce((a, b) => (b[1] > a[1] ? b : a));
  const worst = bars.reduce((a, b) => (b[1] < a[1] ? b : a));
  const word = step === 1 ? 'day' : 'week';
  return {
    id: 'daily',
    title: `Returns by ${word}`,
    about: `${counted(bars.length, `UTC ${word}`)} (fitted); best ${share(best[1])} from ${dateOf(best[0])}, worst ${share(worst[1])} from ${dateOf(worst[0])}.${missing(daily)}`,
    legend: [
      { text: 'gain', colour: '--gain', shape: 'bar' },
      { text: 'loss', colour: '--loss', shape: 'bar' },
    ],
    tall: 0.75,
    option(isNarrow) {
      const first = daily.days[0]!;
      const data = bars.map(([day, value]) => ({ value: [day, value], itemStyle: { color: `var(${value < 0 ? '--loss' : '--gain'})` } }));
      return {
        grid: frame(isNarrow),
        xAxis: dayAxis(first, daily.days.at(-1)!, (step * DAY_MS) / 2, isNarrow),
        yAxis: valueAxis({ scale: false }, percentText),
        series: [{ type: 'bar', data, silent: true, barMaxWidth: 26, barCategoryGap: '20%' }],
      };
    },
  };
}

/**
 * The Sharpe ratio of the days before each day: over a month when there are two months of days, over a week when there are two
 * weeks.
 */
export function rollingSharpeChart(
  daily: DailyReturns | NoReturns,
  bands: Readonly<Record<string, DailyReturns | NoReturns>>,
): Chart | undefined {
  if ('because' in daily) return undefined;
  const window = [126, 30, 7].find((days) => daily.days.length >= 2 * days);
  if (window === undefined) return undefined;
  const of = (each: DailyReturns): (readonly [number, number | null])[] =>
    each.days.slice(window - 1).map((day, at) => {
      const ratio = dailySharpe(each.returns.slice(at, at + window)) * Math.sqrt(DAYS_A_YEAR);
      return [day, Number.isFinite(ratio) ? ratio : null];
    });
  const own = of(daily).flatMap(([, value]) => value ?? []);
  return {
    id: 'rolling',
    title: `Rolling Sharpe ratio, ${window} days`,
    about: `Annualised over the ${window} days before each day: at the end ${digits(own.at(-1) ?? NaN, 2)} (fitted). Windows overlap, so neighbouring values are almost the same sample.`,
    legend: Object.keys(bands).map((band) => ({ text: band, colour: `--${band}`, shape: 'line' as const })),
    tall: 0.75,
    option(isNarrow) {
      return {
        grid: frame(isNarrow),
        xAxis: timeAxis(daily.days[window - 1]!, daily.days.at(-1)!, isNarrow),
        yAxis: valueAxis({ scale: false }),
        series: Object.entries(bands).flatMap(([band, each]) => ('because' in each ? [] : [line(of(each), `--${band}`)])),
      };
    },
  };
}

/** How often returns of each size came: of days, or of hours when there are fewer than 30 days. */
export function distributionChart({ bands }: RunRecord, daily: DailyReturns | NoReturns): Chart | undefined {
  const byDay = !('because' in daily) && daily.days.length >= 30;
  const returns = byDay ? daily.returns : hourlyReturns(bands.fitted.equity.at, bands.fitted.equity.equity);
  if (returns.length < 20) return undefined;
  const bins = binsOf(returns);
  const [low, high] = rangeOf(returns);
  const losing = returns.filter((value) => value < 0).length;
  const word = byDay ? 'days' : 'hours';
  return {
    id: 'distribution',
    title: `Distribution of returns by ${byDay ? 'day' : 'hour'}`,
    about: `${returns.length} ${word} (fitted), ${losing} of them losing; between ${share(low)} and ${share(high)}.`,
    legend: [
      { text: `${word} with a gain`, colour: '--gain', shape: 'bar' },
      { text: `${word} with a loss`, colour: '--loss', shape: 'bar' },
    ],
    tall: 0.75,
    option(isNarrow) {
      const data = bins.map(({ middle, count }) => ({ value: count, itemStyle: { color: `var(${middle < 0 ? '--loss' : '--gain'})` } }));
      return {
        grid: frame(isNarrow),
        xAxis: {
          type: 'category',
          data: bins.map(({ middle }) => share(middle)),
          axisLabel: { color: 'var(--muted)', hideOverlap: true, interval: Math.ceil(bins.length / (isNarrow ? 4 : 10)) - 1, fontSize: 12 },
          axisLine: { lineStyle: { color: 'var(--line)' } },
          axisTick: { show: false },
        },
        yAxis: valueAxis({ scale: false, minInterval: 1 }),
        series: [{ type: 'bar', data, silent: true, barCategoryGap: '4%' }],
      };
    },
  };
}

/** Bars stand on whole days, so that a chart of few days is not labelled by the hour. */
function dayAxis(first: Instant, last: Instant, margin: number, isNarrow: boolean): object {
  const axis = timeAxis(first - margin, last + margin, isNarrow);
  const isShort = last - first <= 2 * DAY_MS;
  const axisLabel = { color: 'var(--muted)', formatter: '{d} {MMM}', hideOverlap: true, fontSize: 12 };
  return isShort ? { ...axis, minInterval: DAY_MS, axisLabel } : axis;
}

function missing({ missing }: DailyReturns): string {
  return missing === 0 ? '' : ` ${counted(missing, 'day without a sample counts', 'days without a sample count')} as 0.`;
}

function share(value: number): string {
  return `${digits(value * 100, 2)} %`;
}

/** Only between consecutive hours. */
function hourlyReturns(at: readonly number[], values: readonly number[]): number[] {
  const closes = new Map<number, number>();
  for (let index = 0; index < at.length; index += 1) if (values[index]! > 0) closes.set(Math.floor(at[index]! / HOUR_MS), values[index]!);
  return [...closes].flatMap(([hour, close]) => {
    const before = closes.get(hour - 1);
    return before === undefined ? [] : [close / before - 1];
  });
}

/** Bins of equal width with one border at zero, so that no bin mixes gains and losses. */
function binsOf(returns: readonly number[]): { readonly middle: number; readonly count: number }[] {
  const [low, high] = rangeOf([0, ...returns]);
  const width = (high - low) / Math.min(41, Math.max(9, Math.round(Math.sqrt(returns.length) * 1.6))) || 1e-6;
  const first = Math.floor(low / width);
  const counts = Array.from({ length: Math.max(1, Math.ceil(high / width) - first) }, () => 0);
  for (const value of returns) counts[Math.min(counts.length - 1, Math.max(0, Math.floor(value / width) - first))]! += 1;
  return counts.map((count, at) => ({ middle: (first + at + 0.5) * width, count }));
}
