import { keyTail } from '../base/secret.ts';
import { systemClock } from '../base/systemClock.ts';
import type { Settings } from '../settings/loadSettings.ts';
import { configuredAccount, venueAccess } from '../daemon/venueAccess.ts';
import { sayVenue } from './sayVenue.ts';
import type { Shell } from './shell.ts';
import type { Venue } from './venue.ts';

/** The venue itself over signed HTTP. Undefined when the settings name none. */
export function directVenue(shell: Shell, settings: Settings): Venue | undefined {
  const account = configuredAccount(settings);
  if (account === undefined) return undefined;
  sayVenue(shell, settings, new URL(account.url).host, keyTail(account.key.reveal()));
  const access = venueAccess(settings, account, systemClock);
  const { client } = access;
  return {
    via: 'direct',
    pairs: () => Array.fromAsync(client.symbols.list({ count: 100 })),
    book: (symbol, depth) => client.book.get({ symbol, depth }),
    statistics: () => client.statistics.list({}),
    balances: () => client.balances.list({}),
    openOrders: () => Array.fromAsync(client.orders.list({ count: 100 })),
    orderStrategies: () => Promise.resolve({}),
    liveOrders: () => Promise.resolve(undefined),
    deskOrders: () => Promise.resolve(undefined),
    conversions: async (limit) => (await client.conversions.list({ count: limit })).items,
    quote: (fromCurrency, toCurrency, size) => client.quotes.request({ fromCurrency, toCurrency, ...size }),
    close: () => access.close(),
  };
}
