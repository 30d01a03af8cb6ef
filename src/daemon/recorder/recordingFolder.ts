import { resolve } from 'node:path';
import type { Settings } from '../../settings/loadSettings.ts';

/** The folder to record to: the one under `record`, else the one that backtests read, else `data` where the program runs. */
export function recordingFolder({ record, backtest, directory }: Settings, cwd: string): string {
  const named = record?.data ?? backtest.data;
  return named === undefined ? resolve(cwd, 'data') : resolve(directory, named);
}
