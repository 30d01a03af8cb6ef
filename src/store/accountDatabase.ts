import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Settings } from '../settings/loadSettings.ts';

export const DEMO_DATABASE = 'demo.sqlite';

/** The database of the account that the settings name. The demo's account is its own, and so is that of paper trading at a venue. */
export function databaseOf(state: string, settings: Settings): string {
  const { mode, venue } = settings;
  if (venue.exchange === undefined) return join(state, DEMO_DATABASE);
  if (mode === 'paper') return join(state, `paper-${hashOf(venue.exchange.url, '')}.sqlite`);
  return accountDatabase(state, settings)!;
}

/** The database of the account at the venue that the key belongs to, whatever the mode; undefined where no key is named. */
export function accountDatabase(state: string, { venue: { exchange } }: Settings): string | undefined {
  const key = exchange?.key?.secret.reveal();
  return key === undefined ? undefined : join(state, `account-${hashOf(exchange!.url, key)}.sqlite`);
}

/** Whether a file of a state directory is the database of an account at a venue, real or a simulator that runs by itself. */
export function isAccountDatabase(name: string): boolean {
  return /^account-[0-9a-f]{12}\.sqlite$/.test(name);
}

function hashOf(url: string, key: string): string {
  const { host, pathname } = new URL(url);
  return createHash('sha256').update(`${host}${pathname} ${key}`).digest('hex').slice(0, 12);
}
