import { isFault } from '../base/fault.ts';
import type { Instant } from '../base/instant.ts';
import { AccountSeal, type AccountSealOptions } from './accountSeal.ts';
import type { JournalMark } from './journalMark.ts';
import { knownSeal, replaceSeal, type Sealed, SealFile } from './sealFile.ts';
import { withSealLocked } from './withSealLocked.ts';

/**
 * Waits until the venue shows all that was on its way. `wholeAt` is the last time at which this machine knows the database to have been whole.
 * Undefined where it knows none, or another machine may have gone on.
 */
export type Settle = (wholeAt: Instant | undefined) => Promise<void>;

/** A sealed database that is to be rebuilt. */
export interface RebuildSteps<Old extends { close(): Promise<void> }, T> {
  readonly seal: AccountSealOptions;
  /** Opens what is left of it, or an empty one, with this seal. */
  readonly openOld: (seal: AccountSeal) => Promise<Old>;
  readonly settle: Settle;
  /** Brings it in line with the venue. */
  readonly rebuild: (old: Old, wholeAt: Instant | undefined) => Promise<T>;
}

/** Until the rebuilt database is sealed, its seal says nothing of a mark. */
const NO_MARK: JournalMark = { journal: '', changes: 0, epoch: 0, token: '' };

/**
 * Rebuilds a sealed database and seals it when that has succeeded. Its seal says that it is being rebuilt before anything is changed, and so does
 * the database itself to other machines, so that a rebuild that stops half way is noticed and can be started again. What it has looked for at the
 * venue, no other machine has to look for again.
 */
export async function rebuildSealed<Old extends { close(): Promise<void> }, T>(steps: RebuildSteps<Old, T>): Promise<T> {
  const { seal, openOld, settle, rebuild } = steps;
  const { clock } = seal;
  const { known, takeBack } = await clock.track(sealRebuilding(seal));
  const rebuilding = new AccountSeal({ ...seal, isToRebuild: true });
  const old = await openOld(rebuilding).catch(async (error: unknown) => {
    // Nothing of it was changed where another process has it.
    if (isFault(error, 'daemon-running')) await clock.track(takeBack());
    throw error;
  });
  const wholeAt = known?.at;
  try {
    await settle(rebuilding.isTakenBack ? undefined : wholeAt);
    // What the venue is asked from here on shows what was sent until it was settled, whichever machine has sent it.
    const at = clock.now();
    const result = await rebuild(old, wholeAt);
    await clock.track(rebuilding.complete(at));
    return result;
  } finally {
    await old.close();
  }
}

interface SealedRebuilding {
  /** What was sealed before. Undefined where that is damaged, or there was none. */
  readonly known: Sealed | undefined;
  /** Seals it once more, unless another process has sealed something meanwhile. */
  readonly takeBack: () => Promise<void>;
}

/** A seal that is damaged, or not there, would let a half rebuilt database in. */
function sealRebuilding({ path, venue, key, database, account, clock }: AccountSealOptions): Promise<SealedRebuilding> {
  return withSealLocked(path, clock, () => {
    const known = knownSeal(path);
    // Where the database was stays known: it may be rebuilt in another place, and that may fail.
    const before = known ?? { ...NO_MARK, venue, key, database, at: clock.now(), ...(account !== undefined && { account }) };
    replaceSeal(path, { ...before, isRebuilding: true });
    const file = new SealFile(path);
    const takeBack = (): Promise<void> =>
      withSealLocked(path, clock, () => {
        if (known !== undefined && file.isAsKnown()) replaceSeal(path, known);
      });
    return { known, takeBack };
  });
}
