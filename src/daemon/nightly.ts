import type { CancelTimer, Clock } from '../base/clock.ts';
import { DAY_MS, dayOf, type Instant, isoOf } from '../base/instant.ts';

/** After midnight, when the day's last chunk is surely written. */
const AFTER_MIDNIGHT_MS = 5 * 60_000;
/** A timer that only waits for the night would miss it when the clock is set or the machine sleeps. */
const LOOK_EVERY_MS = 10 * 60_000;

/**
 * Calls `run` soon after the end of each UTC day with that day as `2026-11-20`. No day comes twice, whatever happens to the
 * clock. Returns a function that ends it.
 */
export function nightly(clock: Clock, run: (day: string) => void): CancelTimer {
  const done = new Set<Instant>();
  let day = currentDay(clock.now());
  let cancel: CancelTimer = () => undefined;
  const look = (): void => {
    const now = clock.now();
    const current = currentDay(now);
    if (current > day && !done.has(day)) {
      done.add(day);
      run(isoOf(day).slice(0, 10));
    }
    day = current;
    cancel = clock.setTimer(Math.min(day + DAY_MS + AFTER_MIDNIGHT_MS - now, LOOK_EVERY_MS), look);
  };
  look();
  return () => cancel();
}

/** The first moment of the last day whose night is over. */
export function dayBefore(now: Instant): Instant {
  return currentDay(now) - DAY_MS;
}

/** Just after midnight it still counts as the day before. */
function currentDay(now: Instant): Instant {
  return dayOf(now - AFTER_MIDNIGHT_MS);
}
