import type { Session, SqlValue } from './connection.ts';

/** The first column in which two rows of one id differ, for a message that shows both; undefined when there is none. */
export function firstDifference<Row extends object>(logged: Row, now: Row, columns: readonly (keyof Row & string)[]): string | undefined {
  const column = columns.find((name) => logged[name] !== now[name]);
  return column === undefined ? undefined : `${column} ${String(logged[column])}, and comes again with ${column} ${String(now[column])}`;
}

/** Whose it is may be found out after it was logged. What is known already stays. */
export async function fillInOwner(
  session: Session,
  table: 'fill' | 'conversion',
  row: { readonly id: string; readonly intent_id: SqlValue; readonly strategy: SqlValue; readonly tag?: SqlValue },
): Promise<void> {
  if (row.intent_id === null) return;
  const owner = [row.intent_id, row.strategy, ...(table === 'fill' ? [row.tag ?? null] : [])];
  const tag = table === 'fill' ? ', tag = ?' : '';
  await session.run(`UPDATE ${table} SET intent_id = ?, strategy = ?${tag} WHERE id = ? AND intent_id IS NULL`, ...owner, row.id);
}
