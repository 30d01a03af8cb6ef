import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../base/clock.ts';
import { Fault, isFault } from '../base/fault.ts';
import type { TellTrouble } from '../base/tellTrouble.ts';
import type { StoreServer } from '../settings/storeServer.ts';
import type { AccountIdentity } from './accountDatabase.ts';
import { AccountSeal, type AccountSealOptions } from './accountSeal.ts';
import { takeMachineLock } from './machineLock.ts';
import { type ProcessLock, takeProcessLock } from './processLock.ts';
import { registeredJournal, sealPath } from './registeredJournal.ts';
import { JOURNAL_WORDS, type SealWords } from './sealFile.ts';
import { openStore, type Store } from './store.ts';
import type { StoreOptions } from './storeOptions.ts';

export interface AccountStoreOptions {
  readonly account: AccountIdentity;
  /** The folder in which the accounts are registered; it exists. */
  readonly accounts: string;
  /** Where the journal is, or is to be made. */
  readonly database: string;
  readonly clock: Clock;
  /** As of `openStore`. */
  readonly server?: StoreServer | undefined;
  readonly unknownPerLane?: number | undefined;
  readonly onTrouble?: TellTrouble | undefined;
  readonly onAsked?: StoreOptions['onAsked'];
  readonly onLost?: StoreOptions['onLost'];
  /** What rebuilds it. Default: what rebuilds the journal of trading. */
  readonly words?: SealWords | undefined;
}

/**
 * Opens the one journal of an account as its only owner on this machine. The lock and the seal belong to the account, not to
 * a state directory; a journal that no seal knows yet is taken as it is.
 *
 * Rejects with `daemon-running` while another process owns the account, wherever its state is; `configuration` when
 * the account's journal is somewhere else; `journal-incomplete` when it is gone or has lost its end; else as `openStore` does.
 */
export function openAccountStore(options: AccountStoreOptions): Promise<Store> {
  return options.clock.track(openOwned(options));
}

async function openOwned(options: AccountStoreOptions): Promise<Store> {
  const { clock, unknownPerLane, server, onTrouble, onAsked, onLost } = options;
  const lock = await takeAccount(options);
  try {
    const database = journalToOpen(options);
    const seal = new AccountSeal(sealOptions(options, database));
    const store = await openStore({ path: database, server, clock, unknownPerLane, seal, onTrouble, onAsked, onLost });
    const close = async (): Promise<void> => {
      try {
        await store.close();
      } finally {
        await lock.release();
      }
    };
    return { ...store, close: () => clock.track(close()) };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** What the account's seal says of a journal at `database`. */
export function sealOptions({ account, accounts, clock, words }: AccountStoreOptions, database: string): AccountSealOptions {
  return { path: sealPath(accounts, account), clock, venue: account.host, key: account.keyTail, database, words };
}

/**
 * The account's own locks: that of the register, and that of the machine. The refusal says where the owner works. On a server the lease of the
 * store is the account's: a process that stands still would keep these.
 */
export async function takeAccount(options: AccountStoreOptions): Promise<ProcessLock> {
  const { account, clock, database, server } = options;
  if (server !== undefined) return { release: async () => {} };
  const what = `the account at ${account.host} with key ${account.keyTail}`;
  const registered = await takeRegistered(options, what);
  try {
    const machine = await takeMachineLock({ name: account.id, what, note: `its journal is ${database}`, clock });
    const release = async (): Promise<void> => {
      await machine?.release();
      await registered.release();
    };
    return { release };
  } catch (error) {
    await registered.release();
    throw error;
  }
}

async function takeRegistered({ account, accounts, clock }: AccountStoreOptions, what: string): Promise<ProcessLock> {
  try {
    return await takeProcessLock(join(accounts, account.id), clock, what);
  } catch (error) {
    const journal = isFault(error, 'daemon-running') ? registeredJournal(accounts, account) : undefined;
    if (journal === undefined || !isFault(error)) throw error;
    throw new Fault('daemon-running', `${error.message}; its journal is ${journal}`, { suggestion: error.suggestion, cause: error });
  }
}

/** Throws `configuration` where the register says that the account's journal is another file, which is there. */
export function assertRegistered({ account, accounts, database }: Pick<AccountStoreOptions, 'account' | 'accounts' | 'database'>): void {
  const registered = registeredJournal(accounts, account);
  if (registered === undefined || !existsSync(registered)) return;
  if (existsSync(database) && realpathSync(database) === realpathSync(registered)) return;
  throw new Fault(
    'configuration',
    `the journal of the account at ${account.host} with key ${account.keyTail} is ${registered}, not ${database}`,
    {
      suggestion:
        'leave --state and SLUICE_STATE out: it is found from every directory. To keep it elsewhere, move the database together with ' +
        'its `-wal` while nothing runs, then name the new place with --state',
    },
  );
}

/** The registered one. It may have been moved: then it is gone from there, and its seal tells whether the other is the same. */
function journalToOpen({ account, accounts, database, server, words = JOURNAL_WORDS }: AccountStoreOptions): string {
  if (server !== undefined) return database;
  assertRegistered({ account, accounts, database });
  const registered = registeredJournal(accounts, account);
  if (registered === undefined) return database;
  if (existsSync(database)) return database;
  throw new Fault(
    'journal-incomplete',
    `the journal of the account at ${account.host} with key ${account.keyTail} is gone: there is no ${registered}`,
    {
      suggestion:
        'put it back with its `-wal` (or mount the disk that it is on); where it was moved to, name that folder with --state. ' +
        `If it is lost, \`${words.recover}\` rebuilds it from what the venue still shows. Until then nothing is sent`,
    },
  );
}
