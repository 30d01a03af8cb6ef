import type { Clock } from '../../src/base/clock.ts';
import type { VirtualClock } from '../../src/base/virtualClock.ts';

/** A clock that goes as the given one does, from `beginning` on, and that nobody sets. */
export function neverSet(clock: VirtualClock, beginning: number): Clock {
  const now = (): number => beginning + clock.monotonicMs();
  return {
    now,
    machineTime: now,
    monotonicMs: () => clock.monotonicMs(),
    setTimer: (delayMs, callback) => clock.setTimer(delayMs, callback),
    track: (work) => clock.track(work),
  };
}
