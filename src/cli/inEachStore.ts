import { existsSync } from 'node:fs';
import { isFault } from '../base/fault.ts';
import { systemClock } from '../base/systemClock.ts';
import type { InterfaceName } from '../contract/operation.ts';
import type { PaymentInterface } from '../daemon/interfaceAccount.ts';
import { paymentJournal } from '../daemon/paymentStore.ts';
import type { Intent } from '../model/intent.ts';
import { openStore } from '../store/store.ts';
import { settingsOf } from './configFile.ts';
import { type LocalStore, withLocalStore } from './localStore.ts';
import type { Shell } from './shell.ts';
import { stateOf } from './stateOf.ts';

const PAYMENTS: readonly PaymentInterface[] = ['processing', 'hostedPage'];

/** Reads the database of the account at each interface, one after the other, whether a daemon is running or not. */
export async function inEachStore<T>(
  shell: Shell,
  read: (store: LocalStore, name: InterfaceName) => Promise<readonly T[]>,
): Promise<readonly T[]> {
  const rows: T[] = [...(await withLocalStore(shell, async (store) => (store === undefined ? [] : read(store, 'exchange'))))];
  for (const name of PAYMENTS) {
    const path = await paymentDatabase(shell, name);
    if (path === undefined || !existsSync(path)) continue;
    const store = await openStore({ path, clock: systemClock, access: 'read' });
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

/** Undefined where the environment names no account. */
async function paymentDatabase(shell: Shell, name: PaymentInterface): Promise<string | undefined> {
  const settings = await settingsOf(shell);
  const place = { accounts: shell.options.accounts, state: stateOf(shell, settings) };
  try {
    return paymentJournal(name, shell.env, place).database;
  } catch (error) {
    if (isFault(error, 'configuration')) return undefined;
    throw error;
  }
}
