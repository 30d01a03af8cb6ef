import { systemClock } from '../base/systemClock.ts';
import type { InterfaceName } from '../contract/operation.ts';
import { sightingsOrNone } from '../daemon/sightingsOrNone.ts';
import type { Sightings } from '../store/sightingStore.ts';
import { accountJournal } from './accountJournal.ts';
import { note, type Shell } from './shell.ts';

/** Runs `use` with what earlier commands have seen of the account's payments and deposits. Where it can't be opened, a note says so. */
export async function withSightings<T>(shell: Shell, name: InterfaceName, use: (sightings: Sightings) => Promise<T>): Promise<T> {
  const sightings = await sightingsOrNone(
    async () => (await accountJournal(shell, name)).path,
    systemClock,
    (message) => note(shell, message),
  );
  try {
    return await use(sightings);
  } finally {
    await sightings.close();
  }
}
