import type { RequestRate } from '../exchange/requestBudget.ts';
import type { Settings } from '../settings/loadSettings.ts';

const SECOND_MS = 1000;
/** The two lists that are polled: open orders and executions. */
const LISTS = 2;
/** One part in this many of the burst is kept for orders (docs/decisions/0006). */
const KEPT_SHARE = 4;

interface RateSettings extends Pick<Settings, 'poll'> {
  readonly venue: Pick<Settings['venue'], 'rateLimit'>;
}

/** How much of the rate budget a daemon's polls would leave for orders. It is never less than what is kept for them. */
export function orderRate({ venue, poll }: RateSettings, symbols: number): RequestRate {
  const { perSecond, burst } = venue.rateLimit;
  const periods: readonly (readonly [everyMs: number, requests: number])[] = [
    [poll.books, symbols],
    [poll.statistics, 1],
    [Math.min(poll.orders, poll.trades), LISTS],
    [poll.balances, 1],
  ];
  const polled = periods.reduce((sum, [everyMs, requests]) => sum + (SECOND_MS / everyMs) * requests, 0);
  const kept = Math.max(1, Math.floor(burst / KEPT_SHARE));
  const share = Math.max(kept / burst, 1 - polled / perSecond);
  return { perSecond: perSecond * share, burst: Math.max(kept, Math.floor(burst * share)) };
}
