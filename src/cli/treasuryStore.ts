import { Fault, isFault } from '../base/fault.ts';
import { systemClock } from '../base/systemClock.ts';
import type { AccountSeal } from '../store/accountSeal.ts';
import { openTreasuryStore, type TreasuryStore } from '../store/treasuryStore.ts';
import { treasuryPlace } from '../daemon/treasury/treasuryPaths.ts';
import { shownPlace } from '../store/storePlace.ts';
import { settingsOf } from './configFile.ts';
import type { Shell } from './shell.ts';
import { stateOf } from './stateOf.ts';

/** Reads the treasury's store, whether its process is running or not. With `seal` it must be what that knows. */
export async function readTreasury<T>(shell: Shell, use: (store: TreasuryStore) => Promise<T>, seal?: AccountSeal): Promise<T> {
  const settings = await settingsOf(shell);
  const place = treasuryPlace(stateOf(shell, settings), settings);
  const store = await openTreasuryStore({ ...place, clock: systemClock, access: 'read', seal }).catch((error: unknown) => {
    if (!isFault(error, 'not-found')) throw error;
    throw new Fault('not-found', `there is no treasury in ${shownPlace(place)}`, {
      suggestion: place.server === undefined ? 'name its state directory with --state DIR' : 'it is made by the first command that writes',
    });
  });
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}
