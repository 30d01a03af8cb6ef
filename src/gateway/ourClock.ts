import type { Instant } from '../base/instant.ts';
import type { VenueClock } from '../client/venueClock.ts';
import type { Quote } from '../model/conversion.ts';

type KnownClock = Pick<VenueClock, 'offsetMs' | 'uncertaintyMs'>;

/**
 * A quote with its times by our clock: the venue means its own when it says until when a quote is good. The end is the earliest that
 * it can be.
 */
export function quoteByOurClock(quote: Quote, clock: KnownClock): Quote {
  const { offsetMs } = clock;
  return {
    ...quote,
    quotedAt: Math.round(quote.quotedAt - offsetMs),
    validTo: Math.floor(quote.validTo - offsetMs - errorOf(clock)),
  };
}

/** The latest time by the venue's clock at which it may be ours. */
export function latestVenueTime(ours: Instant, clock: KnownClock): Instant {
  return Math.ceil(ours + clock.offsetMs + errorOf(clock));
}

/** Before the first answer nothing is known, and the clocks are taken for the same. */
function errorOf({ uncertaintyMs }: KnownClock): number {
  return Number.isFinite(uncertaintyMs) ? uncertaintyMs : 0;
}
