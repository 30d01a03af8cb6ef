import type { Worker } from 'node:worker_threads';
import { Fault } from '../../base/fault.ts';
import { codeFile } from '../../base/packageFiles.ts';
import { startWorker } from '../../loading/workerThread.ts';
import type { BacktestOptions } from './backtestOptions.ts';
import type { CheckName, CheckRuns } from './checkRuns.ts';
import type { ChecksWorkerData, ChecksWorkerReply } from './checksWorker.ts';
import { postedMarket, type SetupSource } from './reloadedSetup.ts';

const YOUNG_MB = 16;

/** Runs what the checks need on a thread of its own, beside the run that is checked. */
export class ChecksThread {
  /** Rejects when the thread fails, or is closed before. */
  readonly runs: Promise<CheckRuns>;
  readonly #worker: Worker;
  readonly #progress: Float64Array;

  /** `options`: those that `source` comes to. */
  constructor(source: SetupSource, options: BacktestOptions, checks: readonly CheckName[]) {
    this.#progress = new Float64Array(new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT));
    const data: ChecksWorkerData = { source, markets: options.markets.map(postedMarket), checks, progress: this.#progress };
    const { worker, ended } = startWorker(codeFile('src/research/backtest/checksWorker.ts'), data, { youngMb: YOUNG_MB });
    this.#worker = worker;
    const replied = new Promise<ChecksWorkerReply>((resolve) => worker.once('message', resolve));
    this.runs = Promise.race([replied, ended]).then((reply) => {
      if (reply.type === 'failed') throw new Fault('internal', `the checks failed: ${reply.message}`);
      return reply.runs;
    });
    // Whoever waits for it hears of it.
    this.runs.catch(() => undefined);
  }

  /** The share of the runs that is done. */
  get progress(): number {
    return this.#progress[0]!;
  }

  /** Ends it, whether it is ready or not. */
  async close(): Promise<void> {
    await this.#worker.terminate();
  }
}
