import type { Clock } from '../base/clock.ts';
import type { CallObserver } from '../client/callObserver.ts';
import type { Environment } from '../settings/secrets.ts';
import type { Settings } from '../settings/loadSettings.ts';
import type { CallTimes } from './callTimes.ts';
import type { Daemon } from './daemon.ts';
import type { Log } from './log.ts';
import type { Ownerless } from './ownerless.ts';
import type { VenueAccess } from './venueAccess.ts';

export interface DaemonOptions {
  readonly settings: Settings;
  /** The state directory. */
  readonly state: string;
  /** The folder in which accounts are registered. */
  readonly accounts: string;
  /** The folder that is recorded to; without it, the one of the settings, or `data` where the program runs. */
  readonly data?: string | undefined;
  readonly clock: Clock;
  /** Names the accounts at the payment interfaces. */
  readonly env?: Environment | undefined;
  /** Is told of each request to the exchange interface. */
  readonly observer?: CallObserver | undefined;
  /** The log is made once the secrets that it must hide are known. */
  readonly log: (venue: VenueAccess) => Log;
  /** Serves the control interface on a socket, before anything is traded. */
  readonly serve: (daemon: Daemon, socket: string) => Promise<{ close(): Promise<void> }>;
}

/** What a daemon has once its venue is open. */
export interface RunningOptions extends DaemonOptions {
  /** What was measured of that venue. */
  readonly times: CallTimes;
  readonly ownerless: Ownerless;
}
