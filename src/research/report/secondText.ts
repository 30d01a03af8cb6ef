import { type Instant, isoOf } from '../../base/instant.ts';

/** A time to the second, in UTC. */
export function secondText(at: Instant): string {
  return isoOf(at).slice(0, 19).replace('T', ' ');
}
