import { copyFileSync, existsSync, renameSync } from 'node:fs';
import { onDisk } from '../base/diskFault.ts';
import { type Instant, isoOf } from '../base/instant.ts';
import { AccountSeal } from './accountSeal.ts';
import { type AccountStoreOptions, sealOptions, takeAccount } from './openAccountStore.ts';
import { knownSeal } from './sealFile.ts';
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
 * succeeded. Until then the old seal stays, so that a rebuild that stops half way is noticed and can be started again.
 *
 * The files are kept as they were found. Rejects as `openAccountStore` does, but never with `journal-incomplete`.
 */
export async function rebuildJournal<T>(options: AccountStoreOptions, rebuild: (old: OldJournal) => Promise<T>): Promise<T> {
  const { database, clock, server } = options;
  const lock = await clock.track(takeAccount(options));
  try {
    const seal = sealOptions(options, database);
    const wholeAt = knownSeal(seal.path)?.at;
    const old = await clock.track(openOld(options));
    let result: T;
    try {
      result = await rebuild({ ...old, wholeAt });
    } finally {
      await old.store.close();
    }
    const store = await openStore({ path: database, server, clock, seal: new AccountSeal({ ...seal, isAnew: true }) });
    await store.close();
    return result;
  } finally {
    await lock.release();
  }
}

/** Nothing is sent in a rebuild, so that what is found is journalled beside what is unknown. */
const MOST_PER_LANE = 8;

async function openOld({ database, clock, server }: AccountStoreOptions): Promise<Omit<OldJournal, 'wholeAt'>> {
  if (server !== undefined)
    return { store: await openStore({ path: database, server, clock, unknownPerLane: MOST_PER_LANE }), isEmpty: false, kept: undefined };
  const found = ['', '-wal', '-shm'].filter((suffix) => existsSync(database + suffix));
  const kept = `${database}.${isoOf(clock.now()).replaceAll(':', '')}.before-recovery`;
  onDisk(`the files of ${database} could not be kept as they are`, () => {
    for (const suffix of found) copyFileSync(database + suffix, kept + suffix);
  });
  const isThere = existsSync(database);
  // A log without its database belongs to nothing, and would be taken for that of a new one.
  if (!isThere) setAside(database, kept);
  try {
    const store = await openStore({ path: database, clock, unknownPerLane: MOST_PER_LANE });
    return { store, isEmpty: !isThere, kept: found.length > 0 ? kept : undefined };
  } catch (error) {
    if (!isDamage(error)) throw error;
    setAside(database, kept);
    return { store: await openStore({ path: database, clock }), isEmpty: true, kept };
  }
}

function setAside(database: string, kept: string): void {
  onDisk(`the files of ${database} could not be set aside`, () => {
    for (const suffix of ['', '-wal', '-shm']) if (existsSync(database + suffix)) renameSync(database + suffix, kept + suffix);
  });
}
