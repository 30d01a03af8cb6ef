import { dirname } from 'node:path';
import type { Clock } from '../base/clock.ts';
import { messageOf } from '../base/fault.ts';
import { IN_MEMORY } from '../store/openDatabase.ts';
import { openSightings, type Sightings, sightingsBeside } from '../store/sightingStore.ts';
import { stateDirectory } from './stateDirectory.ts';

/**
 * What was seen of payments and deposits, beside the journal of their account. Where it can't be opened it is empty and keeps nothing,
 * and `tell` says so: only the times of earlier reads are missed.
 */
export async function sightingsOrNone(
  journal: () => string | Promise<string>,
  clock: Clock,
  tell: (message: string) => void,
): Promise<Sightings> {
  try {
    const path = sightingsBeside(await journal());
    stateDirectory(dirname(path));
    return await openSightings(path, clock);
  } catch (error) {
    tell(`what was seen of payments before is not known, and what is seen now is not kept: ${messageOf(error)}`);
    return openSightings(IN_MEMORY, clock);
  }
}
