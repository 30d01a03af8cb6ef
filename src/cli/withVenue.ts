import type { Settings } from '../settings/loadSettings.ts';
import { Fault } from '../base/fault.ts';
import { settingsOf } from './configFile.ts';
import type { Shell } from './shell.ts';
import type { Venue } from './venue.ts';

/** A way to reach the venue. Undefined when it is not available now. */
export type VenueWay = (shell: Shell, settings: Settings) => Promise<Venue | undefined>;

/**
 * The first way that works is used. A running daemon comes before the venue itself, so that there is one sender and one rate
 * budget.
 */
const WAYS: readonly VenueWay[] = [
  async (shell, settings) => {
    const { daemonVenue } = await import('./daemonWay.ts');
    return daemonVenue(shell, settings);
  },
  async (shell, settings) => {
    const { directVenue } = await import('./directVenue.ts');
    return directVenue(shell, settings);
  },
];

/** Runs `use` with the venue, reached in the first available way, and closes it afterwards. */
export async function withVenue<T>(shell: Shell, use: (venue: Venue) => Promise<T>): Promise<T> {
  const settings = await settingsOf(shell);
  for (const way of WAYS) {
    const venue = await way(shell, settings);
    if (venue === undefined) continue;
    try {
      return await use(venue);
    } finally {
      await venue.close();
    }
  }
  throw noVenue(shell);
}

/** The fault when there is no way to a venue. */
export function noVenue(shell: Shell): Fault {
  if (shell.options.config === undefined) {
    return new Fault('configuration', 'no venue is named', {
      suggestion:
        'name a configuration with -c FILE, set SLUICE_EXCHANGE_URL, SLUICE_EXCHANGE_KEY and SLUICE_EXCHANGE_SECRET, or start the demo with `sluice run`',
    });
  }
  return new Fault(
    'daemon-not-running',
    `${shell.options.config} names no venue.exchange: its venue lives inside its daemon, which does not run`,
  );
}
