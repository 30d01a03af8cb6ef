import { Fault, isFault } from '../base/fault.ts';
import { systemClock } from '../base/systemClock.ts';
import type { Balance } from '../model/balance.ts';
import { makeStatement } from '../treasury/statements/makeStatement.ts';
import { isZone, monthRange } from '../treasury/statements/monthRange.ts';
import type { Statement } from '../treasury/statements/statement.ts';
import { readLocalStore } from './localStore.ts';
import { note, type Shell } from './shell.ts';
import { withVenue } from './withVenue.ts';

/** Makes the statement of the account's local ledger. In the month that is not over, the venue is asked for the balances. */
export async function statementOf(
  shell: Shell,
  { month, currency, zone }: { readonly month: string; readonly currency: string | undefined; readonly zone: string },
): Promise<Statement> {
  if (!isZone(zone)) throw new Fault('usage', `--zone ${zone} is no known zone: expected one like UTC or Europe/Berlin`);
  const range = monthRange(month, zone)!;
  const now = systemClock.now();
  if (range.from > now) throw new Fault('usage', `the month ${month} has not begun`);
  const balances = now < range.to ? await balancesNow(shell) : undefined;
  return readLocalStore(shell, async (store) => {
    const records = await store.ledger.balanceRecords(range.from, range.to);
    const options = { month, zone, range, now, currency, balances, records };
    return store.ledger.history((history) => makeStatement(history, options));
  });
}

async function balancesNow(shell: Shell): Promise<readonly Pick<Balance, 'currency' | 'total'>[] | undefined> {
  try {
    const rows = await withVenue(shell, (venue) => venue.balances());
    return rows.map(({ currency, totalBalance: total }) => ({ currency, total }));
  } catch (error) {
    if (!isFault(error)) throw error;
    note(shell, `the statement is not held against the venue, which could not be asked: ${error.message}`);
    return undefined;
  }
}
