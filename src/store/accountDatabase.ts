import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { keyTail } from '../base/secret.ts';
import type { Settings } from '../settings/loadSettings.ts';

export const DEMO_DATABASE = 'demo.sqlite';

/** An account at a venue. The same venue and key always mean the same account. */
export interface AccountIdentity {
  /** `account-` and twelve digits. Its files are named for it. Neither key nor secret can be derived from it. */
  readonly id: string;
  readonly host: string;
  readonly keyTail: string;
  /** Names under which earlier versions kept it, since they used the address exactly as it was written. */
  readonly earlierIds: readonly string[];
}

/** The account of the settings' key, whatever the mode. Undefined where no key is named. */
export function accountOf({ venue: { exchange } }: Pick<Settings, 'venue'>): AccountIdentity | undefined {
  const key = exchange?.key?.secret.reveal();
  if (key === undefined) return undefined;
  const { host, pathname } = new URL(exchange!.url);
  const id = idOf(placeOf(exchange!.url), key);
  return { id, host, keyTail: keyTail(key), earlierIds: [idOf(`${host}${pathname}`, key)].filter((earlier) => earlier !== id) };
}

/** The account with this key at an interface that is not the exchange's. */
export function accountAt(interfaceName: string, url: string, key: string): AccountIdentity {
  const { host } = new URL(url);
  return { id: idOf(`${interfaceName} ${placeOf(url)}`, key), host, keyTail: keyTail(key), earlierIds: [] };
}

/** The account whose money the settings move. Undefined for the demo and for paper trading, which have none. */
export function tradedAccount(settings: Settings): AccountIdentity | undefined {
  return settings.mode === 'paper' ? undefined : accountOf(settings);
}

/** The database for these settings in a state directory. The demo has its own, and so has paper trading at a venue. */
export function databaseOf(state: string, settings: Settings): string {
  const { mode, venue, server } = settings;
  if (venue.exchange === undefined) return join(state, DEMO_DATABASE);
  // On a server it has one name, whichever files a machine has.
  if (mode !== 'paper') return server === undefined ? accountDatabase(state, settings)! : join(state, `${accountOf(settings)!.id}.sqlite`);
  const { host, pathname } = new URL(venue.exchange.url);
  return join(state, `paper-${hashOf(`${host}${pathname} `)}.sqlite`);
}

/** The database of the account of the settings' key, whatever the mode. Undefined where no key is named. */
export function accountDatabase(state: string, settings: Pick<Settings, 'venue'>): string | undefined {
  const account = accountOf(settings);
  if (account === undefined) return undefined;
  const files = [account.id, ...account.earlierIds].map((id) => join(state, `${id}.sqlite`));
  return files.find((file) => existsSync(file)) ?? files[0]!;
}

/**
 * Whether a file of a state directory is the database of an account at a venue, be it a real one or a simulator that runs by
 * itself.
 */
export function isAccountDatabase(name: string): boolean {
  return /^account-[0-9a-f]{12}\.sqlite$/.test(name);
}

function placeOf(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host.replace(/\.(?=:|$)/, '')}${pathname.replace(/\/+$/, '') || '/'}`;
}

function idOf(place: string, key: string): string {
  return `account-${hashOf(`${place} ${key}`)}`;
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}
