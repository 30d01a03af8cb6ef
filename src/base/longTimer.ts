import type { CancelTimer, Clock } from './clock.ts';

/** A timer for any delay, out of timers of which none waits longer than `longestMs`. */
export function longTimer(setTimer: Clock['setTimer'], longestMs: number, delayMs: number, callback: () => void): CancelTimer {
  if (delayMs <= longestMs) return setTimer(delayMs, callback);
  let cancel = setTimer(longestMs, () => {
    cancel = longTimer(setTimer, longestMs, delayMs - longestMs, callback);
  });
  return () => cancel();
}
