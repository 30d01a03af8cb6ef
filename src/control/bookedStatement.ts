import { Fault } from '../base/fault.ts';
import { type Instant, isoOf } from '../base/instant.ts';
import type { Ledger } from '../model/ledger.ts';
import { makeStatement } from '../treasury/statements/makeStatement.ts';
import { monthRange } from '../treasury/statements/monthRange.ts';
import { type CurrencyStatement, openDifferences, type Statement } from '../treasury/statements/statement.ts';
import { statementCsv } from '../treasury/statements/statementCsv.ts';
import { summaryRows } from '../treasury/statements/summaryRows.ts';
import type { StatementCurrency, StatementView } from './contract/statementView.ts';

/** What is asked of the books. All of it can be handed to a thread. */
export interface AskedStatement {
  /** Default: the month of `now`. */
  readonly month: string | undefined;
  readonly currency: string | undefined;
  readonly now: Instant;
}

/** The time zone of the page: other zones are for the command. */
const ZONE = 'UTC';
const MOST_CSV_BYTES = 4 * 1024 * 1024;
const MOST_MONTHS = 36;

/**
 * A month of the books, held against the last balance that the venue surely had in it: one that was recorded while it stood still. Balances of
 * now would differ all the time on an account that trades.
 */
export async function bookedStatement(
  ledger: Pick<Ledger, 'history' | 'balanceRecords'>,
  { month, currency, now }: AskedStatement,
): Promise<StatementView> {
  const wanted = month ?? isoOf(now).slice(0, 7);
  const range = monthRange(wanted, ZONE)!;
  if (range.from > now) throw new Fault('usage', `month: ${wanted} has not begun`);
  const records = await ledger.balanceRecords(range.from, range.to);
  return ledger.history(async (history) => {
    const options = { month: wanted, zone: ZONE, range, now, currency, balances: undefined, records };
    const statement = await makeStatement(history, options);
    const csv = statementCsv(statement);
    return {
      month: wanted,
      zone: ZONE,
      until: isoOf(statement.until),
      months: monthsSince(history.beganAt, now),
      currencies: statement.currencies.map((one) => currencyOf(statement, one)),
      csv: Buffer.byteLength(csv) > MOST_CSV_BYTES ? undefined : csv,
    };
  });
}

function currencyOf(statement: Statement, one: CurrencyStatement): StatementCurrency {
  return {
    currency: one.currency,
    rows: summaryRows(statement, one).map((row) => ({
      ...row,
      gained: row.gained?.toFixed(),
      lost: row.lost?.toFixed(),
      amount: row.amount.toFixed(),
    })),
    isHeld: one.checks.some(({ against }) => against !== 'sums'),
    isOpen: openDifferences({ ...statement, currencies: [one] }).length > 0,
  };
}

/** Newest first, and not without an end. */
function monthsSince(from: Instant, now: Instant): readonly string[] {
  const [first, last] = [isoOf(Math.max(from, 0)).slice(0, 7), new Date(now)];
  const months = Array.from({ length: MOST_MONTHS }, (_, back) =>
    isoOf(Date.UTC(last.getUTCFullYear(), last.getUTCMonth() - back, 1)).slice(0, 7),
  );
  return months.filter((month) => month >= first);
}
