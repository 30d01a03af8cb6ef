import type { Daemon } from '../daemon/daemon.ts';
import type { SimulatorView } from './contract/simulatorView.ts';

/** The simulator inside a daemon as the page sees it, or why there is none. */
export function simulatorReads({ simulator, world, venue }: Pick<Daemon, 'simulator' | 'world' | 'venue'>): SimulatorView {
  if (simulator === undefined) return { simulator, why: whyNoSimulator({ world, venue }) };
  return { simulator: simulator.report(), why: undefined };
}

/** For people: why a daemon has no simulator. */
export function whyNoSimulator({ world, venue }: Pick<Daemon, 'world' | 'venue'>): string {
  return `this daemon runs on ${venue.host} (${world}) and has no simulator inside, so nothing can be made to go wrong here`;
}
