import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Fault } from '../base/fault.ts';

/** A thread that runs one of our files. */
export interface WorkerThread {
  readonly worker: Worker;
  /** Rejects whenever the thread ends. One that ended before its work was done would never reply. */
  readonly ended: Promise<never>;
}

/** `youngMb` bounds the memory of the thread's young objects. The daemon's own bound is too low for many runs at once. */
export function startWorker(entry: URL, workerData: unknown, youngMb: number): WorkerThread {
  const worker = new Worker(entry, { workerData, env: workerEnv(), resourceLimits: { maxYoungGenerationSizeMb: youngMb } });
  const ended = endOf(worker);
  // Whoever waits for a reply gets this error.
  ended.catch(() => undefined);
  return { worker, ended };
}

/** Lets a worker find compiled sources where the program keeps its own, which halves the time until it works. */
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
