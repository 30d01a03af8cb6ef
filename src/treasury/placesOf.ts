import type { Intent } from '../model/intent.ts';
import type { Journal } from '../model/journal.ts';
import { bodyOf } from './bodyFields.ts';
import { kindOf, placesOfRows } from './transferKinds.ts';
import { validatedHere } from './validatedHere.ts';

/** What the places of a transfer follow from. */
export type Placed = Pick<Intent, 'fingerprint' | 'body' | 'targetId' | 'createdAt' | 'exposureCurrency'>;

/**
 * All places that a transfer goes to, each in one spelling, so that those of any two can be compared, whichever version has written them down.
 * A confirmation goes to its batch, and where the rows go that were validated here.
 */
export async function placesOf(transfer: Placed, journal: Journal): Promise<readonly string[]> {
  const { body, targetId, createdAt, exposureCurrency } = transfer;
  const { places, lane, foundBy } = kindOf(transfer);
  const fields = bodyOf(body);
  const own = places?.(fields) ?? [lane(fields, targetId)];
  if (foundBy !== 'batch') return own;
  const draft = await validatedHere(journal, targetId!, createdAt);
  // A draft of several currencies is a batch for each.
  return draft === undefined ? own : [...own, ...placesOfRows(bodyOf(draft.body), exposureCurrency)];
}
