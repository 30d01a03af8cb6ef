import type { Session } from './connection.ts';

/** A table that a copy of a store has to have. */
export interface CopiedTable {
  readonly name: string;
  readonly columns: readonly string[];
  /** The columns of its primary key. By them its rows have one order, in a file and on a server. None where it has no key: then it has few rows. */
  readonly key: readonly string[];
}

/** They are about the database and not about the account. */
const LEFT_OUT: readonly string[] = ['migration', 'standing', 'lease', 'asked'];

/** Writing into any other table changes these. */
const LAST: readonly string[] = ['history_sum', 'mark'];

/** The tables of a file of sqlite, each after those that it refers to. On a server they are the same. */
export async function copiedTables(file: Session): Promise<readonly CopiedTable[]> {
  const rows = await file.all<{ name: string }>(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY rowid",
  );
  const names = rows.map(({ name }) => name).filter((name) => !LEFT_OUT.includes(name));
  const inOrder = [...names.filter((name) => !LAST.includes(name)), ...LAST.filter((name) => names.includes(name))];
  const tables: CopiedTable[] = [];
  for (const name of inOrder) {
    const columns = await file.all<{ name: string; pk: number }>('SELECT name, pk FROM pragma_table_info(?) ORDER BY cid', name);
    const key = columns.filter(({ pk }) => pk > 0).toSorted((a, b) => a.pk - b.pk);
    tables.push({ name, columns: columns.map((column) => column.name), key: key.map((column) => column.name) });
  }
  return tables;
}
