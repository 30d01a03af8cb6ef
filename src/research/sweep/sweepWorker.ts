import { parentPort, workerData } from 'node:worker_threads';
import { messageOf } from '../../base/fault.ts';
import { present } from '../../base/assert.ts';
import { runTrials } from './runTrials.ts';
import type { TrialJob, TrialResult } from './trial.ts';
import { trialWorld, type TrialWorldSource } from './trialWorld.ts';

/** The data that a sweep's worker is started with. */
export interface SweepWorkerData {
  readonly source: TrialWorldSource;
  /** How many runs of its pass are done, counting those under way in part: one number in shared memory. */
  readonly progress: Float64Array;
}

/** A pass to make. */
export interface SweepWorkerRequest {
  readonly jobs: readonly TrialJob[];
}

export type SweepWorkerReply =
  | { readonly type: 'ready' }
  | { readonly type: 'results'; readonly results: readonly TrialResult[]; readonly cpuMs: number }
  | { readonly type: 'failed'; readonly message: string };

const port = present(parentPort, 'this file is the entry of a worker: its port');
const reply = (message: SweepWorkerReply): void => port.postMessage(message);

/** The processor time of this thread so far. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

try {
  const { source, progress } = workerData as SweepWorkerData;
  const world = await trialWorld(source);
  port.on('message', ({ jobs }: SweepWorkerRequest) => {
    try {
      const before = cpuMs();
      const results = runTrials(world, jobs, (done) => (progress[0] = done));
      reply({ type: 'results', results, cpuMs: cpuMs() - before });
    } catch (error) {
      reply({ type: 'failed', message: messageOf(error) });
    }
  });
  reply({ type: 'ready' });
} catch (error) {
  reply({ type: 'failed', message: messageOf(error) });
}
