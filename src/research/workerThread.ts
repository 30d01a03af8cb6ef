import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Fault } from '../base/fault.ts';

/** A thread that runs a file of ours. */
export interface WorkerThread {
  readonly worker: Worker;
  /** Rejects when the thread ends, whenever that is: one that ended before its work was done would never reply. */
  readonly ended: Promise<never>;
}

/** `youngMb`: for young objects of the thread. The daemon's own bound is too low for many runs at once. */
export function startWorker(entry: URL, workerData: unknown, youngMb: number): WorkerThread {
  const worker = new Worker(entry, { workerData, env: workerEnv(), resourceLimits: { maxYoungGenerationSizeMb: youngMb } });
  const ended = endOf(worker);
  // Whoever waits for a reply hears of it.
  ended.catch(() => undefined);
  return { worker, ended };
}

/** A worker finds its compiled sources where the program keeps its own: that halves the time until it works. */
function workerEnv(): NodeJS.ProcessEnv {
  const cache = getCompileCacheDir();
  return cache === undefined ? process.env : { ...process.env, NODE_COMPILE_CACHE: dirname(cache) };
}

function endOf(worker: Worker): Promise<never> {
  return new Promise((_, reject) => {
    worker.once('error', (error: Error) => reject(new Fault('internal', `a worker failed: ${error.message}`, { cause: error })));
    worker.once('exit', () => reject(new Fault('internal', 'a worker ended before its work was done')));
  });
}
