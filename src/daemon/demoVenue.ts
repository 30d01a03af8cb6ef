import type { Clock } from '../base/clock.ts';
import { listenFault } from '../base/listenFault.ts';
import { Secret } from '../base/secret.ts';
import type { CallObserver } from '../client/callObserver.ts';
import { TIMESTAMP_WINDOW_MS } from '../client/signer.ts';
import { FaultSwitch } from '../simulator/faultSwitch.ts';
import { serveSimulator } from '../simulator/serve.ts';
import { createSimulator } from '../simulator/simulator.ts';
import { EmbeddedSimulator } from '../simulator/embeddedSimulator.ts';
import type { Settings } from '../settings/loadSettings.ts';
import { type VenueAccess, venueAccess } from './venueAccess.ts';

/** The embedded simulator, reached like any venue: over signed HTTP on this machine. */
export async function demoVenue(settings: Settings, clock: Clock, observer?: CallObserver): Promise<VenueAccess> {
  const { seed, character, symbols, port, balances } = settings.simulator;
  const faults = new FaultSwitch(clock, seed);
  const simulator = createSimulator({ clock, seed, balances, market: { character, symbols }, behaviour: faults.behaviour });
  const server = await serveSimulator(simulator, { port }).catch((error: unknown) => {
    throw listenFault(error, port, 'configuration', 'name a free port under simulator.port, or leave it out to take any free one');
  });
  simulator.start();
  const { key, secret } = simulator.exchange;
  // What a file knows of another venue is not true here.
  const knows = { ...settings.venue.knows, pageBase: '0', timestampWindow: TIMESTAMP_WINDOW_MS } as const;
  const access = venueAccess(
    { ...settings, venue: { ...settings.venue, knows } },
    { url: server.url, key: new Secret(key), secret: new Secret(secret), balancesPath: '/v1/balances', isKeyless: false },
    clock,
    observer,
  );
  return {
    ...access,
    holdsOrders: false,
    simulator: new EmbeddedSimulator(simulator, faults, clock),
    async close() {
      await access.close();
      simulator.stop();
      await server.close();
    },
  };
}
