import { join } from 'node:path';
import { Fault, isFault } from '../base/fault.ts';
import { systemClock } from '../base/systemClock.ts';
import { openTreasuryStore, type TreasuryStore } from '../store/treasuryStore.ts';
import type { Shell } from './shell.ts';

/** Where the treasury keeps its state: `treasury.sqlite` in the state directory. */
export function treasuryDatabase({ options }: Shell): string {
  return join(options.state, 'treasury.sqlite');
}

/** Reads the treasury's store, whether its process is running or not. */
export async function readTreasury<T>(shell: Shell, use: (store: TreasuryStore) => Promise<T>): Promise<T> {
  const path = treasuryDatabase(shell);
  const store = await openTreasuryStore({ path, clock: systemClock, access: 'read' }).catch((error: unknown) => {
    if (!isFault(error, 'not-found')) throw error;
    throw new Fault('not-found', `there is no treasury in ${path}`, { suggestion: 'name its state directory with --state DIR' });
  });
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}
