import type { Clock } from '../base/clock.ts';
import type { Settings } from '../settings/loadSettings.ts';
import { tradedAccount } from '../store/accountDatabase.ts';
import { AccountSeal } from '../store/accountSeal.ts';
import { sealOptions } from '../store/openAccountStore.ts';
import { witnessStore } from '../store/witnessStore.ts';
import { accountsDirectory } from './stateDirectory.ts';
import { statePaths } from './statePaths.ts';

export interface WitnessOptions {
  readonly settings: Settings;
  readonly state: string;
  /** The folder in which accounts are registered. */
  readonly accounts: string;
  readonly clock: Clock;
}

/** Seals how far the journal of the account has got that another machine owns, as `witnessStore` does. In files, whoever owns it has the same seal. */
export async function witnessAccount({ settings, state, accounts, clock }: WitnessOptions): Promise<void> {
  const account = tradedAccount(settings);
  const { database: path, server } = statePaths(state, settings);
  if (account === undefined || server === undefined) return;
  accountsDirectory(accounts);
  await witnessStore({ path, server, clock, seal: new AccountSeal(sealOptions({ account, accounts, database: path, clock }, path)) });
}
