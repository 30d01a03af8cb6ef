import { dirname } from 'node:path';
import { messageOf } from '../base/fault.ts';
import { systemClock } from '../base/systemClock.ts';
import type { InterfaceName } from '../contract/operation.ts';
import { stateDirectory } from '../daemon/stateDirectory.ts';
import { IN_MEMORY } from '../store/openDatabase.ts';
import { openSightings, type Sightings } from '../store/sightingStore.ts';
import { accountJournal } from './accountJournal.ts';
import { note, type Shell } from './shell.ts';

/**
 * Runs `use` with what earlier commands have seen of the account's payments and deposits. It lies beside the account's journal.
 * Where it can't be opened, the command goes on and says so: only the times of earlier reads are missed.
 */
export async function withSightings<T>(shell: Shell, name: InterfaceName, use: (sightings: Sightings) => Promise<T>): Promise<T> {
  const sightings = await opened(shell, name);
  try {
    return await use(sightings);
  } finally {
    await sightings.close();
  }
}

async function opened(shell: Shell, name: InterfaceName): Promise<Sightings> {
  try {
    const path = (await accountJournal(shell, name)).replace(/(?:\.sqlite)?$/, '-sightings.sqlite');
    stateDirectory(dirname(path));
    return await openSightings(path, systemClock);
  } catch (error) {
    note(shell, `what was seen of payments before is not known, and what is seen now is not kept: ${messageOf(error)}`);
    return openSightings(IN_MEMORY, systemClock);
  }
}
