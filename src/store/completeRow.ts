import { Fault } from '../base/fault.ts';
import type { Session, SqlValue } from './connection.ts';

/** A row that is logged, and the same id when it comes again. */
export interface RepeatedRow<Row> {
  readonly table: 'fill' | 'conversion';
  readonly logged: Row;
  readonly again: Row;
  /** What the venue says about it, which must not change. */
  readonly venueColumns: readonly (keyof Row & string)[];
  /** Its owner: `intent_id` and what belongs to it. */
  readonly ownerColumns: readonly (keyof Row & string)[];
}

/**
 * Refuses a row that comes again with different content, and names both. The owner may be found out after the row was logged and
 * is then filled in. A known owner stays.
 */
export async function completeRow<Row extends { id: string; intent_id: SqlValue } & Record<keyof Row, SqlValue>>(
  session: Session,
  { table, logged, again, venueColumns, ownerColumns }: RepeatedRow<Row>,
): Promise<void> {
  const column = venueColumns.find((name) => logged[name] !== again[name]);
  if (column !== undefined) {
    const [before, now] = [logged[column], again[column]];
    throw new Fault('store', `${table} ${again.id} is logged with ${column} ${before}, and comes again with ${column} ${now}`);
  }
  if (logged.intent_id !== null || again.intent_id === null) return;
  const assignments = ownerColumns.map((name) => `${name} = ?`).join(', ');
  await session.run(`UPDATE ${table} SET ${assignments} WHERE id = ?`, ...ownerColumns.map((name) => again[name]), again.id);
}
