import type { Clock } from '../base/clock.ts';
import { LearnedRefusals } from '../gateway/learnedRefusals.ts';
import type { Settings } from '../settings/loadSettings.ts';
import { refusalFile } from '../store/refusalFile.ts';
import type { StatePaths } from './statePaths.ts';

/** What was learned of the refusals of the settings' account. Only the owner of the account's journal may change it. */
export function accountRefusals(
  settings: Pick<Settings, 'venue'>,
  { refusals }: StatePaths,
  clock: Clock,
  onTrouble: (message: string) => void,
): LearnedRefusals {
  return new LearnedRefusals({ store: refusalFile(refusals), proofs: settings.venue.refusalProofs, clock, onTrouble });
}
