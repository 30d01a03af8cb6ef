import type { Clock } from '../../src/base/clock.ts';
import { systemClock } from '../../src/base/systemClock.ts';

/** The machine's clock for limits that are long: a timer of `fromMs` or more rings after a part of its time. */
export function hurriedClock(fromMs: number, factor: number): Clock {
  return {
    ...systemClock,
    setTimer: (delayMs, callback) => systemClock.setTimer(delayMs < fromMs ? delayMs : delayMs / factor, callback),
  };
}
