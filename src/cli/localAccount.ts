import { Fault } from '../base/fault.ts';
import { keyTail } from '../base/secret.ts';
import type { OneShotOptions } from '../daemon/oneShot.ts';
import type { Transport } from '../client/transport.ts';
import { type Settings, worldOf } from '../settings/loadSettings.ts';
import { sayVenue } from './sayVenue.ts';
import { note, type Shell } from './shell.ts';

const NAME_A_VENUE = 'name a configuration with -c FILE, or set SLUICE_EXCHANGE_URL, SLUICE_EXCHANGE_KEY and SLUICE_EXCHANGE_SECRET';

/**
 * Works with the account of the settings from this process, without a daemon. Whatever takes risk at a venue that is not on this
 * machine needs `--live`.
 */
export async function withLocalAccount<T>(
  shell: Shell,
  settings: Settings,
  takesRisk: boolean,
  work: (options: OneShotOptions) => Promise<T>,
  overhear?: (network: Transport) => Transport,
): Promise<T> {
  const { configuredAccount, venueAccess } = await import('../daemon/venueAccess.ts');
  const account = configuredAccount(settings);
  if (account === undefined) {
    const { controlOf } = await import('./daemonWay.ts');
    if ((await controlOf(shell, settings)) !== undefined) {
      throw new Fault(
        'configuration',
        'no venue is named: this command asks a venue itself, and does not go through the daemon that runs here',
        {
          suggestion: `${NAME_A_VENUE}; that of a demo is inside its daemon: \`sluice simulator\` starts one that can be asked`,
        },
      );
    }
    throw new Fault('daemon-not-running', 'no venue is named and no daemon runs', {
      suggestion: `start the demo with \`sluice run\`, or ${NAME_A_VENUE}`,
    });
  }
  const world = worldOf(settings);
  if (world === 'LIVE' && takesRisk && !shell.options.live) {
    throw new Fault('confirmation-needed', 'this would move real money', { suggestion: 'add --live when that is what you want' });
  }
  const { stateOf } = await import('./stateOf.ts');
  const { systemClock } = await import('../base/systemClock.ts');
  const venue = venueAccess(settings, account, systemClock, undefined, overhear);
  sayVenue(shell, settings, venue.host, keyTail(venue.key));
  try {
    return await work({
      settings,
      state: stateOf(shell, settings),
      accounts: shell.options.accounts,
      clock: systemClock,
      venue,
      onTrouble: (message) => note(shell, message),
    });
  } finally {
    await venue.close();
  }
}
