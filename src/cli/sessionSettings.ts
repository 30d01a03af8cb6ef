import { loadSettings, type Settings } from '../settings/loadSettings.ts';
import type { Shell } from './shell.ts';

/** The configurations that a command over sessions works with. */
export interface SessionSettings {
  /** Says where the sessions are. A person need not be asked about the strategies that it names. */
  readonly own: Settings;
  /** The one that a person has named: sessions are run with it, and not with what they were recorded with. */
  readonly named?: Settings;
}

/** The folder's own file does not count as named: a session is run with its own configuration unless a person says otherwise. */
export async function sessionSettings(shell: Shell): Promise<SessionSettings> {
  const { checkRehearsed } = await import('../loading/rehearsedParams.ts');
  const { namedConfig, config } = shell.options;
  const places = { env: shell.env, cwd: shell.cwd };
  if (namedConfig === undefined) return { own: await loadSettings({ ...places, file: config }) };
  const named = await loadSettings({ ...places, file: namedConfig, checkParams: checkRehearsed });
  return { own: named, named };
}
