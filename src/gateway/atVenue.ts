import type { Instant } from '../base/instant.ts';
import { TIMESTAMP_WINDOW_MS } from '../client/signer.ts';
import type { VenueClock } from '../client/venueClock.ts';
import type { Intent } from '../model/intent.ts';

/** Where the journal does not say until when the venue takes a request: the window of a signature, and what clocks may be off. */
const UNKNOWN_EXPIRY_MS = TIMESTAMP_WINDOW_MS + 10_000;

/** Two distances of the clocks that differ by no more were measured with other precision. Beyond that, a clock was set. */
const MEASURED_WITHIN_MS = 2000;

/**
 * A time that our clock stamped on an intent, by the venue's clock. `offsetMs` is the venue's clock minus ours as it is known today. The
 * journal says what it was when the intent was written down, and that counts where one of the two was set since.
 */
export function atVenue({ createdAt, venueAt }: Pick<Intent, 'createdAt' | 'venueAt'>, ours: Instant, offsetMs: number): Instant {
  const before = venueAt === undefined ? offsetMs : venueAt - createdAt;
  return ours + (Math.abs(before - offsetMs) <= MEASURED_WITHIN_MS ? offsetMs : before);
}

/** When the intent was written down, by the venue's clock. */
export function begunAtVenue(intent: Pick<Intent, 'createdAt' | 'venueAt'>, offsetMs: number): Instant {
  return atVenue(intent, intent.createdAt, offsetMs);
}

/** Until when the venue may accept the request, by its clock. */
export function takenUntil(intent: Pick<Intent, 'createdAt' | 'venueAt' | 'expiresAt'>, offsetMs: number): Instant {
  return intent.expiresAt ?? begunAtVenue(intent, offsetMs) + UNKNOWN_EXPIRY_MS;
}

/** How the venue's clock stands to ours. */
export interface VenueClocks {
  /** The venue's clock minus ours, as it is known. */
  readonly offsetMs: number;
  /** How far the venue's clock can be behind ours at the most. */
  readonly behindMs: number;
}

/** From when on, by our clock, the venue takes the request no more for certain. Only then can a person say that nothing came of it. */
export function notPlacedFrom(intent: Intent, { offsetMs, behindMs }: VenueClocks): Instant {
  return Math.ceil(takenUntil(intent, offsetMs) + behindMs) + 1;
}

/** The earliest that the venue's clock can show now. Where no answer tells its time: it takes our signatures, so it is no further off than those may be. */
export function earliestAtVenue({ venueClock }: { readonly venueClock: Pick<VenueClock, 'now' | 'uncertaintyMs'> }): Instant {
  return Math.floor(venueClock.now() - Math.min(venueClock.uncertaintyMs, TIMESTAMP_WINDOW_MS));
}
