import { Fault } from '../base/fault.ts';
import type { Journal } from '../model/journal.ts';
import type { Store } from '../store/store.ts';
import { settingsOf } from './configFile.ts';
import type { Shell } from './shell.ts';

export type LocalStore = Pick<Store, 'journal' | 'fillLog' | 'ledger' | 'chain' | 'state' | 'chronicle'>;

/** Reads the local database, whether a daemon is running or not. `use` gets undefined when there is no database yet. */
export async function withLocalStore<T>(shell: Shell, use: (store: LocalStore | undefined) => Promise<T>): Promise<T> {
  const { openToLook } = await import('../store/openToLook.ts');
  const { systemClock } = await import('../base/systemClock.ts');
  const store = await openToLook({ path: await localDatabase(shell), server: (await settingsOf(shell)).server, clock: systemClock });
  try {
    return await use(store);
  } finally {
    await store?.close();
  }
}

/** As `withLocalStore`. Rejects with a `Fault` `not-found`, which names the place, where nobody has made the database yet. */
export function readLocalStore<T>(shell: Shell, use: (store: LocalStore) => Promise<T>): Promise<T> {
  return withLocalStore(shell, async (store) => {
    if (store === undefined) throw await noLocalStore(shell);
    return use(store);
  });
}

/** That nobody has made the database of the account yet, with the place that was looked at. */
export async function noLocalStore(shell: Shell): Promise<Fault> {
  const { shownPlace } = await import('../store/storePlace.ts');
  const place = shownPlace({ path: await localDatabase(shell), server: (await settingsOf(shell)).server });
  return new Fault('not-found', `there is no journal in ${place}`, {
    suggestion:
      'name its state directory with --state DIR, or its account with -c FILE; the first `sluice run` or `sluice reconcile` makes it',
  });
}

export function withJournal<T>(shell: Shell, use: (journal: Journal | undefined) => Promise<T>): Promise<T> {
  return withLocalStore(shell, (store) => use(store?.journal));
}

/** The database of the account in the settings. Where they name none, that of the running daemon, else the demo's. */
export async function localDatabase(shell: Shell): Promise<string> {
  const { statePaths } = await import('../daemon/statePaths.ts');
  const settings = await settingsOf(shell);
  const { stateOf } = await import('./stateOf.ts');
  const { database, socket } = statePaths(stateOf(shell, settings), settings);
  if (settings.venue.exchange !== undefined) return database;
  const { controlClient } = await import('../control/controlClient.ts');
  const control = await controlClient(socket);
  if (control === undefined) return database;
  return (await control.call('status', {})).database;
}
