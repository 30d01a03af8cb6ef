import type { CancelTimer, Clock } from './clock.ts';

/** The one place that reads the wall clock and sets real timers. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonicMs: () => performance.now(),
  setTimer(delayMs: number, callback: () => void): CancelTimer {
    const timer = setTimeout(callback, Math.max(0, delayMs));
    return () => clearTimeout(timer);
  },
  track: <T>(work: Promise<T>) => work,
};
