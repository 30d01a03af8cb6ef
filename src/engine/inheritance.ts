import type { Instant } from '../base/instant.ts';
import type { Seat } from './market.ts';
import { wishesNothing } from './wishes.ts';

/** Whether the orders of the version before still rest, and this one has not said yet which of them it wants. */
export function inherits(seat: Seat): boolean {
  return seat.inheritsUntil !== -Infinity;
}

/** The orders of the version before rest for a while at most: nobody minds them until the new one says what it wants. */
export function endInheritance(seat: Seat, now: Instant): void {
  if (!seat.isWanted && now < seat.inheritsUntil) return;
  seat.inheritsUntil = -Infinity;
  if (!seat.isWanted && seat.state !== 'stopped') wishesNothing(seat);
}
