import { type Connection, openConnection } from './connection.ts';
import type { Database } from './database.ts';
import { isConstraint } from './storeFault.ts';

/** A table, and how its rows are reached one after the other. Those that it refers to come before it. */
export interface SalvagedTable {
  readonly name: string;
  /** The columns of its key, or `rowid`. */
  readonly key: readonly string[];
}

/** What could be read of a table. */
export interface Salvaged {
  readonly table: string;
  readonly rows: number;
  /** Whether all of it could be read and taken over. */
  readonly isWhole: boolean;
  /** The first column of the key of the rows beside which rows may be missing. */
  readonly edges: readonly (string | number | null)[];
}

type Row = Readonly<Record<string, string | number | null>>;

const AT_ONCE = 500;

/**
 * Copies what can still be read of a damaged database into a new one with the newest schema: from its beginning and from its end, as far as
 * the damage lets. A row that the schema refuses is left out.
 */
export async function salvageTables(damaged: string, into: Database, tables: readonly SalvagedTable[]): Promise<readonly Salvaged[]> {
  const from = await opened(damaged);
  try {
    const salvaged: Salvaged[] = [];
    for (const table of tables) salvaged.push(await salvage(from, into, table));
    return salvaged;
  } finally {
    await from?.close();
  }
}

/** Undefined where it is no database at all. */
async function opened(path: string): Promise<Connection | undefined> {
  try {
    return await openConnection(path, 'read');
  } catch {
    return undefined;
  }
}

async function salvage(from: Connection | undefined, into: Database, table: SalvagedTable): Promise<Salvaged> {
  const { name } = table;
  const columns = from === undefined ? undefined : await sharedColumns(from, into, name);
  if (from === undefined || columns === undefined) return { table: name, rows: 0, isWhole: false, edges: [] };
  if (columns.length === 0) return { table: name, rows: 0, isWhole: true, edges: [] };
  const insert = `INSERT OR IGNORE INTO ${name}(${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`;
  let [rows, isWhole] = [0, true];
  const keep = async (found: readonly Row[]): Promise<void> => {
    for (const row of found) {
      const isKept = await kept(into, insert, columns, row);
      if (isKept) rows++;
      else isWhole = false;
    }
  };
  const first = await readAll(from, table, columns, 'ASC', keep);
  if (first.reached === 'all') return { table: name, rows, isWhole, edges: [] };
  // Rows are read twice where the two ways meet; the second time they are there.
  const second = await readAll(from, table, columns, 'DESC', keep);
  return { table: name, rows, isWhole: false, edges: [...first.edge, ...second.edge] };
}

async function kept(into: Database, insert: string, columns: readonly string[], row: Row): Promise<boolean> {
  try {
    return (await into.run(insert, ...columns.map((column) => row[column] ?? null))) > 0;
  } catch (error) {
    if (!isConstraint(error)) throw error;
    return false;
  }
}

/** None where the old schema had no such table; undefined where the schema can't be read. */
async function sharedColumns(from: Connection, into: Database, table: string): Promise<readonly string[] | undefined> {
  const sql = `SELECT name FROM pragma_table_info('${table}')`;
  try {
    const old = new Set((await from.all<{ name: string }>(sql)).map(({ name }) => name));
    return (await into.all<{ name: string }>(sql)).map(({ name }) => name).filter((name) => old.has(name));
  } catch {
    return undefined;
  }
}

async function readAll(
  from: Connection,
  { name, key }: SalvagedTable,
  columns: readonly string[],
  way: 'ASC' | 'DESC',
  keep: (rows: readonly Row[]) => Promise<void>,
): Promise<{ readonly reached: 'all' | 'part'; readonly edge: readonly (string | number | null)[] }> {
  const keys = key.map((column, i) => `${column} AS key_${i}`).join(', ');
  const after = `WHERE (${key.join(', ')}) ${way === 'ASC' ? '>' : '<'} (${key.map(() => '?').join(', ')})`;
  const order = `ORDER BY ${key.map((column) => `${column} ${way}`).join(', ')}`;
  let last: readonly (string | number | null)[] | undefined;
  let size = AT_ONCE;
  for (;;) {
    const sql = `SELECT ${keys}, ${columns.join(', ')} FROM ${name} ${last === undefined ? '' : after} ${order} LIMIT ${size}`;
    const rows = await readable(from, sql, last ?? []);
    if (rows === undefined && size === 1) return { reached: 'part', edge: last?.slice(0, 1) ?? [] };
    if (rows === undefined) {
      size = Math.ceil(size / 4);
      continue;
    }
    await keep(rows);
    if (rows.length < size) return { reached: 'all', edge: [] };
    last = key.map((_, i) => rows.at(-1)![`key_${i}`]!);
  }
}

async function readable(from: Connection, sql: string, values: readonly (string | number | null)[]): Promise<readonly Row[] | undefined> {
  try {
    return await from.all<Row>(sql, ...values);
  } catch {
    return undefined;
  }
}
