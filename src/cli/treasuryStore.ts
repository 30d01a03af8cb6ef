import { Fault, isFault } from '../base/fault.ts';
import { systemClock } from '../base/systemClock.ts';
import type { AccountSeal } from '../store/accountSeal.ts';
import { openTreasuryStore, type TreasuryStore } from '../store/treasuryStore.ts';
import { treasuryDatabase } from '../daemon/treasury/treasuryPaths.ts';
import { settingsOf } from './configFile.ts';
import type { Shell } from './shell.ts';
import { stateOf } from './stateOf.ts';

/** Reads the treasury's store, whether its process is running or not. With `seal` it must be what that knows. */
export async function readTreasury<T>(shell: Shell, use: (store: TreasuryStore) => Promise<T>, seal?: AccountSeal): Promise<T> {
  const settings = await settingsOf(shell);
  const path = treasuryDatabase(stateOf(shell, settings));
  const store = await openTreasuryStore({ path, clock: systemClock, access: 'read', seal }).catch((error: unknown) => {
    if (!isFault(error, 'not-found')) throw error;
    throw new Fault('not-found', `there is no treasury in ${path}`, { suggestion: 'name its state directory with --state DIR' });
  });
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}
