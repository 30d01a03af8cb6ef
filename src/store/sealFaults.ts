import { Fault, type FaultDetails } from '../base/fault.ts';
import { type Instant, isoOf } from '../base/instant.ts';
import type { JournalMark } from './journalMark.ts';
import { SETTLED_AFTER_MS } from './recoveryMark.ts';
import type { Sealed, SealWords } from './sealFile.ts';

function recoverWith({ what, recover }: SealWords): FaultDetails {
  return {
    suggestion:
      'if there is a newer copy of the database, put it back together with its `-wal`; ' +
      `otherwise run \`${recover}\`: it rebuilds the ${what} from what the venue still shows; until then nothing is sent`,
  };
}

function endIsLost(sealed: Sealed, found: JournalMark, database: string, words: SealWords): Fault {
  const missing = sealed.changes - found.changes;
  const what = missing > 0 ? `${missing} of its ${sealed.changes} changes are missing` : 'its last start is missing';
  const message = `the ${words.what} ${database} has lost its end: ${what}; it was whole at ${isoOf(sealed.at)}`;
  return new Fault('journal-incomplete', message, recoverWith(words));
}

/** A rebuild makes changes of its own, so that the count of them says nothing until it has ended. */
function halfRebuilt(database: string, { what, recover }: SealWords): Fault {
  return new Fault('journal-incomplete', `the ${what} ${database} is half rebuilt: its recovery was begun and has not ended`, {
    suggestion: `run \`${recover}\` again: it goes on with what is there; until then nothing is sent`,
  });
}

/** A restored copy is never believed to be current, though nothing may have happened since it was made. */
function restoredCopy(sealed: Sealed, restoredFrom: Instant, database: string, { what, recover }: SealWords): Fault {
  const message = `the ${what} ${database} was restored from a backup of ${isoOf(restoredFrom)}: what the account at ${sealed.venue} with key ${sealed.key} did since then is not in it`;
  return new Fault('journal-incomplete', message, {
    suggestion: `run \`${recover}\`: it brings the ${what} in line with what the venue shows; until then nothing is sent`,
  });
}

function otherHistory(sealed: Sealed, database: string, words: SealWords): Fault {
  const message = `the ${words.what} ${database} is an older copy that has gone on by itself: what the account did up to ${isoOf(sealed.at)} is not in it`;
  return new Fault('journal-incomplete', message, recoverWith(words));
}

function otherJournal(sealed: Sealed, database: string, words: SealWords): Fault {
  const message = `the database ${database} is not the ${words.what} that the account at ${sealed.venue} with key ${sealed.key} had at ${isoOf(sealed.at)}`;
  return new Fault('journal-incomplete', message, recoverWith(words));
}

/** What was sent shortly before the venue was read may not have been shown yet. Clocks of machines may also differ. */
function recoveredTooSoon(loss: Fault, at: Instant, sealed: Sealed, words: SealWords): Fault {
  const message = `${loss.message}; it was recovered since, and the venue was read from ${isoOf(at)} on, which is not yet ${SETTLED_AFTER_MS / 1000} s after ${isoOf(sealed.at)}`;
  return new Fault('journal-incomplete', message, {
    suggestion: `run \`${words.recover}\` here too: it asks the venue once more; until then nothing is sent`,
  });
}

/** Why a seal lets a database not in. */
export const sealFaults = { endIsLost, halfRebuilt, restoredCopy, otherHistory, otherJournal, recoveredTooSoon } as const;
