import { type Decimal, dec } from '../base/decimal.ts';
import { priceOf } from '../model/grid.ts';
import { present } from '../base/assert.ts';
import { USD_PER_EURO } from './market/catalog.ts';
import type { Venue } from './venue.ts';

/**
 * What an amount of a currency of the catalog is worth in US dollars: at its last price in euro, or at its initial one where it
 * is not traded against euro, or not yet.
 */
export function usdValue(venue: Venue, currency: string, amount: Decimal): Decimal {
  if (currency === 'EUR') return amount.times(USD_PER_EURO);
  if (currency === 'USDT' || currency === 'USD') return amount;
  const market = venue.exchange.market(`${currency}/EUR`);
  const ticks = market === undefined ? undefined : venue.statisticsOf(market.pair.symbol).lastTicks;
  if (market !== undefined && ticks !== undefined) return amount.times(priceOf(market.pair.grid, ticks)).times(USD_PER_EURO);
  const { euro } = present(
    venue.catalog.currencies.find(({ code }) => code === currency),
    currency,
  );
  return amount
    .times(dec(String(euro)))
    .times(venue.priceFactor(currency))
    .times(USD_PER_EURO);
}
