import type { Worker } from 'node:worker_threads';
import { Fault } from '../../base/fault.ts';
import { codeFile } from '../../base/packageFiles.ts';
import { repeat } from '../../base/repeat.ts';
import { systemClock } from '../../base/systemClock.ts';
import type { TrialEvents, TrialJob, TrialRunner } from './trial.ts';
import type { SweepWorkerData, SweepWorkerReply, SweepWorkerRequest } from './sweepWorker.ts';
import type { TrialWorldSource } from './trialWorld.ts';
import { startWorker, type WorkerThread } from '../../loading/workerThread.ts';

/** More runs in a pass gain little, and each takes memory for its results. */
export const MOST_A_PASS = 32;
const PROGRESS_EVERY_MS = 200;
const YOUNG_MB = 64;

interface Member extends WorkerThread {
  readonly name: string;
  readonly progress: Float64Array;
  /** Resolves when it has loaded the strategies. */
  readonly ready: Promise<void>;
}

/** Makes the runs of a sweep on worker threads. A free worker takes the next pass. Which worker makes a run changes nothing. */
export class TrialPool implements TrialRunner {
  readonly #members: readonly Member[];
  readonly #mostAPass: number;

  constructor(source: TrialWorldSource, workers: number, mostAPass: number = MOST_A_PASS) {
    this.#mostAPass = mostAPass;
    this.#members = Array.from({ length: workers }, (_, i) => memberOf(source, `thread ${i}`));
  }

  async run(jobs: readonly TrialJob[], events: TrialEvents): Promise<void> {
    const passes = passesOf(jobs, this.#members.length, this.#mostAPass);
    let done = 0;
    const tell = (): void => events.onProgress?.(done + this.#members.reduce((sum, { progress }) => sum + progress[0]!, 0));
    const stopTelling = repeat(systemClock, PROGRESS_EVERY_MS, tell);
    const work = async (member: Member): Promise<void> => {
      await member.ready;
      for (;;) {
        const pass = events.signal?.aborted === true ? undefined : passes.shift();
        if (pass === undefined) return;
        const { results, cpuMs } = await passMade(member, pass);
        member.progress[0] = 0;
        done += pass.length;
        for (const [i, job] of pass.entries()) events.onResult(job, results[i]!);
        events.onWork?.({ worker: member.name, trials: pass.length, cpuMs });
        tell();
      }
    };
    try {
      await Promise.all(this.#members.map(work));
    } finally {
      stopTelling();
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#members.map(({ worker }) => worker.terminate()));
  }
}

/** Divides runs over one range into passes of about equal size, at least one for every worker where there are enough runs. */
export function passesOf(jobs: readonly TrialJob[], workers: number, mostAPass: number): TrialJob[][] {
  const byRange = Map.groupBy(jobs, ({ range }) => `${range.from} ${range.to}`);
  return [...byRange.values()].flatMap((group) => {
    const rounds = Math.ceil(group.length / (workers * mostAPass));
    const size = Math.ceil(group.length / (rounds * workers));
    const count = Math.ceil(group.length / size);
    // Runs are dealt forth and back: neighbours have much in common, and along each parameter runs take longer and longer.
    const seatOf = (n: number): number => (Math.floor(n / count) % 2 === 0 ? n % count : count - 1 - (n % count));
    return Array.from({ length: count }, (_, i) => group.filter((_job, n) => seatOf(n) === i));
  });
}

function memberOf(source: TrialWorldSource, name: string): Member {
  const progress = new Float64Array(new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT));
  const data: SweepWorkerData = { source, progress };
  const { worker, ended } = startWorker(codeFile('src/research/sweep/sweepWorker.ts'), data, { youngMb: YOUNG_MB });
  const ready = Promise.race([replyOf(worker), ended]).then((reply) => {
    if (reply.type === 'failed') throw new Fault('internal', `a worker can't begin: ${reply.message}`);
  });
  // Whoever waits for a run gets this error.
  ready.catch(() => undefined);
  return { name, worker, progress, ready, ended };
}

async function passMade({ worker, ended }: Member, jobs: readonly TrialJob[]): Promise<SweepWorkerReply & { type: 'results' }> {
  const request: SweepWorkerRequest = { jobs };
  const replied = replyOf(worker);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker is no window
  worker.postMessage(request);
  const reply = await Promise.race([replied, ended]);
  if (reply.type === 'results') return reply;
  throw new Fault('internal', `a worker failed: ${reply.type === 'failed' ? reply.message : 'it began anew'}`);
}

function replyOf(worker: Worker): Promise<SweepWorkerReply> {
  return new Promise((resolve) => worker.once('message', resolve));
}
