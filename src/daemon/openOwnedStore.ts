import { existsSync, renameSync, rmSync } from 'node:fs';
import type { Clock } from '../base/clock.ts';
import type { TellTrouble } from '../base/tellTrouble.ts';
import type { Settings } from '../settings/loadSettings.ts';
import { tradedAccount } from '../store/accountDatabase.ts';
import { openAccountStore } from '../store/openAccountStore.ts';
import { openStore, type Store } from '../store/store.ts';
import type { StoreOptions } from '../store/storeOptions.ts';
import { accountsDirectory, stateDirectory } from './stateDirectory.ts';
import type { StatePaths } from './statePaths.ts';

export interface OwnedStoreOptions {
  readonly settings: Settings;
  readonly paths: StatePaths;
  /** The folder in which accounts are registered. */
  readonly accounts: string;
  readonly clock: Clock;
  /** Told when the server of the store is away and when it is back. */
  readonly onStore?: TellTrouble | undefined;
  /** Does what a person has asked for from another machine. */
  readonly onAsked?: StoreOptions['onAsked'];
}

/** Opens the store for the settings: the one journal of an account, else the database of paper trading or the demo. */
export async function openOwnedStore({ settings, paths, accounts, clock, onStore, onAsked }: OwnedStoreOptions): Promise<Store> {
  const { directory, database, server } = paths;
  stateDirectory(directory);
  const account = tradedAccount(settings);
  const { unknownPerLane } = settings.risk;
  if (account !== undefined) {
    accountsDirectory(accounts);
    return openAccountStore({ account, accounts, database, server, clock, unknownPerLane, onTrouble: onStore, onAsked });
  }
  if (settings.venue.exchange === undefined) return openDemoStore(paths, { clock, unknownPerLane });
  return openStore({ path: database, server, clock, onTrouble: onStore, onAsked });
}

/**
 * The demo's market begins anew with each start and knows nothing of an earlier one, so its database does too. The last one is
 * kept beside it.
 */
async function openDemoStore(
  { database: path, refusals }: StatePaths,
  options: Pick<StoreOptions, 'clock' | 'unknownPerLane'>,
): Promise<Store> {
  const store = await openStore({ path, ...options });
  if ((await store.journal.list(1)).length === 0) return store;
  await store.close();
  rmSync(`${path}.previous`, { force: true });
  renameSync(path, `${path}.previous`);
  rmSync(refusals, { force: true });
  for (const suffix of ['-wal', '-shm']) if (existsSync(path + suffix)) rmSync(path + suffix);
  return openStore({ path, ...options });
}
