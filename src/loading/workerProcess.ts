import { fork } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import { constants, setPriority } from 'node:os';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Fault } from '../base/fault.ts';
import type { WorkerProcess } from './processAnswer.ts';

export interface ProcessLimits {
  /** Bounds the memory of all objects that are not young. */
  readonly oldMb: number;
}

const YOUNG_MB = 16;

/**
 * Starts a process beside this one whose entry calls `answerParent`, at low priority, with no environment and so with no secret of it. It is for work that reads a database: a
 * thread that is ended, or runs out of memory, while sqlite still works for it takes the whole program with it; a process takes nobody.
 */
export function startWorkerProcess(entry: URL, work: unknown, { oldMb }: ProcessLimits): WorkerProcess {
  const cache = getCompileCacheDir();
  const child = fork(fileURLToPath(entry), [], {
    env: cache === undefined ? {} : { NODE_COMPILE_CACHE: dirname(cache) },
    // Node also warns there of its own type stripping, about which people can do nothing.
    execArgv: ['--disable-warning=ExperimentalWarning', `--max-old-space-size=${oldMb}`, `--max-semi-space-size=${YOUNG_MB}`],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  });
  // A program that has nothing else to do need not wait for it.
  child.unref();
  child.channel?.unref();
  if (child.pid !== undefined) lower(child.pid);
  const answer = new Promise<unknown>((resolve, reject) => {
    const fail = (why: string): void => reject(new Fault('internal', `a process beside this one failed: ${why}`));
    child.once('message', resolve);
    child.on('error', ({ message }) => fail(message));
    child.once('exit', (code, signal) => {
      fail(`it ended with ${signal ?? `exit code ${code}`} before its work was done (it may take ${oldMb} MB of memory)`);
    });
    child.send({ work }, (error) => error !== null && fail(error.message));
  });
  // Whoever waits for the answer gets this error.
  answer.catch(() => undefined);
  return { answer, end: () => void child.kill('SIGKILL') };
}

/** The process may be over already. */
function lower(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Then it needs no lower priority either.
  }
}
