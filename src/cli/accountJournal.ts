import { systemClock } from '../base/systemClock.ts';
import type { InterfaceName } from '../contract/operation.ts';
import { paymentJournal } from '../daemon/paymentStore.ts';
import { statePaths } from '../daemon/statePaths.ts';
import type { Intent } from '../model/intent.ts';
import type { Journal } from '../model/journal.ts';
import { transfersIn } from '../treasury/transfersIn.ts';
import { settingsOf } from './configFile.ts';
import type { Shell } from './shell.ts';
import { stateOf } from './stateOf.ts';

/** Where the journal of the account at an interface is, or would be made. */
export async function accountJournal(shell: Shell, name: InterfaceName): Promise<string> {
  const settings = await settingsOf(shell);
  const state = stateOf(shell, settings);
  if (name === 'exchange') return statePaths(state, settings).database;
  return paymentJournal(name, shell.env, { accounts: shell.options.accounts, state }).database;
}

/** Looks for what was sent in the account's journal, whoever owns it. Without a journal nothing was. */
export async function sentFrom(
  shell: Shell,
  name: InterfaceName,
  look: (journal: Journal) => Promise<readonly Intent[]>,
): Promise<readonly Intent[]> {
  const path = await accountJournal(shell, name);
  const { server } = await settingsOf(shell);
  return transfersIn({ path, server: name === 'exchange' ? server : undefined, clock: systemClock }, look);
}
