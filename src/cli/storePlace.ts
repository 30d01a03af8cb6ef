import { basename, dirname, join, resolve } from 'node:path';
import { Fault } from '../base/fault.ts';
import { resolveStore } from '../settings/storeServer.ts';
import { type AccountIdentity, tradedAccount } from '../store/accountDatabase.ts';
import { registeredJournal } from '../store/registeredJournal.ts';
import type { StorePlace } from '../store/standing.ts';
import { settingsOf } from './configFile.ts';
import type { Shell } from './shell.ts';

/** The account of the settings, whose store it is about. Throws `configuration` where they name none. */
export async function storedAccount(shell: Shell): Promise<AccountIdentity> {
  const account = tradedAccount(await settingsOf(shell));
  if (account !== undefined) return account;
  throw new Fault('configuration', 'no account is named: only the store of an account at a venue is copied', {
    suggestion: 'name a configuration with -c FILE, or set SLUICE_EXCHANGE_URL, SLUICE_EXCHANGE_KEY and SLUICE_EXCHANGE_SECRET',
  });
}

/** Reads `postgres://…` or the path of the account's file. Throws `usage` for a file that is named for another account. */
export function storePlace(text: string, account: AccountIdentity, shell: Shell, beside?: string): StorePlace {
  const { accounts, state } = shell.options;
  if (!/^postgres(?:ql)?:/.test(text)) return { path: accountFile(resolve(shell.cwd, text), account), server: undefined };
  const server = resolveStore(text, shell.env, shell.cwd);
  if (typeof server !== 'object') {
    throw new Fault('usage', `${text.replace(/(\/\/[^:@/]*):[^@]*@/, '$1:…@')}: ${server ?? 'this is no address of a Postgres'}`, {
      suggestion: "expected 'postgres://user:${env:NAME}@host:port/database', with the password as ${env:NAME} or ${file:PATH}",
    });
  }
  // Beside its path lies what belongs to this machine.
  const folder = beside === undefined ? (registeredFolder(accounts, account) ?? state) : dirname(beside);
  return { path: join(folder, `${account.id}.sqlite`), server };
}

function registeredFolder(accounts: string, account: AccountIdentity): string | undefined {
  const registered = registeredJournal(accounts, account);
  return registered === undefined ? undefined : dirname(registered);
}

function accountFile(path: string, { id, earlierIds }: AccountIdentity): string {
  if ([id, ...earlierIds].some((name) => basename(path) === `${name}.sqlite`)) return path;
  throw new Fault('usage', `${path} is not named for the account: its file is called ${id}.sqlite`, {
    suggestion: '`sluice status` says where the database is. A key of another account needs the configuration of that one',
  });
}
