import type { CancelTimer, Clock } from './clock.ts';
import { longTimer } from './longTimer.ts';
import { SteadyTime } from './steadyTime.ts';

/** The longest delay that a timer of Node takes, 24.8 days. One that is set to more fires after a millisecond. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

const steady = new SteadyTime();

/** The one place that reads the wall clock and sets real timers. */
export const systemClock: Clock = {
  now: () => steady.read(Date.now(), performance.now()),
  machineTime: () => Date.now(),
  monotonicMs: () => performance.now(),
  setTimer: (delayMs: number, callback: () => void) => longTimer(setNodeTimer, LONGEST_TIMER_MS, delayMs, callback),
  track: <T>(work: Promise<T>) => work,
};

function setNodeTimer(delayMs: number, callback: () => void): CancelTimer {
  if (delayMs <= 0) {
    // Node's timers wait at least a millisecond.
    const immediate = setImmediate(callback);
    return () => clearImmediate(immediate);
  }
  // Node leaves out a fraction of a millisecond, and would fire before the delay is over.
  const timer = setTimeout(callback, Math.ceil(delayMs));
  return () => clearTimeout(timer);
}
