import { url as debuggerUrl } from 'node:inspector';
import type { Worker } from 'node:worker_threads';
import type { CancelTimer, Clock } from '../base/clock.ts';
import { messageOf } from '../base/fault.ts';
import { RUNNING } from '../engine/runningHandler.ts';
import { codeFile } from '../base/packageFiles.ts';
import { startWorker } from '../loading/workerThread.ts';
import { LOOP_BEATS, LOOP_DEBUGGED } from './loopBeats.ts';
import type { LoopWorkerData } from './loopWorker.ts';

const BEAT_MS = 1000;
/** As long as the watchdog of systemd waits (deploy/sluice.service). */
const MOST_MISSED = 60;
const MEMORY = { youngMb: 1, oldMb: 16 };

export interface LoopWatchOptions {
  readonly clock: Pick<Clock, 'setTimer'>;
  /** The loop is not watched. */
  readonly onTrouble: (message: string) => void;
  /** So often the loop beats, and so many beats in a row it may miss. */
  readonly beatMs?: number;
  readonly mostMissed?: number;
  /** Default: that of this process. */
  readonly pid?: number;
}

/**
 * Watches the loop of this process from a thread of its own. All strategies share the loop, and one that never comes back holds it: then
 * no order is canceled and no command is heard. After a minute the process is ended, as by `kill -9`, which loses nothing that was sent, and
 * a supervisor can start it anew. Answers how to end the watch.
 */
export function watchLoop({
  clock,
  onTrouble,
  beatMs = BEAT_MS,
  mostMissed = MOST_MISSED,
  pid = process.pid,
}: LoopWatchOptions): () => void {
  const shared = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
  const data: LoopWorkerData = { shared, running: RUNNING, beatMs, mostMissed };
  let isOver = false;
  // Without it everything else goes on.
  const unwatched = (why: string): void => {
    if (!isOver) onTrouble(`nothing ends this process where a strategy holds its loop: ${why}`);
  };
  // The kernel gives the first process of a container no signal that comes from inside, not even this one.
  if (pid === 1) {
    unwatched('it is the first one of its container; start that with an init (`docker run --init`)');
    return () => undefined;
  }
  const thread = startedThread(data, unwatched);
  let cancel: CancelTimer | undefined;
  const beat = (): void => {
    Atomics.add(shared, LOOP_BEATS, 1);
    // Whoever looks at a stopped program is not to lose it.
    Atomics.store(shared, LOOP_DEBUGGED, debuggerUrl() === undefined ? 0 : 1);
    cancel = clock.setTimer(beatMs, beat);
  };
  beat();
  return () => {
    isOver = true;
    cancel?.();
    void thread?.terminate();
  };
}

/** Undefined where there is no room for one more thread. */
function startedThread(data: LoopWorkerData, unwatched: (why: string) => void): Worker | undefined {
  try {
    const { worker, ended } = startWorker(codeFile('src/cli/loopWorker.ts'), data, MEMORY);
    ended.catch((error: unknown) => unwatched(messageOf(error)));
    worker.unref();
    return worker;
  } catch (error) {
    unwatched(messageOf(error));
    return undefined;
  }
}
