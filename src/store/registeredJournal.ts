import { join } from 'node:path';
import type { AccountIdentity } from './accountDatabase.ts';
import { readSeal } from './sealFile.ts';

/** Where the journal of an account is, wherever it was first used. Undefined when the account has none yet. */
export function registeredJournal(accounts: string, account: Pick<AccountIdentity, 'id'>): string | undefined {
  return readSeal(sealPath(accounts, account))?.database;
}

/** The seal that registers the account. */
export function sealPath(accounts: string, { id }: Pick<AccountIdentity, 'id'>): string {
  return join(accounts, `${id}.seal`);
}
