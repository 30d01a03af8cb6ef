import type { Clock } from './clock.ts';
import type { Instant } from './instant.ts';

/** The same clock with another wall time, which may go back. */
export function clockByWall(clock: Clock, wall: () => Instant): Clock {
  return {
    now: wall,
    machineTime: () => clock.machineTime(),
    monotonicMs: () => clock.monotonicMs(),
    setTimer: (delayMs, callback) => clock.setTimer(delayMs, callback),
    track: (work) => clock.track(work),
  };
}
