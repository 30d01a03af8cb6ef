import type { Instant } from '../../base/instant.ts';
import type { Mids } from '../../exchange/mids.ts';
import type { Pair } from '../../model/pair.ts';
import type { LaterMids } from './laterMids.ts';

/** Each second of market time. */
export const HEARTBEAT_MS = 1000;

/** What all bands of a pass have in common. */
export interface BandMarkets {
  readonly pairs: readonly Pair[];
  readonly mids: Mids;
  /** What a recording tells of later, for each pair. A live market has none. */
  readonly later?: readonly LaterMids[] | undefined;
}

export function heartbeatAfter(at: Instant): Instant {
  return (Math.floor(at / HEARTBEAT_MS) + 1) * HEARTBEAT_MS;
}
