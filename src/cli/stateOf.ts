import { dirname } from 'node:path';
import type { Settings } from '../settings/loadSettings.ts';
import { accountOf, tradedAccount } from '../store/accountDatabase.ts';
import { registeredJournal } from '../store/registeredJournal.ts';
import type { Shell } from './shell.ts';

/**
 * The state directory of the account in the settings. It is found from every directory, since an account is registered when its
 * journal is first used. A directory that a person names takes precedence.
 */
export function stateOf(shell: Shell, settings: Settings | undefined): string {
  return settings === undefined || tradedAccount(settings) === undefined ? shell.options.state : journalStateOf(shell, settings);
}

/** The state directory with the journal of the account that the settings' key belongs to, even in paper mode. */
export function journalStateOf({ options }: Shell, settings: Pick<Settings, 'venue'>): string {
  const account = options.isStateNamed ? undefined : accountOf(settings);
  const journal = account === undefined ? undefined : registeredJournal(options.accounts, account);
  return journal === undefined ? options.state : dirname(journal);
}
