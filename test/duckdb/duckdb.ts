import { existsSync } from 'node:fs';

const MODULE = new URL('node_modules/@duckdb/node-api/lib/index.js', import.meta.url);

/** A database of DuckDB in memory. */
export interface Duck {
  /** The rows of the last of some statements; decimals, times and whole numbers of 64 bits as texts. */
  rows(sql: string): Promise<readonly Readonly<Record<string, unknown>>[]>;
}

interface Connection {
  runAndReadAll(sql: string): Promise<{ getRowObjectsJson(): readonly Readonly<Record<string, unknown>>[] }>;
}

/** Finds files from a folder. Undefined where nobody has installed it, which CI does not allow. */
export async function duckdb(folder: string): Promise<Duck | undefined> {
  if (!existsSync(MODULE)) {
    if (process.env['SLUICE_DUCKDB'] !== 'needed') return undefined;
    throw new Error(`there is no ${MODULE.pathname}; run: npm ci --prefix test/duckdb`);
  }
  const { DuckDBConnection } = (await import(MODULE.href)) as { readonly DuckDBConnection: { create(): Promise<Connection> } };
  const connection = await DuckDBConnection.create();
  await connection.runAndReadAll(`SET file_search_path = '${folder}'`);
  return { rows: async (sql) => (await connection.runAndReadAll(sql)).getRowObjectsJson() };
}
