import { hereNote } from '../settings/hereNote.ts';
import { type Settings, worldOf } from '../settings/loadSettings.ts';

/** What stands over every message of a daemon: in which world it trades and where. Read far from its machine, a host of its own says little. */
export function messageTitle(settings: Settings): string {
  const { exchange } = settings.venue;
  const world = worldOf(settings);
  const host = exchange === undefined ? 'simulator' : new URL(exchange.url).host;
  const here = hereNote(world, host) === undefined ? '' : ' (on its own machine, not the venue itself)';
  return `sluice ${world} ${host}${here}`;
}
