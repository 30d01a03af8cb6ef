import { hereNote } from '../settings/hereNote.ts';
import { type Settings, worldOf } from '../settings/loadSettings.ts';
import { say, type Shell } from './shell.ts';

/** Says at which venue a command works that goes there by itself. `key`: the end of it. */
export function sayVenue(shell: Shell, settings: Settings, host: string, key: string): void {
  const world = worldOf(settings);
  const note = hereNote(world, host);
  say(shell, `${world} ${host} key ${key}`);
  if (note !== undefined) say(shell, `note: ${host} is ${note}`);
}
