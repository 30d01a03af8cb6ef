import type { Decimal } from '../../base/decimal.ts';
import type { RefusalCounts } from '../../model/refusalCounts.ts';
import { type Band, BANDS, type BandRun, byBand, type RunManifest, type RunRecord } from '../runRecord.ts';
import { baselineMetrics, leastBaselineDaysOf } from './baselineMetrics.ts';
import type { NetPosition } from './closedTrades.ts';
import { type DailyReturns, dailyReturns, type NoReturns } from './dailyReturns.ts';
import { exposureMetrics } from './exposureMetrics.ts';
import type { Metric, MetricUnit } from './metric.ts';
import { leastDaysOf, returnMetrics } from './returnMetrics.ts';
import { tradingMetrics } from './tradingMetrics.ts';

/** All figures of one band. */
export interface Metrics {
  readonly band: Band;
  readonly figures: readonly Metric[];
  /** The figures of returns for having held the opening balances. */
  readonly hold: readonly Metric[];
  readonly daily: DailyReturns | NoReturns;
  readonly holdDaily: DailyReturns | NoReturns;
  /** Exact, by currency. */
  readonly fees: Readonly<Record<string, Decimal>>;
  readonly refusals: RefusalCounts;
  readonly positions: readonly NetPosition[];
}

/**
 * The figures of one band: those of returns as QuantStats defines them (UTC days, 365 a year, no risk-free rate), and those of
 * trading. A figure that can't be given, for instance with too few days, is null and says why.
 */
export function metricsOf(run: BandRun, manifest: Pick<RunManifest, 'currency' | 'strategies'>): Metrics {
  const { equity, band, fees, refusals } = run;
  const daily = dailyReturns(equity.at, equity.equity);
  const holdDaily = dailyReturns(equity.at, equity.hold);
  const { figures: trading, positions } = tradingMetrics(run, manifest);
  const figures = [...returnMetrics(daily), ...exposureMetrics(equity), ...baselineMetrics(daily, holdDaily), ...trading];
  return { band, figures, hold: returnMetrics(holdDaily), daily, holdDaily, fees, refusals, positions };
}

export function metricsOfBands({ bands, manifest }: RunRecord): Record<Band, Metrics> {
  return byBand((band) => metricsOf(bands[band], manifest));
}

/** A figure by its name, such as `sharpe`. Undefined when there is none. */
export function figureNamed({ figures }: Metrics, name: string): Metric | undefined {
  return figures.find((figure) => figure.name === name);
}

/** Only names and values, for programs. */
export function metricValues({ figures }: Metrics): Record<string, number | null> {
  return Object.fromEntries(figures.map(({ name, value }) => [name, value]));
}

/** The least number of daily returns for which the figure has a value. */
export function daysNeeded(name: string): number {
  return leastDaysOf(name) ?? leastBaselineDaysOf(name) ?? 0;
}

/** The names of all figures by which a run can be measured and optimised. */
export function metricNames(): string[] {
  return [...metricUnits().keys()];
}

/** The unit of each figure, by its name. */
export function metricUnits(): ReadonlyMap<string, MetricUnit> {
  const nothing = { everyMs: 1, at: [], equity: [], exposure: [], hold: [], mids: {} };
  const run = { band: BANDS[0]!, fills: [], conversions: [], equity: nothing, refusals: {}, fees: {}, warnings: [], decisions: '' };
  const { figures } = metricsOf({ ...run, orders: { placed: 0, replaced: 0, canceled: 0 } }, { currency: '', strategies: [] });
  return new Map(figures.map(({ name, unit }) => [name, unit]));
}
