import { present } from '../base/assert.ts';
import type { Database } from './database.ts';

/** What a full check of a store found. */
export interface StoreCheck {
  /** In words. Empty when the store is sound. */
  readonly problems: readonly string[];
  readonly schemaVersion: number;
  /** The version of sqlite, or of Postgres. */
  readonly engineVersion: string;
  readonly intents: number;
  readonly fills: number;
}

const MAX_PROBLEMS = 20;

interface Counts {
  readonly schema: number;
  readonly engine: string;
  readonly intents: number;
  readonly fills: number;
}

interface BrokenReference {
  readonly table: string;
  readonly rowid: number;
  readonly parent: string;
}

/** Reads every page, index and reference of a file. A server is asked which of its rules and indexes do not hold. */
export async function checkStore(database: Database): Promise<StoreCheck> {
  const isFile = database.engine === 'sqlite';
  const problems = await (isFile ? damageOf(database) : brokenRules(database));
  const counts =
    await database.get<Counts>(`SELECT (SELECT max(version) FROM migration) AS schema, ${isFile ? 'sqlite_version' : 'version'}() AS engine,
    (SELECT count(*) FROM intent) AS intents, (SELECT count(*) FROM fill) AS fills`);
  const { schema, engine, intents, fills } = present(counts, 'the row of counts');
  return { problems: problems.slice(0, MAX_PROBLEMS), schemaVersion: schema, engineVersion: engine, intents, fills };
}

async function damageOf(database: Database): Promise<readonly string[]> {
  const damage = await database.all<{ integrity_check: string }>(`PRAGMA integrity_check(${MAX_PROBLEMS})`);
  const broken = await database.all<BrokenReference>('PRAGMA foreign_key_check');
  return [
    ...damage.map((row) => row.integrity_check).filter((text) => text !== 'ok'),
    ...broken.map((row) => `row ${row.rowid} of ${row.table} refers to a row of ${row.parent} that does not exist`),
  ];
}

async function brokenRules(database: Database): Promise<readonly string[]> {
  const rows = await database.all<{ name: string }>(`SELECT conname AS name FROM pg_constraint
    WHERE connamespace = current_schema()::regnamespace AND NOT convalidated
    UNION ALL SELECT relname FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
    WHERE relnamespace = current_schema()::regnamespace AND NOT (indisvalid AND indisready)`);
  return rows.map(({ name }) => `the server does not hold to ${name}`);
}
