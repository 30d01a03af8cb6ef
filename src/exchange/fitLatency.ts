import { assert } from '../base/assert.ts';
import type { Instant } from '../base/instant.ts';
import type { Latency } from '../model/latency.ts';

/** One request for money: when it was journalled, right before it left, and when its answer was settled. */
export interface AnsweredRequest {
  readonly createdAt: Instant;
  readonly resolvedAt: Instant;
}

/**
 * Fits the latency to the daemon's own journal. It takes the round trip at `quantile` (0.5 is the median) and gives half of it to
 * each way, since without a clock at the venue the two ways can't be told apart. Where the way to the venue is the slower one,
 * fills at the touch look a little too likely. The journal's own commit, some tenths of a millisecond, is included.
 */
export function fitLatency(requests: readonly AnsweredRequest[], quantile = 0.5): Latency {
  assert(requests.length > 0, 'a latency is fitted to one request at least');
  assert(quantile >= 0 && quantile <= 1, `a quantile is 0 to 1, not ${quantile}`);
  const roundTrips = requests.map(({ createdAt, resolvedAt }) => resolvedAt - createdAt).toSorted((a, b) => a - b);
  const roundTripMs = Math.max(0, Math.round(roundTrips[Math.round((roundTrips.length - 1) * quantile)]!));
  const responseMs = Math.floor(roundTripMs / 2);
  return { entryMs: roundTripMs - responseMs, responseMs };
}
