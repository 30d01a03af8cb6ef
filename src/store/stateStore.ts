import type { StateStore } from '../model/journal.ts';
import type { Database } from './database.ts';

/** Small texts by scope and key. The last one saved counts. */
export function createStateStore(database: Database): StateStore {
  return {
    async load(scope) {
      const rows = await database.all<{ key: string; value: string }>('SELECT key, value FROM state WHERE scope = ? ORDER BY key', scope);
      return Object.fromEntries(rows.map((row) => [row.key, row.value]));
    },
    async save(scope, key, value) {
      const sql = 'INSERT INTO state(scope, key, value) VALUES (?, ?, ?) ON CONFLICT(scope, key) DO UPDATE SET value = excluded.value';
      await database.run(sql, scope, key, value);
    },
  };
}
