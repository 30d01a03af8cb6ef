import { parentPort, workerData } from 'node:worker_threads';
import { present } from '../../base/assert.ts';
import { messageOf } from '../../base/fault.ts';
import { type CheckName, checkRuns, type CheckRuns, spanToCheck } from './checkRuns.ts';
import { type PostedMarket, reloadedSetup, reopenedMarket, type SetupSource } from './reloadedSetup.ts';

/** What the thread of the checks is started with. */
export interface ChecksWorkerData {
  readonly source: SetupSource;
  readonly markets: readonly PostedMarket[];
  readonly checks: readonly CheckName[];
  /** The share that is done: one number in shared memory. */
  readonly progress: Float64Array;
}

export type ChecksWorkerReply = { readonly type: 'runs'; readonly runs: CheckRuns } | { readonly type: 'failed'; readonly message: string };

const port = present(parentPort, 'this file is the entry of a worker: its port');
const reply = (message: ChecksWorkerReply): void => port.postMessage(message);

try {
  const { source, markets, checks, progress } = workerData as ChecksWorkerData;
  const opened = markets.map((market) => ({ ...market, open: () => reopenedMarket(source, market) }));
  const { options } = await reloadedSetup(source, opened);
  const runs = checkRuns(options, spanToCheck(options), checks, (done) => (progress[0] = done));
  progress[0] = 1;
  reply({ type: 'runs', runs });
} catch (error) {
  reply({ type: 'failed', message: messageOf(error) });
}
