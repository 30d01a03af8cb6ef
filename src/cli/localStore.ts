import { existsSync } from 'node:fs';
import type { FillLog, Journal } from '../model/journal.ts';
import { settingsOf } from './configFile.ts';
import type { Shell } from './shell.ts';

interface LocalStore {
  readonly journal: Journal;
  readonly fillLog: FillLog;
}

/** Reads the local database, beside a running daemon or without one; `use` gets undefined when there is none yet. */
export async function withLocalStore<T>(shell: Shell, use: (store: LocalStore | undefined) => Promise<T>): Promise<T> {
  const { statePaths } = await import('../daemon/statePaths.ts');
  const { database } = statePaths(shell.options.state, await settingsOf(shell));
  if (!existsSync(database)) return use(undefined);
  const { openStore } = await import('../store/store.ts');
  const { systemClock } = await import('../base/systemClock.ts');
  const store = await openStore({ path: database, clock: systemClock, access: 'read' });
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}

export function withJournal<T>(shell: Shell, use: (journal: Journal | undefined) => Promise<T>): Promise<T> {
  return withLocalStore(shell, (store) => use(store?.journal));
}
