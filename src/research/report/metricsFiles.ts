import { jsonForPeople } from '../../base/json.ts';
import type { RefusalCounts } from '../../model/refusalCounts.ts';
import type { Metric, MetricGroup, MetricUnit } from '../metrics/metric.ts';
import { figureNamed, type Metrics, metricValues } from '../metrics/metrics.ts';
import { answersJson } from '../metrics/answersJson.ts';
import type { RunAnswers } from '../metrics/runAnswers.ts';
import { drawnIntervals } from '../metrics/drawnFigures.ts';
import { type Band, BANDS, byBand, type DrawnFigures, type RunRecord } from '../runRecord.ts';

/** The content of `metrics.json`: each band's figures by name, with their labels and units, and why some are null. */
export interface MetricsFile {
  readonly id: string;
  readonly currency: string;
  readonly bands: Readonly<Record<Band, BandFigures>>;
  /**
   * The draws of the fitted band: the intervals that nine of ten draws lie in, and the figures of each. Left out where no draws
   * were asked for.
   */
  readonly draws?: { readonly intervals: ReturnType<typeof drawnIntervals>; readonly each: readonly DrawnFigures[] };
  /** What the run says of each strategy, its worst drawdowns, and warnings. */
  readonly answers: ReturnType<typeof answersJson>;
  readonly about: Readonly<Record<string, { readonly label: string; readonly group: MetricGroup; readonly unit: MetricUnit }>>;
}

export interface BandFigures {
  readonly metrics: Readonly<Record<string, number | null>>;
  /** By name, why a figure is null. */
  readonly because: Readonly<Record<string, string>>;
  /** The figures of returns for buying and holding. */
  readonly hold: Readonly<Record<string, number | null>>;
  /** Exact, as text. */
  readonly fees: Readonly<Record<string, string>>;
  /** By strategy and rule. */
  readonly refusals: RefusalCounts;
}

export function metricsJson(
  metrics: Readonly<Record<Band, Metrics>>,
  answers: RunAnswers,
  { manifest, draws }: Pick<RunRecord, 'manifest' | 'draws'>,
): string {
  const { id, currency } = manifest;
  const about = metrics.fitted.figures.map(({ name, label, group, unit }) => [name, { label, group, unit }] as const);
  const bands = byBand((band) => figuresOf(metrics[band]));
  const drawn = draws.length === 0 ? {} : { draws: { intervals: drawnIntervals(draws), each: draws } };
  const file: MetricsFile = { id, currency, bands, ...drawn, answers: answersJson(answers, 'fitted'), about: Object.fromEntries(about) };
  return `${jsonForPeople(file, 2)}\n`;
}

/** One row per figure and one column per band. A figure without a value is empty. */
export function metricsCsv(metrics: Readonly<Record<Band, Metrics>>): string {
  const rows = metrics.fitted.figures.map(({ name, label, unit }) => {
    const values = BANDS.map((band) => figureNamed(metrics[band], name)?.value ?? '');
    const held = metrics.fitted.hold.find((figure) => figure.name === name)?.value ?? '';
    return [name, label.includes(',') ? `"${label}"` : label, unit, ...values, held].join(',');
  });
  return [['name', 'label', 'unit', ...BANDS, 'hold'].join(','), ...rows].map((row) => `${row}\r\n`).join('');
}

function figuresOf(metrics: Metrics): BandFigures {
  const { figures, hold, fees, refusals } = metrics;
  const because = figures.flatMap(({ name, because }: Metric) => (because === undefined ? [] : [[name, because] as const]));
  return {
    metrics: metricValues(metrics),
    because: Object.fromEntries(because),
    hold: Object.fromEntries(hold.map(({ name, value }) => [name, value])),
    fees: Object.fromEntries(Object.entries(fees).map(([currency, fee]) => [currency, fee.toFixed()])),
    refusals,
  };
}
