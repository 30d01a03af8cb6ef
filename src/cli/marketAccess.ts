import { keyTail } from '../base/secret.ts';
import { systemClock } from '../base/systemClock.ts';
import type { Settings } from '../settings/loadSettings.ts';
import { configuredAccount, venueAccess } from '../daemon/venueAccess.ts';
import type { MarketDataClient } from '../gateway/marketDataClient.ts';
import { readPairs } from '../gateway/pairList.ts';
import type { Pair } from '../model/pair.ts';
import { daemonOf, venueThrough } from './daemonWay.ts';
import { sayVenue } from './sayVenue.ts';
import { note, type Shell } from './shell.ts';
import type { Venue, VenuePair } from './venue.ts';
import { noVenue } from './withVenue.ts';

/** The market of a venue for polling: through the running daemon, so that there is one rate budget, or directly. */
export interface MarketAccess {
  readonly client: MarketDataClient;
  pairs(): Promise<readonly Pair[]>;
  close(): Promise<void>;
}

/** Throws a `Fault` when no venue is named. */
export async function marketAccess(shell: Shell, settings: Settings): Promise<MarketAccess> {
  return (await throughDaemon(shell, settings)) ?? direct(shell, settings);
}

function direct(shell: Shell, settings: Settings): MarketAccess {
  const account = configuredAccount(settings);
  if (account === undefined) throw noVenue(shell);
  const key = account.isKeyless ? 'none' : keyTail(account.key.reveal());
  sayVenue(shell, settings, new URL(account.url).host, key);
  const access = venueAccess(settings, account, systemClock);
  return {
    client: access.client,
    pairs: () => readPairs(access.client, (problem) => note(shell, problem)),
    close: () => access.close(),
  };
}

async function throughDaemon(shell: Shell, settings: Settings): Promise<MarketAccess | undefined> {
  const control = await daemonOf(shell, settings);
  if (control === undefined) return undefined;
  return {
    client: {
      async fetchBytes(operation, params) {
        const sentAt = systemClock.now();
        const texts = Object.entries(params).map(([name, value]) => [name, String(value)] as const);
        const { bytes: body } = await control.call('read', { operation, ...Object.fromEntries(texts) });
        return { status: 200, body, sentAt, receivedAt: systemClock.now() };
      },
    },
    pairs: () => readPairs({ symbols: { list: () => listed(venueThrough(control)) } }, (problem) => note(shell, problem)),
    close: () => Promise.resolve(),
  };
}

async function* listed(venue: Venue): AsyncGenerator<VenuePair> {
  yield* await venue.pairs();
}
