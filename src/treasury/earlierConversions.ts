import { DAY_MS, type Instant } from '../base/instant.ts';
import type { Intent } from '../model/intent.ts';
import type { Journal } from '../model/journal.ts';
import { kindOf } from './transferKinds.ts';

/** A quote is executed so long after its request at most. */
const MADE_WITHIN_MS = DAY_MS;

/**
 * The conversions that may have led to one of these rows of the venue's history, of which none was made before `since`: transfers, and those of
 * strategies. However many orders the journal has had meanwhile, none of them is missing.
 */
export async function earlierConversions(
  journal: Journal,
  since: Instant,
  rows: readonly { readonly venueId: string }[],
): Promise<readonly Intent[]> {
  const transfers = await journal.transfers(since - MADE_WITHIN_MS);
  return [
    ...transfers.filter((intent) => kindOf(intent).foundBy === 'conversions'),
    ...(await journal.converted(rows.map(({ venueId }) => venueId))),
  ];
}
