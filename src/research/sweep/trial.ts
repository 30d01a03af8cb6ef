import type { Instant } from '../../base/instant.ts';
import type { TimeRange } from '../backtest/backtestOptions.ts';

/** One run to be made. It can be posted to a worker. */
export interface TrialJob {
  /** Names it among the jobs that are under way. */
  readonly id: number;
  /** Texts by the dimension's name. */
  readonly params: Readonly<Record<string, string>>;
  readonly range: TimeRange;
}

/** What a run came to. It can be posted back, and kept as JSON. */
export interface TrialResult {
  /** By name, as `metricValues` gives them. */
  readonly figures: Readonly<Record<string, number | null>>;
  /** Why the objective is null. */
  readonly because?: string | undefined;
  /** One for every UTC day; none where there is no equity. */
  readonly days: readonly Instant[];
  readonly returns: readonly number[];
  readonly snapshots: number;
  readonly fills: number;
  /** sha-256 over equity, exposure and orders: equal for equal runs. */
  readonly digest: string;
  /** Why there is no result. */
  readonly error?: string | undefined;
}

/** Makes runs: in this thread, or on many. What a run comes to does not depend on it. */
export interface TrialRunner {
  /** Tells of each result when it is there. After `signal` no further run is begun; those under way are ended. */
  run(jobs: readonly TrialJob[], events: TrialEvents): Promise<void>;
  close(): Promise<void>;
}

export interface TrialEvents {
  readonly signal?: AbortSignal | undefined;
  onResult(job: TrialJob, result: TrialResult): void;
  /** How many runs are done, those under way in part. */
  onProgress?(done: number): void;
}
