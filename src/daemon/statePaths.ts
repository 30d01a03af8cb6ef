import { join } from 'node:path';
import { socketPath } from './socketPath.ts';
import { databaseOf } from '../store/accountDatabase.ts';
import { refusalPath } from '../store/refusalFile.ts';
import type { Settings } from '../settings/loadSettings.ts';
import type { StoreServer } from '../settings/storeServer.ts';

/** Where things are in the state directory. */
export interface StatePaths {
  readonly directory: string;
  /** The database of the account: journal, fills, state. Accounts never share one. */
  readonly database: string;
  /** The Postgres that keeps the database, as a schema of its name. Undefined where it is a file. */
  readonly server: StoreServer | undefined;
  /** What was learned of the account's refusals. */
  readonly refusals: string;
  readonly socket: string;
  /** Trading is halted while this file is there. */
  readonly killFile: string;
  /** Who is in to the dashboard, for the next start: of this account, so that nobody who looked at paper trading trades with money. */
  readonly sessions: string;
  /** Quotes that were asked for from the command line. */
  readonly quotes: string;
}

/** `state` is the state directory. */
export function statePaths(state: string, settings: Settings): StatePaths {
  const database = databaseOf(state, settings);
  return {
    directory: state,
    database,
    server: settings.server,
    refusals: refusalPath(database),
    socket: socketPath(settings.control.socket ?? join(state, 'sluice.sock')),
    killFile: join(state, 'kill'),
    sessions: `${database.replace(/\.sqlite$/, '')}.dashboard.json`,
    quotes: join(state, 'quotes.json'),
  };
}
