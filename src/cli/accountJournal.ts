import { systemClock } from '../base/systemClock.ts';
import type { InterfaceName } from '../contract/operation.ts';
import { paymentJournal } from '../daemon/paymentStore.ts';
import { statePaths } from '../daemon/statePaths.ts';
import type { Intent } from '../model/intent.ts';
import type { Journal } from '../model/journal.ts';
import type { StorePlace } from '../store/storePlace.ts';
import { transfersIn } from '../treasury/transfersIn.ts';
import { settingsOf } from './configFile.ts';
import type { Shell } from './shell.ts';
import { stateOf } from './stateOf.ts';

/** Where the journal of the account at an interface is, or would be made. */
export async function accountJournal(shell: Shell, name: InterfaceName): Promise<StorePlace> {
  const settings = await settingsOf(shell);
  const state = stateOf(shell, settings);
  const { server } = settings;
  if (name === 'exchange') return { path: statePaths(state, settings).database, server };
  return { path: paymentJournal(name, shell.env, { accounts: shell.options.accounts, state, server }).database, server };
}

/** Looks for what was sent in the account's journal, whoever owns it. Without a journal nothing was. */
export async function sentFrom(
  shell: Shell,
  name: InterfaceName,
  look: (journal: Journal) => Promise<readonly Intent[]>,
): Promise<readonly Intent[]> {
  return transfersIn({ ...(await accountJournal(shell, name)), clock: systemClock }, look);
}
