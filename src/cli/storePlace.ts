import { basename, dirname, join, resolve } from 'node:path';
import { Fault, isFault } from '../base/fault.ts';
import { systemClock } from '../base/systemClock.ts';
import { paymentJournal } from '../daemon/paymentStore.ts';
import { accountsDirectory } from '../daemon/stateDirectory.ts';
import { treasuryDatabase } from '../daemon/treasury/treasuryPaths.ts';
import { resolveStore } from '../settings/storeServer.ts';
import { type AccountIdentity, tradedAccount } from '../store/accountDatabase.ts';
import { type CopiedStore, journalOfAccount, treasuryOfAccount } from '../store/copiedStore.ts';
import { registeredJournal } from '../store/registeredJournal.ts';
import type { StorePlace } from '../store/storePlace.ts';
import { settingsOf } from './configFile.ts';
import type { Shell } from './shell.ts';
import { type StoreName, STORES } from './storeNames.ts';

/** A store that a person has named. */
export interface NamedStore {
  readonly store: CopiedStore;
  /** For people. */
  readonly what: string;
  /** What its file is called, the newest name first. */
  readonly files: readonly string[];
  /** Where its file is, or would be made. */
  readonly file: string;
}

/** The store whose file has this name. Throws `usage` where none has. */
export async function storeOfFile(path: string, shell: Shell): Promise<NamedStore> {
  const known: NamedStore[] = [];
  for (const name of STORES) {
    const one = await namedStore(name, shell).catch((error: unknown) => {
      if (isFault(error, 'configuration') && name !== 'exchange') return undefined;
      throw error;
    });
    if (one?.files.includes(basename(path)) === true) return one;
    if (one !== undefined) known.push(one);
  }
  throw new Fault('usage', `${path} is not named for a store of this configuration: ${known.map(nameText).join(', ')}`, {
    suggestion: '`sluice status` says where the database is. A key of another account needs the configuration of that one',
  });
}

/** Throws `configuration` where its account is not named. */
export async function namedStore(name: StoreName, shell: Shell): Promise<NamedStore> {
  const { accounts, state } = shell.options;
  accountsDirectory(accounts);
  const settings = await settingsOf(shell);
  const traded = tradedAccount(settings);
  if (name === 'treasury') {
    if (traded === undefined) throw noAccount();
    const file = treasuryDatabase(registeredFolder(accounts, traded) ?? state);
    return {
      store: treasuryOfAccount({ account: traded, accounts, clock: systemClock }),
      what: 'the treasury',
      files: [basename(file)],
      file,
    };
  }
  const payments = name === 'exchange' ? undefined : paymentJournal(name, shell.env, { accounts, state, server: undefined });
  const account = payments?.account ?? traded;
  if (account === undefined) throw noAccount();
  const { id, earlierIds, host, keyTail } = account;
  return {
    store: journalOfAccount({ account, accounts, clock: systemClock, words: payments?.words }),
    what: `the account at ${host} with key ${keyTail}`,
    files: [id, ...earlierIds].map((one) => `${one}.sqlite`),
    file: join(registeredFolder(accounts, account) ?? state, `${id}.sqlite`),
  };
}

/** Reads `postgres://…`, or the path of a store's file. What lies beside the database is in the folder of `file`. */
export function storePlace(text: string, file: string, shell: Shell): StorePlace {
  if (!isAddress(text)) return { path: resolve(shell.cwd, text), server: undefined };
  const server = resolveStore(text, shell.env, shell.cwd);
  if (typeof server !== 'object') {
    throw new Fault('usage', `${text.replace(/(\/\/[^:@/]*):[^@]*@/, '$1:…@')}: ${server ?? 'this is no address of a Postgres'}`, {
      suggestion: "expected 'postgres://user:${env:NAME}@host:port/database', with the password as ${env:NAME} or ${file:PATH}",
    });
  }
  return { path: file, server };
}

/** Whether a text is meant as the address of a server. */
export function isAddress(text: string): boolean {
  return /^postgres(?:ql)?:/.test(text);
}

function registeredFolder(accounts: string, account: AccountIdentity): string | undefined {
  const registered = registeredJournal(accounts, account);
  return registered === undefined ? undefined : dirname(registered);
}

function nameText({ what, files }: NamedStore): string {
  return `${what} is called ${files[0]}`;
}

function noAccount(): Fault {
  return new Fault('configuration', 'no account is named: only the store of an account at a venue is copied', {
    suggestion: 'name a configuration with -c FILE, or set SLUICE_EXCHANGE_URL, SLUICE_EXCHANGE_KEY and SLUICE_EXCHANGE_SECRET',
  });
}
