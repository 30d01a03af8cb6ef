import { type Metrics, metricsOfBands } from '../metrics/metrics.ts';
import { type RunAnswers, runAnswers } from '../metrics/runAnswers.ts';
import type { Band, RunRecord } from '../runRecord.ts';

/** What a report is made of. */
export interface ReportFigures {
  readonly metrics: Readonly<Record<Band, Metrics>>;
  readonly answers: RunAnswers;
}

export function reportFigures(record: RunRecord): ReportFigures {
  return { metrics: metricsOfBands(record), answers: runAnswers(record) };
}
