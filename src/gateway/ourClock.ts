import type { Instant } from '../base/instant.ts';
import type { VenueClock } from '../client/venueClock.ts';
import type { Quote } from '../model/conversion.ts';

type KnownClock = Pick<VenueClock, 'offsetMs' | 'uncertaintyMs'>;

/**
 * A quote with its times by our clock. The venue means its own clock when it says until when a quote is valid. The end is the
 * earliest that it can be.
 */
export function quoteByOurClock(quote: Quote, clock: KnownClock): Quote {
  const { offsetMs } = clock;
  return {
    ...quote,
    quotedAt: Math.round(quote.quotedAt - offsetMs),
    validTo: Math.floor(quote.validTo - offsetMs - errorOf(clock)),
  };
}

/** The latest that the venue's clock may show at a time of ours. */
export function latestVenueTime(ours: Instant, clock: KnownClock): Instant {
  return Math.ceil(ours + clock.offsetMs + errorOf(clock));
}

/** Before the first answer nothing is known, so the clocks are taken to be the same. */
function errorOf({ uncertaintyMs }: KnownClock): number {
  return Number.isFinite(uncertaintyMs) ? uncertaintyMs : 0;
}
