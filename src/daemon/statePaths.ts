import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { socketPath } from './control/socketPath.ts';
import type { Settings } from './settings/loadSettings.ts';

/** Where things are in the state directory. */
export interface StatePaths {
  readonly directory: string;
  /** The database of the account: journal, fills, state. Accounts never share one. */
  readonly database: string;
  readonly socket: string;
  /** Quotes that were asked for from the command line. */
  readonly quotes: string;
}

/** `state` is the state directory. The demo's account is its own, and so is that of paper trading at a venue; every other has a file by its address and key. */
export function statePaths(state: string, settings: Settings): StatePaths {
  return {
    directory: state,
    database: join(state, `${accountName(settings)}.sqlite`),
    socket: socketPath(settings.control.socket ?? join(state, 'sluice.sock')),
    quotes: join(state, 'quotes.json'),
  };
}

function accountName({ mode, venue }: Settings): string {
  if (venue.exchange === undefined) return 'demo';
  const { host, pathname } = new URL(venue.exchange.url);
  const isPaper = mode === 'paper';
  const hash = createHash('sha256')
    .update(`${host}${pathname} ${isPaper ? '' : venue.exchange.key!.secret.reveal()}`)
    .digest('hex');
  return `${isPaper ? 'paper' : 'account'}-${hash.slice(0, 12)}`;
}
