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

/** What a thread may take. */
export interface WorkerLimits {
  /** Bounds the memory of young objects. The daemon's own bound is too low for many runs at once. */
  readonly youngMb: number;
  /** Bounds the memory of all other objects. */
  readonly oldMb?: number;
  /** The thread gets no environment, and so no secret of it. */
  readonly isBare?: boolean;
}

/** Node also warns there of its own type stripping, about which people can do nothing. */
const BARE = { env: {}, execArgv: ['--disable-warning=ExperimentalWarning'] };

export function startWorker(entry: URL, workerData: unknown, { youngMb, oldMb, isBare = false }: WorkerLimits): WorkerThread {
  const worker = new Worker(entry, {
    workerData,
    ...(isBare ? BARE : { env: workerEnv() }),
    resourceLimits: { maxYoungGenerationSizeMb: youngMb, ...(oldMb === undefined ? {} : { maxOldGenerationSizeMb: oldMb }) },
  });
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
