import { seededRandom } from '../base/random.ts';
import { systemClock } from '../base/systemClock.ts';
import { ulid } from '../base/ulid.ts';

/** An id for a transfer, or for the reference of one. */
export function transferId(): string {
  const now = systemClock.now();
  return ulid(now, seededRandom(`transfer:${now}:${systemClock.monotonicMs()}:${process.pid}`));
}
