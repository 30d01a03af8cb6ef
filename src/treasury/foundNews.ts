import type { Intent } from '../model/intent.ts';
import type { FoundTransfer } from './findTransfer.ts';
import { foundIds } from './foundIds.ts';
import { kindOf } from './transferKinds.ts';
import { transferName } from './transferName.ts';

/** What a person has to know of what was found of a transfer: that the venue has it more than once, or that its answer was about another one. */
export function foundNews(intent: Intent, found: readonly FoundTransfer[]): readonly string[] {
  const name = transferName(intent);
  const ids = foundIds(found);
  if (found.length > 1) return [`${name} is at the venue ${found.length} times: ${ids}; it was sent once from here. Ask the venue`];
  if (!isOfAnother(intent, found)) return [];
  return [
    `${name} is ${ids} at the venue, and its answer named ${intent.venueId}, which is another one. It was sent once; go by what the venue shows`,
  ];
}

/** A person may adopt what has another reference. And nothing says that the history of withdrawals has the ids of their answers. */
function isOfAnother(intent: Intent, [only]: readonly FoundTransfer[]): boolean {
  if (intent.state !== 'acknowledged' || kindOf(intent).foundBy === 'history' || only === undefined) return false;
  return only.mismatch === undefined && only.venueId !== intent.venueId;
}
