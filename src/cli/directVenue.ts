import { keyTail } from '../base/secret.ts';
import { systemClock } from '../base/systemClock.ts';
import { createExchangeClient, type ExchangeClient } from '../client/exchangeClient.ts';
import { createRateLimiter } from '../client/rateLimiter.ts';
import type { Transport } from '../client/transport.ts';
import { createUndiciTransport } from '../client/undiciTransport.ts';
import { type ExchangeSettings, type Settings, worldOf } from '../daemon/settings/loadSettings.ts';
import { say, type Shell } from './shell.ts';
import type { Venue } from './venue.ts';

/** The venue itself, over signed HTTP; undefined when the settings name none. */
export function directVenue(shell: Shell, settings: Settings): Venue | undefined {
  const { exchange } = settings.venue;
  if (exchange === undefined) return undefined;
  say(shell, `${worldOf(settings)} ${new URL(exchange.url).host} key ${keyTail(exchange.key.secret.reveal())}`);
  const transport = createUndiciTransport();
  const client = exchangeClientOf(settings, exchange, transport);
  return {
    via: 'direct',
    pairs: () => Array.fromAsync(client.symbols.list({ page: 0, count: 100 })),
    book: (symbol, depth) => client.book.get({ symbol, depth }),
    statistics: () => client.statistics.list({}),
    balances: () => client.balances.list({}),
    close: () => transport.close(),
  };
}

/** A client of the account that the settings name. Closing the transport is up to the caller. */
export function exchangeClientOf(settings: Settings, exchange: ExchangeSettings, transport: Transport): ExchangeClient {
  const { url, key, secret, balancesPath, pageBase } = exchange;
  return createExchangeClient({
    url,
    key: key.secret.reveal(),
    secret: secret.secret,
    transport,
    limiter: createRateLimiter({ ...settings.venue.rateLimit, clock: systemClock }),
    clock: systemClock,
    paths: { 'balances.list': balancesPath },
    ...(pageBase === 'unknown' ? {} : { pageBase: pageBase === '0' ? 0 : 1 }),
  });
}
