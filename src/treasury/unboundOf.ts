import type { Intent } from '../model/intent.ts';
import type { Journal } from '../model/journal.ts';
import { earlierConversions } from './earlierConversions.ts';
import { type FoundTransfer, notBefore } from './findTransfer.ts';
import { isConversion } from './isConversion.ts';
import { referencesIn } from './references.ts';

/** What a transfer may be, of what was found. Something else with its reference is not, nor what is bound to another one with the same reference. */
export async function unboundOf(
  intent: Intent,
  found: readonly FoundTransfer[],
  { journal, offsetMs }: { readonly journal: Journal; readonly offsetMs: () => number },
): Promise<readonly FoundTransfer[]> {
  const twins = isConversion(intent)
    ? await earlierConversions(journal, notBefore(intent, offsetMs()), found)
    : (await Promise.all(referencesIn(intent).map((one) => journal.withReference(one)))).flat();
  const bound = new Set(twins.flatMap(({ id, venueId }) => (id === intent.id || venueId === undefined ? [] : [venueId])));
  return found.filter(({ mismatch, venueId }) => mismatch === undefined && !bound.has(venueId));
}
