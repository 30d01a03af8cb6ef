import { accountOf } from '../../store/accountDatabase.ts';
import { AccountSeal } from '../../store/accountSeal.ts';
import { assertOwnTreasury } from '../../store/assertOwnTreasury.ts';
import { sealOptions } from '../../store/openAccountStore.ts';
import { treasurySeal } from '../../store/treasurySeal.ts';
import { witnessStore } from '../../store/witnessStore.ts';
import type { Environment } from '../../settings/secrets.ts';
import { paymentDatabases } from '../paymentStore.ts';
import { accountsDirectory } from '../stateDirectory.ts';
import { witnessAccount, type WitnessOptions } from '../witnessAccount.ts';
import { treasuryPlace } from './treasuryPaths.ts';

/**
 * Seals how far the treasury and the journals that it pays from have got, which another machine owns, as `witnessStore` does. What can't be
 * sealed now does not keep the others from it.
 */
export async function witnessTreasury({ env, ...options }: WitnessOptions & { readonly env: Environment }): Promise<void> {
  const { settings, state, accounts, clock } = options;
  const { server } = settings;
  const account = accountOf(settings);
  if (server === undefined || account === undefined) return;
  accountsDirectory(accounts);
  const place = treasuryPlace(state, settings);
  const own = async (): Promise<void> => {
    const seal = treasurySeal({ ...place, accounts, account, clock });
    await witnessStore({ ...place, clock, seal, admit: (session) => assertOwnTreasury(session, { place, account, seal }) });
  };
  const payments = paymentDatabases(env, { accounts, state, server }).map(async ({ account: payer, database: path, words }) => {
    const seal = new AccountSeal(sealOptions({ account: payer, accounts, database: path, clock, words }, path));
    await witnessStore({ path, server, clock, seal });
  });
  await Promise.allSettled([own(), witnessAccount(options), ...payments]);
}
