import { sleep } from '../base/clock.ts';
import { isFault } from '../base/fault.ts';
import { type Instant, isoOf } from '../base/instant.ts';
import { type AccountStoreOptions, openAccountStore } from '../store/openAccountStore.ts';
import { type OldJournal, rebuildJournal } from '../store/rebuildJournal.ts';
import { SETTLED_AFTER_MS } from '../store/recoveryMark.ts';
import { isDamage } from '../store/storeFault.ts';
import { tellWork } from './tellWork.ts';

/** Where a rebuilt journal is, and what is left of the old one. */
export interface Rebuilt {
  readonly journal: string;
  /** Where the files that were found are kept. Undefined when there were none. */
  readonly kept: string | undefined;
  /** Whether nothing of the old journal could be read. */
  readonly isEmpty: boolean;
}

/**
 * Has the journal of an account rebuilt, when nothing can be on its way any more. Undefined when the journal is whole, so that there is
 * nothing to do. `onProgress` hears what it is waiting for, and what it does.
 */
export async function rebuildAccount<T>(
  place: AccountStoreOptions,
  onProgress: (message: string) => void,
  rebuild: (old: OldJournal) => Promise<T>,
): Promise<(Rebuilt & T) | undefined> {
  if (await isWhole(place)) return undefined;
  return rebuildJournal(
    place,
    async (old) => {
      const rebuilt = await tellWork('reading what the venue shows', place.clock, onProgress, () => rebuild(old));
      return { journal: place.database, kept: old.kept, isEmpty: old.isEmpty, ...rebuilt };
    },
    (wholeAt) => waitUntilSettled(wholeAt, place, onProgress),
  );
}

/** Rejects when something other than the state of the journal is in the way. */
async function isWhole(place: AccountStoreOptions): Promise<boolean> {
  try {
    await (await openAccountStore(place)).close();
    return true;
  } catch (error) {
    // A person who names another state directory thereby says which journal is the account's.
    if (isFault(error, 'journal-incomplete') || isFault(error, 'configuration') || isDamage(error)) return false;
    throw error;
  }
}

/**
 * Waits until nothing can be on its way any more that was when a database was last whole. On a server another machine may have sent something
 * until now, whatever the seal of this one knows.
 */
export async function waitUntilSettled(
  wholeAt: Instant | undefined,
  { clock, server }: Pick<AccountStoreOptions, 'clock' | 'server'>,
  onProgress: (message: string) => void,
): Promise<void> {
  const now = clock.now();
  const until = (server === undefined ? (wholeAt ?? now) : now) + SETTLED_AFTER_MS;
  const waitMs = until - now;
  if (waitMs <= 0) return;
  onProgress(`waiting until ${isoOf(until)}: before that the venue may not show yet what was on its way`);
  await sleep(clock, Math.min(waitMs, SETTLED_AFTER_MS));
}
