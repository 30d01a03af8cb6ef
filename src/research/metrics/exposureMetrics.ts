import type { EquitySeries } from '../runRecord.ts';
import { deepestFall } from './drawdowns.ts';
import { metric, type Metric, type MetricName } from './metric.ts';
import { mean } from './sampleStatistics.ts';

/** What was at risk, and what the samples show that daily values hide. Shares are of the equity at the same moment. */
export function exposureMetrics({ equity, exposure, hold }: EquitySeries): Metric[] {
  let [first, last, known, exposed] = [-1, -1, 0, 0];
  const shares: number[] = [];
  for (let at = 0; at < equity.length; at += 1) {
    const value = equity[at]!;
    const held = exposure[at]!;
    if (!Number.isFinite(value) || !Number.isFinite(held)) continue;
    if (first < 0) first = at;
    last = at;
    known += 1;
    if (Math.abs(held) > NOTHING * Math.abs(value)) exposed += 1;
    if (value > 0) shares.push(held / value);
  }
  const profit = (values: readonly number[]): number => (first < 0 ? NaN : values[last]! - values[first]!);
  return [
    metric({ name: 'profit', label: 'Profit', group: 'returns', unit: 'currency' }, profit(equity), NO_SAMPLE),
    metric({ name: 'hold_profit', label: 'Profit of Buy and Hold', group: 'baseline', unit: 'currency' }, profit(hold), NO_SAMPLE),
    metric(
      { name: 'max_drawdown_samples', label: 'Max Drawdown within Days', group: 'drawdown', unit: 'fraction' },
      fall(equity),
      NOT_POSITIVE,
    ),
    metric(named('exposure_time', 'Time with a Position'), exposed / known, NO_SAMPLE),
    metric(named('avg_exposure', 'Avg. Exposure'), mean(shares), NOT_POSITIVE),
    metric(named('avg_abs_exposure', 'Avg. Exposure without its Sign'), mean(shares.map(Math.abs)), NOT_POSITIVE),
    metric(named('max_long_exposure', 'Largest Long Exposure'), extreme(shares, 1), NOT_POSITIVE),
    metric(named('max_short_exposure', 'Largest Short Exposure'), extreme(shares, -1), NOT_POSITIVE),
    metric(named('end_exposure', 'Exposure at the End'), shares.at(-1) ?? NaN, NOT_POSITIVE),
  ];
}

/** A smaller share of the equity is only a rounding error. */
const NOTHING = 1e-9;
const NO_SAMPLE = 'there is no sample of the equity';
const NOT_POSITIVE = 'the equity was never above zero, or not always';

function named(name: string, label: string): MetricName {
  return { name, label, group: 'exposure', unit: 'fraction' };
}

function fall(equity: readonly number[]): number {
  return equity.some((value) => value <= 0) ? NaN : deepestFall(equity);
}

/** The extreme on one side of zero, or 0 when there was none. */
function extreme(shares: readonly number[], sign: 1 | -1): number {
  return shares.length === 0 ? NaN : shares.reduce((most, share) => (share * sign > most * sign ? share : most), 0.0);
}
