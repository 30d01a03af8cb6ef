import { join } from 'node:path';
import type { Clock } from '../base/clock.ts';
import { isFault } from '../base/fault.ts';
import { type AccountIdentity, accountAt } from '../store/accountDatabase.ts';
import { type AccountStoreOptions, openAccountStore } from '../store/openAccountStore.ts';
import { registeredJournal } from '../store/registeredJournal.ts';
import { JOURNAL_WORDS, type SealWords } from '../store/sealFile.ts';
import type { Store } from '../store/store.ts';
import type { Environment } from '../settings/secrets.ts';
import type { StoreServer } from '../settings/storeServer.ts';
import { interfaceAccount, PAYMENT_INTERFACES, type PaymentInterface } from './interfaceAccount.ts';
import { accountsDirectory, stateDirectory } from './stateDirectory.ts';

export interface PaymentPlace {
  /** The folder in which accounts are registered. */
  readonly accounts: string;
  /** The state directory, for an account that has no journal yet. */
  readonly state: string;
  /** The Postgres that keeps the state. Undefined where files do. */
  readonly server: StoreServer | undefined;
}

/** The journal of the account that the environment names at a payment interface: like every account, it has one of its own. */
export function paymentJournal(name: PaymentInterface, env: Environment, { accounts, state, server }: PaymentPlace): PaymentJournal {
  const { url, key } = interfaceAccount(name, env);
  const account = accountAt(name, url, key);
  const file = join(state, `${account.id}.sqlite`);
  // On a server it has one name, whichever files a machine has.
  const words = { ...JOURNAL_WORDS, recover: `${JOURNAL_WORDS.recover} --interface ${name}` };
  return {
    interface: name,
    account,
    server,
    words,
    database: server === undefined ? (registeredJournal(accounts, account) ?? file) : file,
  };
}

export interface PaymentJournal {
  readonly interface: PaymentInterface;
  readonly account: AccountIdentity;
  readonly database: string;
  readonly server: StoreServer | undefined;
  readonly words: SealWords;
}

/** The databases of the accounts that the environment names at the payment interfaces, whether they are there or not. */
export function paymentDatabases(env: Environment, place: PaymentPlace): readonly PaymentJournal[] {
  return PAYMENT_INTERFACES.flatMap((name) => {
    try {
      return [paymentJournal(name, env, place)];
    } catch (error) {
      if (isFault(error, 'configuration')) return [];
      throw error;
    }
  });
}

/** Opens it as its only owner. Rejects as `openAccountStore` does. */
export async function openPaymentStore(
  journal: PaymentJournal,
  { accounts, state }: PaymentPlace,
  clock: Clock,
  told: Pick<AccountStoreOptions, 'onTrouble' | 'onLost'> = {},
): Promise<Store> {
  stateDirectory(state);
  accountsDirectory(accounts);
  return openAccountStore({ ...journal, accounts, clock, ...told });
}
