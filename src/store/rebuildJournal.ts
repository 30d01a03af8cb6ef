import type { Instant } from '../base/instant.ts';
import type { AccountSeal } from './accountSeal.ts';
import { keepFound } from './foundFiles.ts';
import { type AccountStoreOptions, sealOptions, takeAccount } from './openAccountStore.ts';
import { rebuildSealed, type Settle } from './rebuildSealed.ts';
import { openStore, type Store } from './store.ts';
import { isDamage } from './storeFault.ts';

/** A journal that is to be rebuilt. */
export interface OldJournal {
  /** What is left of it, or an empty one. */
  readonly store: Store;
  /** Whether nothing of it could be read. */
  readonly isEmpty: boolean;
  /** The last time at which it is known to have been whole. Undefined where no seal tells. */
  readonly wholeAt: Instant | undefined;
  /** Where its files are kept as they were found. Undefined when there were none. */
  readonly kept: string | undefined;
}

/**
 * Passes what is left of an account's journal to `rebuild`, which brings it in line with the venue, and seals it when that has
 * succeeded. Until then its seal says that it is half rebuilt, so that a rebuild that stops half way is noticed and can be started again.
 *
 * The files are kept as they were found. Rejects as `openAccountStore` does, but never with `journal-incomplete`.
 */
export async function rebuildJournal<T>(
  options: AccountStoreOptions,
  rebuild: (old: OldJournal) => Promise<T>,
  settle: Settle,
): Promise<T> {
  const { database, clock } = options;
  const lock = await clock.track(takeAccount(options));
  try {
    return await rebuildSealed({
      seal: sealOptions(options, database),
      openOld: (seal, setsAside) => clock.track(openOld(options, seal, setsAside)),
      settle,
      rebuild: (old, wholeAt) => rebuild({ ...old, wholeAt }),
    });
  } finally {
    await lock.release();
  }
}

/** Nothing is sent in a rebuild, so that what is found is journalled beside what is unknown. */
const MOST_PER_LANE = 8;

interface OpenOld extends Omit<OldJournal, 'wholeAt'> {
  close(): Promise<void>;
}

async function openOld(options: AccountStoreOptions, seal: AccountSeal, setsAside: () => void): Promise<OpenOld> {
  const { database: path, clock, server } = options;
  const open = (): Promise<Store> => openStore({ path, server, clock, seal, unknownPerLane: MOST_PER_LANE });
  if (server !== undefined) return oldOf(await open(), false, undefined);
  const found = keepFound(path, clock, setsAside);
  // A log without its database belongs to nothing, and would be taken for that of a new one.
  if (!found.isThere) found.setAside();
  try {
    return oldOf(await open(), !found.isThere, found.kept);
  } catch (error) {
    if (!isDamage(error)) throw error;
    found.setAside();
    return oldOf(await open(), true, found.kept);
  }
}

function oldOf(store: Store, isEmpty: boolean, kept: string | undefined): OpenOld {
  return { store, isEmpty, kept, close: () => store.close() };
}
