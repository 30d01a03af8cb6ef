import { counted } from '../../base/counted.ts';
import { Fault } from '../../base/fault.ts';
import type { RunKey, SweepJournal } from './sweepJournal.ts';
import type { Span } from './sweepWindows.ts';
import type { TrialEvents, TrialJob, TrialResult, TrialRunner } from './trial.ts';

export interface KeyedRun {
  readonly key: RunKey;
  readonly params: TrialJob['params'];
  readonly range: Span;
}

export interface SweepRunsOptions {
  readonly runner: TrialRunner;
  readonly journal: SweepJournal;
  readonly signal?: AbortSignal | undefined;
  /** How many runs are done, counting those under way in part. */
  readonly onProgress?: ((done: number) => void) | undefined;
  readonly onWork?: TrialEvents['onWork'];
}

/** The runs of a sweep: taken from the journal if they were made before, else made and written down. */
export class SweepRuns {
  readonly #options: SweepRunsOptions;
  #done = 0;

  constructor(options: SweepRunsOptions) {
    this.#options = options;
  }

  /** The results in the order of `wanted`. Throws a `Fault` `canceled` when the sweep was told to stop before all were made. */
  async make(wanted: readonly KeyedRun[]): Promise<TrialResult[]> {
    const { runner, journal, signal, onProgress, onWork = () => undefined } = this.#options;
    const results = wanted.map(({ key, params }) => journal.known(key, params));
    const jobs = wanted.flatMap(({ params, range }, id): TrialJob[] => (results[id] === undefined ? [{ id, params, range }] : []));
    const before = (this.#done += wanted.length - jobs.length);
    if (jobs.length > 0 && signal?.aborted !== true) {
      await runner.run(jobs, {
        signal,
        onResult: ({ id }, result) => {
          const { key, params } = wanted[id]!;
          journal.record(key, params, result);
          results[id] = result;
        },
        onWork,
        onProgress: (done) => onProgress?.(before + done),
      });
    }
    this.#done += jobs.length;
    onProgress?.(this.#done);
    if (results.includes(undefined)) {
      throw new Fault(
        'canceled',
        `the sweep was stopped; ${counted(journal.size, 'run')} ${journal.size === 1 ? 'is' : 'are'} written down`,
        {
          suggestion: 'run the same command with --resume to go on',
        },
      );
    }
    return results as TrialResult[];
  }
}
