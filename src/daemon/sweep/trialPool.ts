import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Fault } from '../../base/fault.ts';
import type { TrialEvents, TrialJob, TrialRunner } from '../../research/sweep/trial.ts';
import type { SweepWorkerData, SweepWorkerReply, SweepWorkerRequest } from './sweepWorker.ts';
import type { TrialWorldSource } from './trialWorld.ts';

/** More runs in a pass gain little; each takes memory for what it will show. */
export const MOST_A_PASS = 32;
const PROGRESS_EVERY_MS = 200;
/** Young objects of a worker; the daemon's own bound is too low for many runs at once. */
const YOUNG_MB = 64;

interface Member {
  readonly worker: Worker;
  readonly progress: Float64Array;
  /** Resolves when it has loaded the strategies. */
  readonly ready: Promise<void>;
  /** Rejects when the thread ends, whenever that is: one that ended between two passes would never reply. */
  readonly ended: Promise<never>;
}

/** Makes the runs of a sweep on worker threads. A worker that is free takes the next pass; which one makes a run changes nothing. */
export class TrialPool implements TrialRunner {
  readonly #members: readonly Member[];
  readonly #mostAPass: number;

  constructor(source: TrialWorldSource, workers: number, mostAPass: number = MOST_A_PASS) {
    this.#mostAPass = mostAPass;
    this.#members = Array.from({ length: workers }, () => memberOf(source));
  }

  async run(jobs: readonly TrialJob[], events: TrialEvents): Promise<void> {
    const passes = passesOf(jobs, this.#members.length, this.#mostAPass);
    let done = 0;
    const tell = (): void => events.onProgress?.(done + this.#members.reduce((sum, { progress }) => sum + progress[0]!, 0));
    const timer = setInterval(tell, PROGRESS_EVERY_MS);
    const work = async (member: Member): Promise<void> => {
      await member.ready;
      for (;;) {
        const pass = events.signal?.aborted === true ? undefined : passes.shift();
        if (pass === undefined) return;
        const results = await resultsOf(member, pass);
        member.progress[0] = 0;
        done += pass.length;
        for (const [i, job] of pass.entries()) events.onResult(job, results[i]!);
        tell();
      }
    };
    try {
      await Promise.all(this.#members.map(work));
    } finally {
      clearInterval(timer);
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#members.map(({ worker }) => worker.terminate()));
  }
}

/** Runs over one range, about equally many in each pass, and a pass for every worker where there are enough. */
export function passesOf(jobs: readonly TrialJob[], workers: number, mostAPass: number): TrialJob[][] {
  const byRange = Map.groupBy(jobs, ({ range }) => `${range.from} ${range.to}`);
  return [...byRange.values()].flatMap((group) => {
    const rounds = Math.ceil(group.length / (workers * mostAPass));
    const size = Math.ceil(group.length / (rounds * workers));
    const count = Math.ceil(group.length / size);
    // Dealt out forth and back: neighbours have much in common, and along each parameter runs take longer and longer.
    const seatOf = (n: number): number => (Math.floor(n / count) % 2 === 0 ? n % count : count - 1 - (n % count));
    return Array.from({ length: count }, (_, i) => group.filter((_job, n) => seatOf(n) === i));
  });
}

function memberOf(source: TrialWorldSource): Member {
  const progress = new Float64Array(new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT));
  const data: SweepWorkerData = { source, progress };
  const worker = new Worker(new URL('./sweepWorker.ts', import.meta.url), {
    workerData: data,
    env: workerEnv(),
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
  });
  const ended = endOf(worker);
  const ready = Promise.race([replyOf(worker), ended]).then((reply) => {
    if (reply.type === 'failed') throw new Fault('internal', `a worker can't begin: ${reply.message}`);
  });
  // Whoever runs something hears of it.
  for (const promise of [ended, ready]) promise.catch(() => undefined);
  return { worker, progress, ready, ended };
}

/** A worker finds its compiled sources where the program keeps its own: that halves the time until it works. */
function workerEnv(): NodeJS.ProcessEnv {
  const cache = getCompileCacheDir();
  return cache === undefined ? process.env : { ...process.env, NODE_COMPILE_CACHE: dirname(cache) };
}

async function resultsOf(
  { worker, ended }: Member,
  jobs: readonly TrialJob[],
): Promise<(SweepWorkerReply & { type: 'results' })['results']> {
  const request: SweepWorkerRequest = { jobs };
  const replied = replyOf(worker);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker is no window
  worker.postMessage(request);
  const reply = await Promise.race([replied, ended]);
  if (reply.type === 'results') return reply.results;
  throw new Fault('internal', `a worker failed: ${reply.type === 'failed' ? reply.message : 'it began anew'}`);
}

function replyOf(worker: Worker): Promise<SweepWorkerReply> {
  return new Promise((resolve) => worker.once('message', resolve));
}

function endOf(worker: Worker): Promise<never> {
  return new Promise((_, reject) => {
    worker.once('error', (error: Error) => reject(new Fault('internal', `a worker failed: ${error.message}`, { cause: error })));
    worker.once('exit', () => reject(new Fault('internal', 'a worker ended before its work was done')));
  });
}
