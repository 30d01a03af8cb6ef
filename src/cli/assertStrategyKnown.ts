import { noSuch } from '../daemon/noSuch.ts';
import { OPERATOR } from '../engine/operator.ts';
import { configFile } from './configFile.ts';
import type { LocalStore } from './localStore.ts';
import type { Shell } from './shell.ts';

/**
 * Rejects with `not-found` where a strategy is neither in the configuration nor in the journal: a list of its rows would be empty, as if it had
 * done nothing.
 */
export async function assertStrategyKnown(shell: Shell, store: Pick<LocalStore, 'journal' | 'fillLog'>, name: string): Promise<void> {
  if (name === OPERATOR || (await isInJournal(store, name))) return;
  const { loadSettings } = await import('../settings/loadSettings.ts');
  const { strategies, shadows } = await loadSettings({ file: configFile(shell), env: shell.env, cwd: shell.cwd });
  const names = [...Object.keys(strategies), ...Object.keys(shadows)];
  if (!names.includes(name)) throw noSuch('strategy', name, names);
}

/** A strategy that was taken out of the configuration has its history still. */
async function isInJournal({ journal, fillLog }: Pick<LocalStore, 'journal' | 'fillLog'>, name: string): Promise<boolean> {
  if ((await fillLog.fills({ strategy: name, limit: 1 })).length > 0) return true;
  if ((await journal.placedBy(name, 0)).length > 0) return true;
  return (await fillLog.entriesSince(0)).some(({ strategy }) => strategy === name);
}
