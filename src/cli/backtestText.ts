import { counted } from '../base/counted.ts';
import { durationText, isoOf } from '../base/instant.ts';
import { refusalTotal } from '../model/refusalCounts.ts';
import type { CheckResult } from '../research/backtest/backtestChecks.ts';
import { idleStrategies, idleText } from '../research/idleStrategies.ts';
import { answersJson } from '../research/metrics/answersJson.ts';
import { drawnIntervals } from '../research/metrics/drawnFigures.ts';
import { type Metrics, metricValues } from '../research/metrics/metrics.ts';
import type { RunAnswers } from '../research/metrics/runAnswers.ts';
import { openingText } from '../research/report/openingText.ts';
import { type Band, BANDS, type DrawnFigure, type RunRecord } from '../research/runRecord.ts';
import { answerLines } from './answerLines.ts';
import type { Column } from './column.ts';
import { moneyText } from '../base/moneyText.ts';

/** The outcome of a backtest. */
export interface BacktestOutcome {
  /** The run's folder. */
  readonly run: string;
  readonly hash: string;
  readonly seconds: number;
  readonly record: RunRecord;
  readonly metrics: Readonly<Record<Band, Metrics>>;
  readonly answers: RunAnswers;
  readonly checks: readonly CheckResult[];
}

/** The outcome for programs. `metrics` are those of the fitted band, by name. */
export function backtestRecord(outcome: BacktestOutcome, band: Band): Record<string, unknown> {
  const { run, hash, seconds, record, metrics, answers, checks } = outcome;
  const { pessimistic, fitted, optimistic } = record.bands;
  const { from, to, currency, snapshots } = record.manifest;
  const { warnings, ...told } = answersJson(answers, band);
  return {
    run,
    hash,
    from: isoOf(from),
    to: isoOf(to),
    currency,
    snapshots,
    seconds,
    fills: { pessimistic: pessimistic.fills.length, fitted: fitted.fills.length, optimistic: optimistic.fills.length },
    refusals: record.bands[band].refusals,
    neverTraded: idleStrategies(record, band).map(({ name }) => name),
    metrics: metricValues(metrics[band]),
    ...told,
    warnings: [...bandWarnings(record), ...warnings],
    ...(record.draws.length === 0 ? {} : { draws: { count: record.draws.length, intervals: drawnIntervals(record.draws) } }),
    checks,
  };
}

interface BandRow {
  readonly band: Band;
  readonly record: RunRecord;
  readonly values: Readonly<Record<string, number | null>>;
}

/** One row for each band. */
export function bandRows({ record, metrics }: BacktestOutcome, only: Band | undefined): BandRow[] {
  const bands = only === undefined ? BANDS : [only];
  return bands.map((band) => ({ band, record, values: metricValues(metrics[band]) }));
}

export const bandColumns: readonly Column<BandRow>[] = [
  { key: 'band', value: ({ band }) => band },
  { key: 'poll', value: ({ record }) => pollText(record) },
  { key: 'orders', kind: 'number', value: ({ band, record }) => sentOrders(record, band) },
  { key: 'fills', kind: 'number', value: ({ band, record }) => record.bands[band].fills.length },
  { key: 'profit', kind: 'number', value: ({ values, record }) => money(values['profit'], record.manifest.currency) },
  { key: 'hold', kind: 'number', value: ({ values, record }) => money(values['hold_profit'], record.manifest.currency) },
  { key: 'drawdown', kind: 'number', value: ({ values }) => percent(values['max_drawdown_samples']) },
  { key: 'sharpe', kind: 'number', value: ({ values }) => figure(values['sharpe'], 2) },
  {
    key: 'fees',
    value: ({ band, record }) => feesText(record.bands[band].fees),
    short: ({ band, record }) => feesText(record.bands[band].fees, moneyOf),
  },
  { key: 'refusals', kind: 'number', value: ({ band, record }) => refusalTotal(record.bands[band].refusals) },
];

/** A replacement counts as an order that was sent. */
function sentOrders({ bands }: RunRecord, band: Band): number {
  const { placed, replaced } = bands[band].orders;
  return placed + replaced;
}

/** The lines around the table, with what is to be known of one band. */
export function backtestLines({ run, hash, record, answers, checks }: BacktestOutcome, band: Band = 'fitted'): string[] {
  const { from, to, snapshots, opening } = record.manifest;
  return [
    ...checks.map(({ check, outcome, detail }) => `check ${check}: ${outcome}: ${detail}`),
    ...bandWarnings(record).map((warning) => `warning ${warning}`),
    ...drawsLines(record),
    ...idleStrategies(record, band).map((idle) => `warning ${idleText(idle)}`),
    ...answers.warnings[band].map((warning) => `warning ${warning}`),
    ...answerLines(answers, band),
    ...(opening === undefined || opening.from === 'backtest.balances' ? [] : [`opening balances ${openingText(opening)}`]),
    `${isoOf(from)} to ${isoOf(to)}, ${counted(snapshots, 'book')}`,
    `run ${run}`,
    `hash ${hash}`,
  ];
}

/** The interval of the draws, which says how certain the fitted band is. */
function drawsLines({ draws, manifest: { currency } }: RunRecord): string[] {
  const intervals = drawnIntervals(draws);
  if (intervals === undefined) return [];
  const text = (name: DrawnFigure, show: (value: number | undefined) => string): string =>
    `${show(intervals[name]?.low)} to ${show(intervals[name]?.high)}`;
  const profit = text('profit', (value) => money(value, currency));
  const fills = text('fills', (value) => figure(value, 0));
  const drawdown = text('max_drawdown_samples', percent);
  return [`90 % of ${draws.length} draws of the fitted band: profit ${profit}, fills ${fills}, drawdown ${drawdown}`];
}

/** What the pass and its bands warn of, with the name of the band. A warning that all bands share is told once and without. */
function bandWarnings({ bands }: RunRecord): string[] {
  const warnings = BANDS.flatMap((band) => bands[band].warnings.map((warning) => `${band}: ${warning}`));
  const texts = warnings.map((warning) => warning.slice(warning.indexOf(': ') + 2));
  const lines = warnings.map((warning, i) => (texts.filter((text) => text === texts[i]).length === BANDS.length ? texts[i]! : warning));
  return [...new Set(lines)];
}

function pollText({ manifest }: RunRecord): string {
  const times = Object.entries(manifest.pollMs);
  const all = new Set(times.map(([, ms]) => ms));
  return all.size === 1 ? durationText(times[0]![1]) : times.map(([symbol, ms]) => `${symbol} ${durationText(ms)}`).join(', ');
}

type Fee = { toFixed(places: number): string };

function feesText(fees: Readonly<Record<string, Fee>>, show: (fee: Fee, currency: string) => string = amountOf): string {
  const texts = Object.entries(fees).map(([currency, fee]) => `${show(fee, currency)} ${currency}`);
  return texts.length === 0 ? '0' : texts.join(', ');
}

function amountOf(fee: Fee): string {
  return fee.toFixed(8).replace(/\.?0+$/, '');
}

function moneyOf(fee: Fee, currency: string): string {
  return moneyText(fee.toFixed(18), currency);
}

function figure(value: number | null | undefined, places: number): string {
  return value === null || value === undefined ? '–' : value.toFixed(places);
}

function money(value: number | null | undefined, currency: string): string {
  return `${value === null || value === undefined ? '–' : moneyText(value.toFixed(18), currency)} ${currency}`;
}

function percent(value: number | null | undefined): string {
  return value === null || value === undefined ? '–' : `${(value * 100).toFixed(2)} %`;
}
