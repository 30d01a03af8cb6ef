import { foreignCode, sessionEngine, type SessionEngine } from '../session/sessionEngine.ts';
import { assertReadable } from '../session/sessionReader.ts';
import { readManifest } from '../session/sessionManifest.ts';
import { confirm } from './confirm.ts';
import type { SessionSettings } from './sessionSettings.ts';
import type { Shell } from './shell.ts';

/**
 * The engine that runs through a session again. A session names the files of its strategies, so whoever wrote it decides what
 * they do. First it is checked that the session can be read, and then a person is asked about each file that the person's own
 * configuration does not name. With another configuration, no file of the session is run, so nothing is asked.
 */
export async function agreedEngine(shell: Shell, folder: string, { own, named }: SessionSettings): Promise<SessionEngine> {
  const manifest = readManifest(folder);
  const files = named === undefined ? foreignCode(manifest, own) : [];
  if (files.length > 0) {
    assertReadable(folder);
    await confirm(shell, `the session runs ${files.join(' and ')} with all rights of this process; run it?`);
  }
  return sessionEngine(manifest, named);
}
