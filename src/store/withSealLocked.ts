import type { Clock } from '../base/clock.ts';
import { Fault, isFault } from '../base/fault.ts';
import { takeProcessLock } from './processLock.ts';

/** Others hold it for as long as a file takes to be written. */
const WAIT_MS = 1500;

/**
 * Does work on a seal while no other process of this machine does any under this lock: who begins to write a seal reads it and writes it as one.
 * An owner that goes on with its own seal needs no lock, as `SealFile` says. Rejects with `daemon-running` where another process does not let go of it.
 */
export async function withSealLocked<T>(path: string, clock: Clock, work: () => T): Promise<T> {
  const lock = await takeProcessLock(path, clock, `the seal ${path}`, WAIT_MS).catch((error: unknown) => {
    throw isFault(error, 'daemon-running') ? isBusy(error) : error;
  });
  try {
    return work();
  } finally {
    await lock.release();
  }
}

/** It may be one that stands by, or this very process: nobody has to end it. */
function isBusy(error: Fault): Fault {
  return new Fault('daemon-running', `${error.message}, which is writing it`, {
    suggestion: 'try again in a moment: whoever owns the account, stands by for it or recovers it writes its seal now and then',
    cause: error,
  });
}
