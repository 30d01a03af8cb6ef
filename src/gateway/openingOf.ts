import type { Instant } from '../base/instant.ts';
import { TIMESTAMP_WINDOW_MS } from '../client/signer.ts';
import type { Intent } from '../model/intent.ts';
import type { Candidate } from './candidates.ts';
import type { Sightings } from './sightings.ts';

/** A time that is off ours by more than this is of another moment: the venue would not take our signatures. */
export const DOUBTFUL_MS = TIMESTAMP_WINDOW_MS;

/** Whether an order was opened after an intent was written down, `before` it, or nobody can say. */
export type Opening = 'after' | 'before' | 'doubtful';

/**
 * When an order was opened, beside a pending intent that it may be of. `since`: from when on a time of the venue is after the intent. A time that
 * is missing, or a little too early, excludes nothing: what the lists had shown before the intent does.
 */
export function openingOf(candidate: Candidate, intent: Pick<Intent, 'id'>, since: Instant, sightings: Sightings): Opening {
  const { orderId, openedAt, updatedAt, isOpen, hasExecutions } = candidate;
  if (openedAt !== undefined && openedAt >= since) return 'after';
  const wasThere = sightings.isBefore(orderId, intent);
  const isOld = (at: Instant | undefined): boolean => at !== undefined && at < since - DOUBTFUL_MS;
  if (wasThere || isOld(openedAt) || isOld(updatedAt)) return 'before';
  // Whatever it was, it was canceled as a whole: nothing can come of it twice.
  if (openedAt !== undefined && !isOpen && !hasExecutions) return 'before';
  return openedAt === undefined && sightings.hasLookedBefore(intent) ? 'after' : 'doubtful';
}
