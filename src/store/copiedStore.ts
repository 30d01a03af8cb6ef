import type { Clock } from '../base/clock.ts';
import { assertJournalsWent } from './assertJournalsWent.ts';
import type { Session } from './connection.ts';
import type { AccountIdentity } from './accountDatabase.ts';
import { AccountSeal } from './accountSeal.ts';
import { beginLife } from './beginLife.ts';
import { beginTreasuryLife } from './beginTreasuryLife.ts';
import { type Migration, MIGRATIONS } from './migrations.ts';
import { assertRegistered, sealOptions, takeAccount } from './openAccountStore.ts';
import type { Admit, OwnedLife } from './ownLife.ts';
import type { ProcessLock } from './processLock.ts';
import { JOURNAL_WORDS, type SealWords } from './sealFile.ts';
import type { StorePlace } from './storePlace.ts';
import type { StoreOptions } from './storeOptions.ts';
import { TREASURY_MIGRATIONS } from './treasuryMigrations.ts';
import { TREASURY_WORDS, treasurySealOptions } from './treasurySeal.ts';

/** What a store is that moves between a file and a server. */
export interface CopiedStore {
  readonly clock: Clock;
  readonly migrations: readonly Migration[];
  readonly words: SealWords;
  /** Tables of which one has a row as soon as anything has happened. */
  readonly used: readonly string[];
  /** Keeps everybody else on this machine from the place while it is held, besides the lock of the database. Rejects where the place is another's. */
  readonly take: (place: StorePlace) => Promise<ProcessLock>;
  /** What is known outside of the database of how far it had got. */
  readonly seal: (place: StorePlace) => AccountSeal;
  readonly begin: (options: StoreOptions, admit: Admit) => Promise<OwnedLife<unknown>>;
  /** Rejects with what has to go to the server before. */
  readonly mayGo?: (session: Session) => Promise<void>;
}

export interface OfAccount {
  readonly account: AccountIdentity;
  /** The folder in which the accounts are registered; it exists. */
  readonly accounts: string;
  readonly clock: Clock;
  /** What rebuilds it. Default: what rebuilds the journal of trading. */
  readonly words?: SealWords | undefined;
}

/** The journal of an account, at whatever interface. */
export function journalOfAccount({ account, accounts, clock, words = JOURNAL_WORDS }: OfAccount): CopiedStore {
  return {
    clock,
    migrations: MIGRATIONS,
    words,
    used: ['owner', 'life', 'intent', 'fill', 'conversion', 'ledger_entry', 'position_entry', 'state'],
    take: async ({ path: database, server }) => {
      if (server === undefined) assertRegistered({ account, accounts, database });
      return takeAccount({ account, accounts, database, server, clock });
    },
    seal: ({ path }) => new AccountSeal(sealOptions({ account, accounts, database: path, clock, words }, path)),
    begin: beginLife,
  };
}

/** The database of the treasury that moves an account's money. */
export function treasuryOfAccount({ account, accounts, clock }: Omit<OfAccount, 'account'> & Partial<OfAccount>): CopiedStore {
  return {
    clock,
    migrations: TREASURY_MIGRATIONS,
    words: TREASURY_WORDS,
    used: ['owner', 'life', 'move', 'address_entry', 'policy_version', 'audit', 'schedule'],
    // The lock of the database is all that it has.
    take: () => Promise.resolve({ release: () => Promise.resolve() }),
    seal: ({ path }) => {
      const { host: venue = '', keyTail: key = '' } = account ?? {};
      return new AccountSeal({ ...treasurySealOptions({ path, accounts, account, clock }), venue, key });
    },
    begin: (options, admit) => beginTreasuryLife(options, undefined, admit),
    mayGo: (treasury) => assertJournalsWent(treasury, { accounts, account, clock }),
  };
}
