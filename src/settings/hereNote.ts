import { isLoopback } from '../base/loopback.ts';
import type { World } from './loadSettings.ts';

/**
 * What to know of the host of a venue that counts as live and is on this machine: a simulator, mostly. It still counts as live, since
 * what listens there may pass requests on to the venue, and then they move real money.
 */
export function hereNote(world: World, host: string): string | undefined {
  if (world !== 'LIVE' || !isLoopback(new URL(`http://${host}`).hostname)) return undefined;
  return 'on this machine: a simulator, or something that passes requests on, and not the venue itself';
}
