import { Fault } from '../base/fault.ts';
import { option } from './command.ts';
import { settingsOf } from './configFile.ts';
import type { Shell } from './shell.ts';
import { textValue } from './values.ts';

export const dataOption = option('--data <dir>', 'folder of the recordings (else record.data, else backtest.data, else ./data)', textValue);

/** The folder of the recordings as an absolute path. */
export async function dataPath(shell: Shell, named: string | undefined): Promise<string> {
  const { resolve } = await import('node:path');
  if (named !== undefined) return resolve(shell.cwd, named);
  const { recordingFolder } = await import('../daemon/recorder/recordingFolder.ts');
  return recordingFolder(await settingsOf(shell), shell.cwd);
}

/** Like `dataPath`. Throws a `Fault` `not-found` when there is no such folder. */
export async function dataFolder(shell: Shell, named: string | undefined): Promise<string> {
  const path = await dataPath(shell, named);
  const { isFolder } = await import('../recording/makeFolder.ts');
  if (isFolder(path)) return path;
  throw new Fault('not-found', `there is no folder ${path}`, {
    suggestion: 'record something with `sluice record`, or name another folder with --data',
  });
}
