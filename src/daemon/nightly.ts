import type { CancelTimer, Clock } from '../base/clock.ts';
import { type Instant, isoOf } from '../base/instant.ts';

const DAY_MS = 86_400_000;
/** After midnight, until the day's last chunk is surely written. */
const AFTER_MIDNIGHT_MS = 5 * 60_000;

/** Calls `run` soon after the end of each UTC day, with the day that is over as `2026-11-20`. Answers how to end it. */
export function nightly(clock: Clock, run: (day: string) => void): CancelTimer {
  let cancel: CancelTimer;
  const arm = (): void => {
    const day = Math.floor(clock.now() / DAY_MS) * DAY_MS;
    const due: Instant = day + DAY_MS + AFTER_MIDNIGHT_MS;
    cancel = clock.setTimer(due - clock.now(), () => {
      run(isoOf(day).slice(0, 10));
      arm();
    });
  };
  arm();
  return () => cancel();
}
