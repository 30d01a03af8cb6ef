import type { Clock } from '../base/clock.ts';
import type { TellTrouble } from '../base/tellTrouble.ts';
import type { StoreServer } from '../settings/storeServer.ts';
import type { AccountSeal } from './accountSeal.ts';
import type { OpenConnection } from './connection.ts';

export interface StoreOptions {
  /** A file, or `:memory:`. Its folder is made when it does not exist. On a server the schema is called as the file would be. */
  readonly path: string;
  readonly clock: Clock;
  /** The Postgres that keeps it. Without one, sqlite does. Beside `path` there is then only what belongs to this machine. */
  readonly server?: StoreServer | undefined;
  /** What is owned, for people. Default: the database, by its place. */
  readonly what?: string | undefined;
  /** Told when a server is away and when it is back. */
  readonly onTrouble?: TellTrouble | undefined;
  /** Called for an owner on a server, when another process has taken the store over. From then on nothing is written. */
  readonly onLost?: (() => void) | undefined;
  /** Does, for an owner on a server, what was asked for from another machine, as `LeaseOptions` says. */
  readonly onAsked?: ((what: string) => Promise<string> | undefined) | undefined;
  /**
   * `owner`, the default, takes the process lock: one at a time may write. `read` takes none and works beside an owner
   * and after a crash; its writes are refused.
   */
  readonly access?: 'owner' | 'read' | undefined;
  /** The most that the file may grow to; a write beyond it fails as on a full disk. No limit by default. */
  readonly maxBytes?: number | undefined;
  /** How many intents of a lane may be unresolved at a time. Default 1. */
  readonly unknownPerLane?: number | undefined;
  /** What is known outside of the database of how far it had got. Only an owner has it. */
  readonly seal?: AccountSeal | undefined;
  /** How the database is opened. Default: with the driver. */
  readonly open?: OpenConnection | undefined;
}
