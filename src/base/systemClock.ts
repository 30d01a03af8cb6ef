import type { CancelTimer, Clock } from './clock.ts';
import { SteadyTime } from './steadyTime.ts';

const steady = new SteadyTime();

/** The one place that reads the wall clock and sets real timers. */
export const systemClock: Clock = {
  now: () => steady.read(Date.now(), performance.now()),
  machineTime: () => Date.now(),
  monotonicMs: () => performance.now(),
  setTimer(delayMs: number, callback: () => void): CancelTimer {
    if (delayMs <= 0) {
      // Node's timers wait at least a millisecond.
      const immediate = setImmediate(callback);
      return () => clearImmediate(immediate);
    }
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  },
  track: <T>(work: Promise<T>) => work,
};
