import { isFault } from '../base/fault.ts';
import type { StandbyClient } from '../control/standbyClient.ts';
import type { Shell } from './shell.ts';

/** The daemon that stands by in the state directory. Undefined where there is none. */
export async function standbyHere(shell: Shell): Promise<(StandbyClient & { readonly socket: string }) | undefined> {
  const { settingsOf } = await import('./configFile.ts');
  const { statePaths } = await import('../daemon/statePaths.ts');
  const { stateOf } = await import('./stateOf.ts');
  const { standbyClient } = await import('../control/standbyClient.ts');
  const { loadSettings } = await import('../settings/loadSettings.ts');
  const settings = await settingsOf(shell).catch((error: unknown) => {
    if (!isFault(error, 'configuration')) throw error;
    return loadSettings({ env: {}, cwd: shell.cwd });
  });
  const { socket } = statePaths(stateOf(shell, settings), settings);
  const found = await standbyClient(socket);
  return found && { ...found, socket };
}
