import type { Session, SqlValue } from './connection.ts';
import type { CopiedTable } from './copiedTables.ts';

export type TableRow = Readonly<Record<string, SqlValue>>;

const PAGE = 500;
/** A statement for so many rows, and one for a single row: a server prepares each of them once. */
const AT_ONCE = 50;

/** Calls `use` with all rows of a table in the order of its key, page by page. */
export async function readRows(
  session: Pick<Session, 'all'>,
  { name, columns, key }: CopiedTable,
  use: (rows: readonly TableRow[]) => Promise<void> | void,
): Promise<void> {
  const select = `SELECT ${columns.join(', ')} FROM ${name}`;
  if (key.length === 0) {
    await use(await session.all<TableRow>(`${select} ORDER BY ${columns.join(', ')}`));
    return;
  }
  const order = `ORDER BY ${key.join(', ')} LIMIT ${PAGE}`;
  const after = `WHERE (${key.join(', ')}) > (${key.map(() => '?').join(', ')})`;
  let rows = await session.all<TableRow>(`${select} ${order}`);
  while (rows.length > 0) {
    await use(rows);
    const last = rows.at(-1)!;
    rows = rows.length < PAGE ? [] : await session.all<TableRow>(`${select} ${after} ${order}`, ...key.map((column) => last[column]!));
  }
}

export async function insertRows(session: Session, { name, columns }: CopiedTable, rows: readonly TableRow[]): Promise<void> {
  const places = `(${columns.map(() => '?').join(', ')})`;
  const insert = async (some: readonly TableRow[]): Promise<void> => {
    const values = some.flatMap((row) => columns.map((column) => row[column]!));
    await session.run(`INSERT INTO ${name}(${columns.join(', ')}) VALUES ${some.map(() => places).join(', ')}`, ...values);
  };
  const whole = rows.length - (rows.length % AT_ONCE);
  for (let first = 0; first < whole; first += AT_ONCE) await insert(rows.slice(first, first + AT_ONCE));
  for (const row of rows.slice(whole)) await insert([row]);
}
