import { Fault } from '../../base/fault.ts';
import { type Instant, isoOf } from '../../base/instant.ts';
import { instantOfUlid } from '../../base/ulid.ts';
import { SIGNED_WITHIN_MS } from './signedWithin.ts';

/**
 * A signed order is sent right after it was made, and its id, which is signed with the rest, says when that was. A copy that is sent later asks
 * for nothing, also where the order itself never came to anything. Throws a `Fault` `refused`.
 */
export function assertFreshOrder(id: string, person: string, now: Instant): void {
  const madeAt = instantOfUlid(id.slice(id.indexOf('-') + 1));
  if (madeAt !== undefined && Math.abs(now - madeAt) <= SIGNED_WITHIN_MS) return;
  const within = `${SIGNED_WITHIN_MS / 60_000} minutes`;
  const made = madeAt === undefined ? 'has an id that is no ULID and so names no time' : `was made at ${isoOf(madeAt)} by its id`;
  throw new Fault('refused', `id: ${id} of ${person} ${made}, and a signed order counts within ${within}; it is ${isoOf(now)} now`, {
    outcome: 'not-sent',
    suggestion: 'ask anew; if it was made just now, one of the two clocks is wrong',
  });
}
