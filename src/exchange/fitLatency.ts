import { assert } from '../base/assert.ts';
import type { Instant } from '../base/instant.ts';

/** One request for money: when it was journalled, right before it left, and when its answer was settled. */
export interface AnsweredRequest {
  readonly createdAt: Instant;
  readonly resolvedAt: Instant;
}

/** Latency of the venue, each way, in whole milliseconds. */
export interface Latency {
  readonly entryMs: number;
  readonly responseMs: number;
}

/**
 * Latency out of the daemon's own journal: the round trip of which the share `quantile` took no longer (0.5 is the median),
 * half of it each way. Nobody at our end can tell the two ways apart without a clock at the venue; where the way to it is the
 * slower one, fills at the touch are taken for a little too likely. The journal's own commit, some tenths of a
 * millisecond, is part of it.
 */
export function fitLatency(requests: readonly AnsweredRequest[], quantile = 0.5): Latency {
  assert(requests.length > 0, 'a latency is fitted to one request at least');
  assert(quantile >= 0 && quantile <= 1, `a quantile is 0 to 1, not ${quantile}`);
  const roundTrips = requests.map(({ createdAt, resolvedAt }) => resolvedAt - createdAt).toSorted((a, b) => a - b);
  const roundTripMs = Math.max(0, Math.round(roundTrips[Math.round((roundTrips.length - 1) * quantile)]!));
  const responseMs = Math.floor(roundTripMs / 2);
  return { entryMs: roundTripMs - responseMs, responseMs };
}
