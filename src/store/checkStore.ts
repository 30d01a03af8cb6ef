import { present } from '../base/assert.ts';
import type { Database } from './database.ts';

/** What a full check of a store found. */
export interface StoreCheck {
  /** In words. Empty when the store is sound. */
  readonly problems: readonly string[];
  readonly schemaVersion: number;
  readonly sqliteVersion: string;
  readonly intents: number;
  readonly fills: number;
}

const MAX_PROBLEMS = 20;

interface Counts {
  readonly schema: number;
  readonly sqlite: string;
  readonly intents: number;
  readonly fills: number;
}

interface BrokenReference {
  readonly table: string;
  readonly rowid: number;
  readonly parent: string;
}

/** Reads every page, index and reference. */
export async function checkStore(database: Database): Promise<StoreCheck> {
  const damage = await database.all<{ integrity_check: string }>(`PRAGMA integrity_check(${MAX_PROBLEMS})`);
  const broken = await database.all<BrokenReference>('PRAGMA foreign_key_check');
  const counts = await database.get<Counts>(`SELECT (SELECT max(version) FROM migration) AS schema, sqlite_version() AS sqlite,
    (SELECT count(*) FROM intent) AS intents, (SELECT count(*) FROM fill) AS fills`);
  const { schema, sqlite, intents, fills } = present(counts, 'the row of counts');
  const problems = [
    ...damage.map((row) => row.integrity_check).filter((text) => text !== 'ok'),
    ...broken.map((row) => `row ${row.rowid} of ${row.table} refers to a row of ${row.parent} that does not exist`),
  ].slice(0, MAX_PROBLEMS);
  return { problems, schemaVersion: schema, sqliteVersion: sqlite, intents, fills };
}
