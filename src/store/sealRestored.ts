import type { Clock } from '../base/clock.ts';
import type { Instant } from '../base/instant.ts';
import { type JournalMark, readMark } from './journalMark.ts';
import { openDatabase } from './openDatabase.ts';
import { knownSeal, replaceSeal } from './sealFile.ts';
import { withSealLocked } from './withSealLocked.ts';

/** A journal that is about to be put in its place. */
export interface RestoredJournal {
  /** The seal of its account. */
  readonly seal: string;
  readonly venue: string;
  readonly key: string;
  /** The copy that was taken out of the backup. */
  readonly copy: string;
  /** Where the journal is going to be. */
  readonly database: string;
  readonly backedUpAt: Instant;
}

/** A journal that has no marks: one of a version that made none. */
const NO_MARK: JournalMark = { journal: '', changes: 0, epoch: 0, token: '' };

/**
 * Seals a journal as restored: it is refused (`journal-incomplete`) until `sluice recover` has brought it in line with the venue, even
 * where nothing shows that it is old. It is called before the journal is put in its place, so that a kill in between leaves a seal
 * without its journal, which is refused as well.
 */
export async function sealRestored({ seal, venue, key, copy, database, backedUpAt }: RestoredJournal, clock: Clock): Promise<void> {
  const opened = await openDatabase({ path: copy, clock, access: 'read' });
  let mark: JournalMark;
  try {
    mark = (await readMark(opened)) ?? NO_MARK;
  } finally {
    await opened.close();
  }
  await withSealLocked(seal, clock, () => {
    const known = knownSeal(seal);
    // Something may have been sent until the last commit that is known of. A seal that is behind the copy, or none, does not know it.
    const isAhead = known !== undefined && known.journal === mark.journal && known.changes >= mark.changes;
    const at = isAhead ? known.at : clock.now();
    const policy = known?.policy;
    replaceSeal(seal, { venue, key, database, ...mark, at, restoredFrom: backedUpAt, ...(policy !== undefined && { policy }) });
  });
}
