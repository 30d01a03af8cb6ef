import type { Instant } from '../base/instant.ts';
import { AccountSeal, type AccountSealOptions } from './accountSeal.ts';
import type { JournalMark } from './journalMark.ts';
import { knownSeal, SealFile } from './sealFile.ts';

/** A sealed database that is to be rebuilt. */
export interface RebuildSteps<Old extends { close(): Promise<void> }, T> {
  readonly seal: AccountSealOptions;
  /** Opens what is left of it, or an empty one. */
  readonly openOld: () => Promise<Old>;
  /** Brings it in line with the venue. `wholeAt` is the last time at which it is known to have been whole. */
  readonly rebuild: (old: Old, wholeAt: Instant | undefined) => Promise<T>;
  /** Opens it once more with this seal, by which it counts as whole. */
  readonly openAnew: (seal: AccountSeal) => Promise<{ close(): Promise<void> }>;
}

/** Until the rebuilt database is sealed, its seal says nothing of a mark. */
const NO_MARK: JournalMark = { journal: '', changes: 0, epoch: 0, token: '' };

/**
 * Rebuilds a sealed database and seals it when that has succeeded. Its seal says that it is being rebuilt before anything is changed, so that
 * a rebuild that stops half way is noticed and can be started again.
 */
export async function rebuildSealed<Old extends { close(): Promise<void> }, T>(steps: RebuildSteps<Old, T>): Promise<T> {
  const { seal, openOld, rebuild, openAnew } = steps;
  const wholeAt = sealRebuilding(seal);
  const old = await openOld();
  let result: T;
  try {
    result = await rebuild(old, wholeAt);
  } finally {
    await old.close();
  }
  await (await openAnew(new AccountSeal({ ...seal, isAnew: true }))).close();
  return result;
}

/** A seal that is damaged, or not there, would let a half rebuilt database in. */
function sealRebuilding({ path, venue, key, database, account, clock }: AccountSealOptions): Instant | undefined {
  const known = knownSeal(path);
  const file = new SealFile(path);
  try {
    // Where the database was stays known: it may be rebuilt in another place, and that may fail.
    const before = known ?? { ...NO_MARK, venue, key, database, at: clock.now(), ...(account !== undefined && { account }) };
    file.write({ ...before, isRebuilding: true }, true);
  } finally {
    file.close();
  }
  return known?.at;
}
