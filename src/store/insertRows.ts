import type { Session, SqlValue } from './connection.ts';

/** Each statement goes to another thread and back. A batch of thousands of rows takes few of them. */
const ROWS_AT_ONCE = 100;

/** Inserts all rows, many with one statement. `head` ends before VALUES, and `tail` follows them. */
export async function insertRows(session: Session, head: string, rows: readonly (readonly SqlValue[])[], tail = ''): Promise<void> {
  for (const some of inPieces(rows)) {
    const values = some.map((row) => `(${row.map(() => '?').join(', ')})`).join(', ');
    await session.run(`${head} VALUES ${values} ${tail}`, ...some.flat());
  }
}

/** In pieces that one statement takes. */
export function inPieces<T>(all: readonly T[]): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(all.length / ROWS_AT_ONCE) }, (_, i) => all.slice(i * ROWS_AT_ONCE, (i + 1) * ROWS_AT_ONCE));
}
