import { type Clock, sleep } from '../base/clock.ts';
import { whenAborted } from './whenAborted.ts';

/**
 * Resolves when a person ends the command, or after this long where a time is named. Once `over` is aborted nobody waits for it any more:
 * a timer that goes on would keep the process alive.
 */
export function untilStopped(clock: Clock, stop: AbortSignal, forMs: number | undefined, over: AbortSignal): Promise<void> {
  const stopped = whenAborted(stop);
  return forMs === undefined ? stopped : Promise.race([stopped, sleep(clock, forMs, over).catch(() => undefined)]);
}
