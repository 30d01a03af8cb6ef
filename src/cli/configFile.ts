import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Fault } from '../base/fault.ts';
import { packageFile } from '../base/packageFiles.ts';
import type { Settings } from '../settings/loadSettings.ts';
import type { Shell } from './shell.ts';

/** The configuration of `sluice run` when none is named, in a folder without one. */
export const DEMO_CONFIG: string = fileURLToPath(packageFile('config/demo.yaml'));

/** The file that was named, else that of the folder, else the demo. */
export function configFile(shell: Shell): string {
  return shell.options.config ?? DEMO_CONFIG;
}

/** The file that a command over recordings was given, else that of the folder. The demo would not say what to test. */
export function ownConfigFile(shell: Shell, named: string | undefined, command: string): string {
  const file = named ?? shell.options.config;
  if (file !== undefined) return resolve(shell.cwd, file);
  throw new Fault('usage', 'no configuration is named, and this folder has no sluice.yaml', {
    suggestion: `name the file, like \`sluice ${command} my.yaml\`, or write a folder to start from with \`sluice init my-folder\``,
  });
}

/** What to do when a file can't be read that may have been the argument of a command: an argument goes before `-c`. */
export function argumentAdvice(named: string | undefined, command: string): string | undefined {
  return named === undefined ? undefined : `name a configuration that is there, like \`sluice ${command} my.yaml\``;
}

/** The settings from the file and the environment. Without a file, from the environment alone. */
export async function settingsOf(shell: Shell): Promise<Settings> {
  const { loadSettings } = await import('../settings/loadSettings.ts');
  return loadSettings({ file: shell.options.config, env: shell.env, cwd: shell.cwd });
}
