import type { Clock } from '../base/clock.ts';
import { takeProcessLock } from './processLock.ts';

/**
 * Does work on a seal while no other process of this machine does any under this lock: who begins to write a seal reads it and writes it as one.
 * An owner that goes on with its own seal needs no lock, as `SealFile` says. Rejects with `daemon-running` where another process does not let go of it.
 */
export async function withSealLocked<T>(path: string, clock: Clock, work: () => T): Promise<T> {
  const lock = await takeProcessLock(path, clock, `the seal ${path}`);
  try {
    return work();
  } finally {
    await lock.release();
  }
}
