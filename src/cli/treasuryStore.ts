import { Fault, isFault } from '../base/fault.ts';
import { systemClock } from '../base/systemClock.ts';
import type { AccountSeal } from '../store/accountSeal.ts';
import { isStoreThere } from '../store/isStoreThere.ts';
import { openTreasuryStore, type TreasuryStore } from '../store/treasuryStore.ts';
import { treasuryPlace } from '../daemon/treasury/treasuryPaths.ts';
import { shownPlace, type StorePlace } from '../store/storePlace.ts';
import { type AccountIdentity, accountOf } from '../store/accountDatabase.ts';
import { isTreasuryThere, type TreasuryPlace, treasurySeal } from '../store/treasurySeal.ts';
import { settingsOf } from './configFile.ts';
import { note, type Shell } from './shell.ts';
import { stateOf } from './stateOf.ts';

/** Reads the treasury's store, whether its process is running or not. Rejects with `not-found` where there is none. */
export async function readTreasury<T>(shell: Shell, use: (store: TreasuryStore) => Promise<T>): Promise<T> {
  const settings = await settingsOf(shell);
  return read(treasuryPlace(stateOf(shell, settings), settings), use, accountOf(settings));
}

/** The same, but the store must be what its seal knows. Rejects with `journal-incomplete` where it is gone, or has lost its end. */
export async function readSealed<T>(shell: Shell, use: (store: TreasuryStore) => Promise<T>): Promise<T> {
  const place = await sealedPlace(shell);
  return read(place, use, place.account, (await isTreasuryThere(place)) ? treasurySeal(place) : undefined);
}

/** The same for who only looks: a store that is not what its seal knows is told of, and read as it is. */
export async function readAsItIs<T>(shell: Shell, use: (store: TreasuryStore) => Promise<T>): Promise<T> {
  try {
    return await readSealed(shell, use);
  } catch (error) {
    if (!isFault(error, 'journal-incomplete') || !(await isStoreThere(await sealedPlace(shell), systemClock))) throw error;
    note(shell, `${error.message}. This is what it has${error.suggestion === undefined ? '' : `; ${error.suggestion}`}`);
    return readTreasury(shell, use);
  }
}

/** Where the treasury of the state folder is, and where its seal. */
export async function sealedPlace(shell: Shell): Promise<TreasuryPlace> {
  const settings = await settingsOf(shell);
  const place = treasuryPlace(stateOf(shell, settings), settings);
  return { ...place, accounts: shell.options.accounts, account: accountOf(settings), clock: systemClock };
}

async function read<T>(
  place: StorePlace,
  use: (store: TreasuryStore) => Promise<T>,
  account: AccountIdentity | undefined,
  seal?: AccountSeal,
): Promise<T> {
  const store = await openTreasuryStore({ ...place, clock: systemClock, access: 'read', account, seal }).catch((error: unknown) => {
    if (!isFault(error, 'not-found')) throw error;
    throw new Fault('not-found', `there is no treasury in ${shownPlace(place)}`, {
      suggestion: `${place.server === undefined ? 'name its state directory with --state DIR; ' : ''}\`sluice treasury policy publish FILE\` makes one`,
    });
  });
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}
