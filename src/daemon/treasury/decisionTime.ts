import type { Clock } from '../../base/clock.ts';
import type { Instant } from '../../base/instant.ts';
import type { VenueClock } from '../../client/venueClock.ts';

/** A `Date` has whole seconds, and clocks of machines are that far apart where all is well. */
const AGREED_MS = 5000;

/**
 * The time by which the treasury decides: that of the machine as long as the venue agrees with it, and else that of the venue, which follows no
 * step of the machine's clock. It may go back.
 */
export function decisionTime(clock: Pick<Clock, 'machineTime'>, venueClock: Pick<VenueClock, 'now'>): Instant {
  const [ours, theirs] = [clock.machineTime(), venueClock.now()];
  return Math.abs(theirs - ours) <= AGREED_MS ? ours : theirs;
}
