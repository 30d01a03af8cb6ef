import { join } from 'node:path';
import type { Settings } from '../../settings/loadSettings.ts';
import type { StorePlace } from '../../store/storePlace.ts';

/** Where the treasury's store is in a state directory. */
export function treasuryDatabase(state: string): string {
  return join(state, 'treasury.sqlite');
}

/** What keeps the treasury: a file in the state directory, or a schema of the Postgres that the settings name. */
export function treasuryPlace(state: string, { server }: Pick<Settings, 'server'>): StorePlace {
  return { path: treasuryDatabase(state), server };
}

/** Where a running treasury listens. */
export function treasurySocket(state: string): string {
  return join(state, 'treasury.sock');
}
