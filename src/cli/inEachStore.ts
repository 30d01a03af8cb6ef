import { systemClock } from '../base/systemClock.ts';
import type { InterfaceName } from '../contract/operation.ts';
import { paymentDatabases } from '../daemon/paymentStore.ts';
import type { Intent } from '../model/intent.ts';
import { openToLook } from '../store/openToLook.ts';
import type { StorePlace } from '../store/storePlace.ts';
import { settingsOf } from './configFile.ts';
import { localDatabase, type LocalStore, noLocalStore } from './localStore.ts';
import type { Shell } from './shell.ts';
import { stateOf } from './stateOf.ts';

interface NamedStore extends StorePlace {
  readonly name: InterfaceName;
}

/** Where the database of the account at each interface is, or would be made, that of trading first. */
export async function storePlaces(shell: Shell): Promise<readonly NamedStore[]> {
  const settings = await settingsOf(shell);
  const { server } = settings;
  const place = { accounts: shell.options.accounts, state: stateOf(shell, settings), server };
  const traded = { name: 'exchange', path: await localDatabase(shell), server } as const;
  return [traded, ...paymentDatabases(shell.env, place).map(({ interface: name, database: path }) => ({ name, path, server }))];
}

/**
 * Reads the database of the account at each interface, one after the other, whether a daemon is running or not. Rejects with a `Fault`
 * `not-found` where there is none of them.
 */
export async function inEachStore<T>(
  shell: Shell,
  read: (store: LocalStore, name: InterfaceName) => Promise<readonly T[]>,
): Promise<readonly T[]> {
  const rows: T[] = [];
  let found = 0;
  for (const { name, ...place } of await storePlaces(shell)) {
    const store = await openToLook({ ...place, clock: systemClock });
    if (store === undefined) continue;
    found++;
    try {
      rows.push(...(await read(store, name)));
    } finally {
      await store.close();
    }
  }
  if (found === 0) throw await noLocalStore(shell);
  return rows;
}

/** An intent, and the interface whose journal has it. */
export async function findIntent(shell: Shell, id: string): Promise<{ readonly intent: Intent; readonly name: InterfaceName } | undefined> {
  const found = await inEachStore(shell, async ({ journal }, name) => {
    const intent = await journal.get(id);
    return intent === undefined ? [] : [{ intent, name }];
  });
  return found[0];
}
