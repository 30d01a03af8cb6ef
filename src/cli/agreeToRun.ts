import { foreignCode } from '../session/sessionEngine.ts';
import { assertReadable } from '../session/sessionReader.ts';
import { readManifest, type SessionManifest } from '../session/sessionManifest.ts';
import { confirm } from './confirm.ts';
import type { Shell } from './shell.ts';

/**
 * The manifest of a session whose strategies are about to run again. A session names the files of its strategies, so whoever
 * wrote it decides what they do. First it is checked that the session can be read, and then a person is asked. With one's own
 * configuration no file of the session is run, so nothing is asked.
 */
export async function agreeToRun(shell: Shell, folder: string, hasOwnConfig: boolean): Promise<SessionManifest> {
  const manifest = readManifest(folder);
  const files = hasOwnConfig ? [] : foreignCode(manifest);
  if (files.length === 0) return manifest;
  assertReadable(folder);
  await confirm(shell, `the session runs ${files.join(' and ')} with all rights of this process; run it?`);
  return manifest;
}
