import type { Instant } from '../../base/instant.ts';
import type { TimeRange } from '../backtest/backtestOptions.ts';
import type { DrawnInterval } from '../metrics/drawnFigures.ts';

/** One run to make. It can be posted to a worker. */
export interface TrialJob {
  /** Identifies it among the jobs that are under way. */
  readonly id: number;
  /** Texts by the name of the dimension. */
  readonly params: Readonly<Record<string, string>>;
  readonly range: TimeRange;
}

/** The result of a run. It can be posted back and kept as JSON. */
export interface TrialResult {
  /** By name, as `metricValues` gives them. */
  readonly figures: Readonly<Record<string, number | null>>;
  /** With draws, the interval by figure that nine of ten draws lie in. Null where one of them has no value. */
  readonly drawn?: Readonly<Record<string, DrawnInterval | null>> | undefined;
  /** Why the objective is null. */
  readonly because?: string | undefined;
  /** One for every UTC day. Empty where there is no equity. */
  readonly days: readonly Instant[];
  readonly returns: readonly number[];
  readonly snapshots: number;
  readonly fills: number;
  /** The sha-256 of equity, exposure and orders. Equal runs have the same. */
  readonly digest: string;
  /** Why there is no result. */
  readonly error?: string | undefined;
}

/** What a pass of runs took, and who made it. */
export interface TrialWork {
  /** A name that people know it by. */
  readonly worker: string;
  readonly trials: number;
  /** Processor time of the thread that made it. */
  readonly cpuMs: number;
}

/**
 * Makes runs: on threads of this process (`TrialPool`), or on any number of machines (`FarmRunner`). The results are the same,
 * whoever makes them and however often one is made.
 */
export interface TrialRunner {
  /** Reports each result once, when it is there. After `signal` no further run begins, and those under way are ended. */
  run(jobs: readonly TrialJob[], events: TrialEvents): Promise<void>;
  close(): Promise<void>;
}

export interface TrialEvents {
  readonly signal?: AbortSignal | undefined;
  onResult(job: TrialJob, result: TrialResult): void;
  /** After the results of each pass. */
  onWork?(work: TrialWork): void;
  /** How many runs are done, counting those under way in part. */
  onProgress?(done: number): void;
}
