import type { Clock } from '../../base/clock.ts';
import type { Settings } from '../../settings/loadSettings.ts';
import { isInUse } from '../../store/isInUse.ts';
import { shownDatabase } from '../../store/openPostgres.ts';
import { storeOwner } from '../../store/storeOwner.ts';
import { statePaths } from '../statePaths.ts';
import { treasuryDatabase } from './treasuryPaths.ts';

/**
 * Rejects with `daemon-running` while another process has the treasury, or the journal of its account, on a server: whoever only waits takes nothing
 * meanwhile that others want to use. In files, a lock says at once who has what.
 */
export async function assertFree(settings: Settings, state: string, clock: Clock): Promise<void> {
  const { server, database } = statePaths(state, settings);
  if (server === undefined) return;
  for (const [what, path] of [
    ['the treasury', treasuryDatabase(state)],
    ['the store', database],
  ] as const) {
    const owner = await storeOwner(server, path, clock);
    if (owner !== undefined) throw isInUse(`${what} ${shownDatabase(server, path)}`, owner);
  }
}
