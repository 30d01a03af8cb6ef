import type { Clock } from '../base/clock.ts';
import type { AccountSeal } from './accountSeal.ts';
import { IN_MEMORY, openDatabase } from './openDatabase.ts';
import { openConnection } from './connection.ts';
import { readStanding } from './standing.ts';

/** What a look at a database found, without changing it. */
export interface DatabaseInspection {
  /** In words. Empty where every page and index is sound. */
  readonly damage: readonly string[];
  /** Ours are in `wal`. */
  readonly journalMode: string;
  readonly bytes: number;
  /** Where the store has gone. Undefined for a live one. */
  readonly movedTo: string | undefined;
}

const MOST_DAMAGE = 5;

/**
 * Reads the pages of a database, beside its owner too. With `seal` it also rejects with `journal-incomplete` where the journal has
 * lost its end, unless its store has moved. Rejects as `openDatabase` does.
 */
export async function inspectDatabase(path: string, clock: Clock, seal?: AccountSeal): Promise<DatabaseInspection> {
  const database = await openDatabase({ path, clock, access: 'read' });
  try {
    const found = await database.all<{ quick_check: string }>(`PRAGMA quick_check(${MOST_DAMAGE})`);
    const mode = await database.get<{ journal_mode: string }>('PRAGMA journal_mode');
    const size = await database.get<{ bytes: number }>(
      'SELECT page_count * page_size AS bytes FROM pragma_page_count(), pragma_page_size()',
    );
    const standing = await readStanding(database);
    const movedTo = standing?.state === 'moved' ? standing.place : undefined;
    // What came later is where it has gone.
    if (movedTo === undefined) await seal?.check(database);
    const damage = found.map(({ quick_check: text }) => text).filter((text) => text !== 'ok');
    return { damage, journalMode: mode?.journal_mode ?? 'unknown', bytes: size?.bytes ?? 0, movedTo };
  } finally {
    await database.close();
  }
}

/** The sqlite that the driver brings along. */
export interface SqliteFacts {
  readonly version: string;
  /** As `PRAGMA compile_options` gives them: `THREADSAFE=1`. */
  readonly options: readonly string[];
}

export async function sqliteFacts(): Promise<SqliteFacts> {
  const connection = await openConnection(IN_MEMORY, 'write');
  try {
    const version = await connection.get<{ version: string }>('SELECT sqlite_version() AS version');
    const options = await connection.all<{ compile_options: string }>('PRAGMA compile_options');
    return { version: version?.version ?? 'unknown', options: options.map((row) => row.compile_options) };
  } finally {
    await connection.close();
  }
}
