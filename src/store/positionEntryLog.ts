import type { Instant } from '../base/instant.ts';
import type { PositionEntry } from '../model/positionEntry.ts';
import type { Session } from './connection.ts';
import type { Database } from './database.ts';
import { decimalOf, decimalText } from './decimalText.ts';

interface EntryRow {
  readonly id: string;
  readonly cause: PositionEntry['cause'];
  readonly strategy: string;
  readonly symbol: string;
  readonly amount: string;
  readonly price: string;
  readonly at: Instant;
  readonly note: string | null;
}

const COLUMNS = 'id, cause, strategy, symbol, amount, price, at, note';

/** True when it was new. */
export async function logEntry(
  database: Database,
  { id, cause, strategy, symbol, amount, price, at, note }: PositionEntry,
): Promise<boolean> {
  const texts = [decimalText(amount, 'amount'), decimalText(price, 'price')] as const;
  const sql = `INSERT INTO position_entry(${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`;
  return (await database.run(sql, id, cause, strategy, symbol, ...texts, at, note ?? null)) > 0;
}

/** From a time on and before another, oldest first. */
export async function entriesBetween(session: Session, since: Instant, until: Instant): Promise<readonly PositionEntry[]> {
  const sql = `SELECT ${COLUMNS} FROM position_entry WHERE at >= ? AND at < ? ORDER BY at, seq`;
  return (await session.all<EntryRow>(sql, since, until)).map(entryOf);
}

export async function loggedOpenings(session: Session): Promise<readonly PositionEntry[]> {
  return (await session.all<EntryRow>(`SELECT ${COLUMNS} FROM position_entry WHERE cause = 'opening' ORDER BY seq`)).map(entryOf);
}

function entryOf({ amount, price, note, ...row }: EntryRow): PositionEntry {
  return {
    ...row,
    amount: decimalOf(amount, `amount of the entry ${row.id}`),
    price: decimalOf(price, `price of the entry ${row.id}`),
    note: note ?? undefined,
  };
}
