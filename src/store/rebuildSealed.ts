import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { onDisk } from '../base/diskFault.ts';
import type { Instant } from '../base/instant.ts';
import { AccountSeal, type AccountSealOptions } from './accountSeal.ts';
import type { JournalMark } from './journalMark.ts';
import { replaceFile } from './replaceFile.ts';
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
  /** Opens what is left of it, or an empty one, with this seal. It calls `setsAside` before it takes files out of the way of another database. */
  readonly openOld: (seal: AccountSeal, setsAside: () => void) => Promise<Old>;
  readonly settle: Settle;
  /** Brings it in line with the venue. */
  readonly rebuild: (old: Old, wholeAt: Instant | undefined) => Promise<T>;
}

/** Until the rebuilt database is sealed, its seal says nothing of a mark. */
const NO_MARK: JournalMark = { journal: '', changes: 0, epoch: 0, token: '' };

/**
 * Rebuilds a sealed database and seals it when that has succeeded. Its seal says that it is being rebuilt before anything is changed, and so does
 * the database itself to other machines, so that a rebuild that stops half way is noticed and can be started again. What it has looked for at the
 * venue, no other machine has to look for again. One that is refused, or ends in its wait, leaves the seal as it was.
 */
export async function rebuildSealed<Old extends { close(): Promise<void> }, T>(steps: RebuildSteps<Old, T>): Promise<T> {
  const { seal, openOld, settle, rebuild } = steps;
  const { clock } = seal;
  const token = randomBytes(8).toString('hex');
  const { known, takeBack } = await clock.track(sealRebuilding(seal, token));
  const rebuilding = new AccountSeal({ ...seal, rebuild: token });
  let isSetAside = false;
  const orTakeBack = <R>(step: Promise<R>): Promise<R> =>
    step.catch(async (error: unknown) => {
      await clock.track(takeBack(isSetAside));
      throw error;
    });
  const old = await orTakeBack(openOld(rebuilding, () => (isSetAside = true)));
  const wholeAt = known?.at;
  try {
    await orTakeBack(settle(rebuilding.isTakenBack ? undefined : wholeAt));
    await clock.track(rebuilding.beginRebuild());
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
  /** Puts the file back as it was, unless another process has sealed something meanwhile. A database that was set aside keeps a seal in any case. */
  readonly takeBack: (isSetAside: boolean) => Promise<void>;
}

/** A seal that is damaged, or not there, would let a half rebuilt database in. */
function sealRebuilding({ path, venue, key, database, account, clock }: AccountSealOptions, token: string): Promise<SealedRebuilding> {
  return withSealLocked(path, clock, () => {
    const known = knownSeal(path);
    const bytes = existsSync(path) ? readFileSync(path) : undefined;
    // Where the database was stays known: it may be rebuilt in another place, and that may fail.
    const before = known ?? { ...NO_MARK, venue, key, database, at: clock.now(), ...(account !== undefined && { account }) };
    replaceSeal(path, { ...before, isRebuilding: true, rebuild: token });
    const file = new SealFile(path);
    const takeBack = (isSetAside: boolean): Promise<void> =>
      withSealLocked(path, clock, () => {
        if (!file.isAsKnown()) return;
        if (bytes !== undefined) onDisk(`the seal ${path} could not be written`, () => replaceFile(path, bytes));
        else if (!isSetAside) onDisk(`the seal ${path} could not be removed`, () => rmSync(path));
      });
    return { known, takeBack };
  });
}
