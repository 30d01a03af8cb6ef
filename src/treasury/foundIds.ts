import type { FoundTransfer } from './findTransfer.ts';

/** What was found, each by its id and its status. */
export function foundIds(found: readonly FoundTransfer[]): string {
  return found.map(({ venueId, status }) => `${venueId} (${status})`).join(', ');
}
