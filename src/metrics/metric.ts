import type { Decimal } from '../base/decimal.ts';
import type { StatusReport } from '../daemon/status.ts';
import type { Tally } from '../daemon/tally.ts';
import type { Balance } from '../model/balance.ts';

/** What the figures are read from, at one moment. */
export interface MetricSource {
  readonly status: StatusReport;
  readonly tally: Pick<Tally, 'placed' | 'replaced' | 'canceled' | 'refusedByVenue' | 'unknown' | 'feesByCurrency'>;
  readonly balances: readonly Balance[];
  readonly version: string;
}

export type MetricRow = readonly [labels: readonly string[], value: number];

/** A figure of the daemon's status. Labels are few by nature: what the configuration names, or words of ours. */
export interface StatusMetric {
  readonly name: string;
  /** A counter only grows, from 0 at the daemon's start. */
  readonly type: 'gauge' | 'counter';
  /** What it counts or measures, with its unit. */
  readonly help: string;
  readonly labels: readonly string[];
  read(source: MetricSource): readonly MetricRow[];
}

/** A figure that goes up and down. */
export function gauge(name: string, help: string, labels: readonly string[], read: StatusMetric['read']): StatusMetric {
  return { name, type: 'gauge', help, labels, read };
}

/** A figure that only grows. */
export function counter(name: string, help: string, labels: readonly string[], read: StatusMetric['read']): StatusMetric {
  return { name, type: 'counter', help, labels, read };
}

/** The only row of a figure without labels. */
export function one(value: number): readonly MetricRow[] {
  return [[[], value]];
}

/** A row of money, where it is known. A sample is a binary float, so it is for graphs and alarms and never for books. */
export function known(labels: readonly string[], value: Decimal | undefined): MetricRow[] {
  return value === undefined ? [] : [[labels, value.toNumber()]];
}
