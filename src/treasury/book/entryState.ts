import type { Instant } from '../../base/instant.ts';
import type { AddressEntry } from '../../model/addressEntry.ts';

/** `requested`: not approved yet. `cooling`: approved, and too new to be paid. `removed` is for ever: whoever wants it back asks for a new one. */
export type EntryState = 'requested' | 'cooling' | 'allowed' | 'removed';

export function entryState({ allowedFrom, removedAt }: AddressEntry, at: Instant): EntryState {
  if (removedAt !== undefined) return 'removed';
  if (allowedFrom === undefined) return 'requested';
  return at < allowedFrom ? 'cooling' : 'allowed';
}
