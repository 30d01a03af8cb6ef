import { dayOf, type Instant } from '../base/instant.ts';
import type { BalanceRecord } from '../model/ledger.ts';
import type { Session } from './connection.ts';
import type { Database } from './database.ts';
import { decimalOf, decimalText } from './decimalText.ts';

/** Keeps balances, of each day and currency the last. */
export function recordBalances(database: Database, records: readonly BalanceRecord[]): Promise<void> {
  return database.transaction(async (session) => {
    for (const { currency, total, at } of records) {
      const sql = `INSERT INTO balance_record(day, currency, total, at) VALUES (?, ?, ?, ?)
        ON CONFLICT(day, currency) DO UPDATE SET total = excluded.total, at = excluded.at WHERE excluded.at >= balance_record.at`;
      await session.run(sql, dayOf(at), currency, decimalText(total, `the balance of ${currency}`), at);
    }
  });
}

/** The last record of each currency between two times, the first of them included. */
export async function balanceRecords(session: Session, since: Instant, until: Instant): Promise<readonly BalanceRecord[]> {
  const sql = `SELECT currency, total, at FROM balance_record WHERE (currency, at) IN
    (SELECT currency, max(at) FROM balance_record WHERE at >= ? AND at < ? GROUP BY currency) ORDER BY currency`;
  const rows = await session.all<{ currency: string; total: string; at: Instant }>(sql, since, until);
  return rows.map(({ currency, total, at }) => ({ currency, total: decimalOf(total, `the balance of ${currency}`), at }));
}
