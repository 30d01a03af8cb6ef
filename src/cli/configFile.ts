import { fileURLToPath } from 'node:url';
import type { Settings } from '../settings/loadSettings.ts';
import type { Shell } from './shell.ts';

/** The configuration of `sluice run` when none is named. */
export const DEMO_CONFIG: string = fileURLToPath(new URL('../../config/demo.yaml', import.meta.url));

/** The file that was named, else the demo. */
export function configFile(shell: Shell): string {
  return shell.options.config ?? DEMO_CONFIG;
}

/** The settings from `-c FILE` and the environment. Without a file, from the environment alone. */
export async function settingsOf(shell: Shell): Promise<Settings> {
  const { loadSettings } = await import('../settings/loadSettings.ts');
  return loadSettings({ file: shell.options.config, env: shell.env, cwd: shell.cwd });
}
