import { existsSync } from 'node:fs';
import { systemClock } from '../base/systemClock.ts';
import type { InterfaceName } from '../contract/operation.ts';
import { paymentDatabases } from '../daemon/paymentStore.ts';
import type { Intent } from '../model/intent.ts';
import type { StoreServer } from '../settings/storeServer.ts';
import { openToLook } from '../store/openToLook.ts';
import { settingsOf } from './configFile.ts';
import { localDatabase, type LocalStore } from './localStore.ts';
import type { Shell } from './shell.ts';
import { stateOf } from './stateOf.ts';

interface NamedDatabase {
  readonly name: InterfaceName;
  readonly database: string;
  /** The Postgres that keeps it. */
  readonly server?: StoreServer | undefined;
}

/** The files with the database of the account at each interface, as far as they are there, that of trading first. */
export async function storeDatabases(shell: Shell): Promise<readonly NamedDatabase[]> {
  return (await allDatabases(shell)).filter(({ database }) => existsSync(database));
}

async function allDatabases(shell: Shell): Promise<readonly NamedDatabase[]> {
  const settings = await settingsOf(shell);
  const place = { accounts: shell.options.accounts, state: stateOf(shell, settings) };
  const traded = { name: 'exchange', database: await localDatabase(shell), server: settings.server } as const;
  return [traded, ...paymentDatabases(shell.env, place)];
}

/** Reads the database of the account at each interface, one after the other, whether a daemon is running or not. */
export async function inEachStore<T>(
  shell: Shell,
  read: (store: LocalStore, name: InterfaceName) => Promise<readonly T[]>,
): Promise<readonly T[]> {
  const rows: T[] = [];
  for (const { name, database, server } of await allDatabases(shell)) {
    const store = await openToLook({ path: database, server, clock: systemClock });
    if (store === undefined) continue;
    try {
      rows.push(...(await read(store, name)));
    } finally {
      await store.close();
    }
  }
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
