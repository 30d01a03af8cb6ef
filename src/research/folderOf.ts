import { resolve } from 'node:path';
import type { Settings } from '../settings/loadSettings.ts';

/** The folder that a setting names, else one of that name where the command runs. */
export function folderOf(settings: Pick<Settings, 'backtest' | 'directory'>, which: 'data' | 'runs', cwd: string): string {
  const named = settings.backtest[which];
  return named === undefined ? resolve(cwd, which) : resolve(settings.directory, named);
}
