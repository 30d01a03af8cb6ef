import { CALL_OUTCOMES } from '../client/callObserver.ts';

/** A figure of what is timed as it happens. Bounds are in seconds. */
export interface TimedMetric {
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly string[];
  readonly buckets: number[];
}

/** How long each request was on the wire, and so also how many there were. */
export const REQUEST_METRIC: TimedMetric = {
  name: 'sluice_request_seconds',
  help: `Requests to the exchange interface by operation and outcome (${CALL_OUTCOMES.join(', ')}), in seconds on the wire`,
  labelNames: ['operation', 'outcome'],
  buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
};

/** How long money requests waited for the disk. */
export const COMMIT_METRIC: TimedMetric = {
  name: 'sluice_journal_commit_seconds',
  help: 'Commits of the journal before a request for money is sent, in seconds',
  labelNames: [],
  buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5],
};
