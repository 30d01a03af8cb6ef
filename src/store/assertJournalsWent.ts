import { existsSync } from 'node:fs';
import type { Clock } from '../base/clock.ts';
import { Fault } from '../base/fault.ts';
import type { AccountIdentity } from './accountDatabase.ts';
import type { Session } from './connection.ts';
import { openDatabase } from './openDatabase.ts';
import { registeredJournal } from './registeredJournal.ts';
import { readStanding } from './standing.ts';

export interface TreasuryAccounts {
  /** The folder in which the accounts are registered. */
  readonly accounts: string;
  /** That at the exchange. */
  readonly account?: AccountIdentity | undefined;
  readonly clock: Clock;
}

/**
 * Throws `store` while a journal of an account that a treasury has paid from is a file of this machine. A treasury on a server without its journals would not
 * know what it has sent, on a machine that has no seal of them.
 */
export async function assertJournalsWent(treasury: Session, { accounts, account, clock }: TreasuryAccounts): Promise<void> {
  const paid = await treasury.all<{ account: string }>('SELECT DISTINCT account FROM move WHERE account IS NOT NULL ORDER BY account');
  const ids = new Set([...(account === undefined ? [] : [account.id, ...account.earlierIds]), ...paid.map((row) => row.account)]);
  for (const id of ids) {
    const file = registeredJournal(accounts, { id });
    if (file === undefined || !existsSync(file) || (await hasGone(file, clock))) continue;
    throw new Fault(
      'store',
      `${file}, the journal of an account that the treasury pays from, is not on the server yet; nothing was copied`,
      {
        suggestion: `the treasury goes last: \`sluice store copy ${file} 'postgres://…'\` first, with the variables that name its account`,
      },
    );
  }
}

async function hasGone(path: string, clock: Clock): Promise<boolean> {
  const database = await openDatabase({ path, clock, access: 'read' });
  try {
    return (await readStanding(database))?.state === 'moved';
  } finally {
    await database.close();
  }
}
