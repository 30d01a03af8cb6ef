import type { Decimal } from '../base/decimal.ts';
import { priceOf } from '../model/grid.ts';
import { USD_PER_EURO } from './market/catalog.ts';
import type { Venue } from './venue.ts';

/** What an amount is worth in US dollars at the last price in euro; undefined when the currency has none. */
export function usdValue(venue: Venue, currency: string, amount: Decimal): Decimal | undefined {
  if (currency === 'EUR') return amount.times(USD_PER_EURO);
  if (currency === 'USDT') return amount;
  const market = venue.exchange.market(`${currency}/EUR`);
  if (market === undefined) return undefined;
  const ticks = venue.statisticsOf(market.pair.symbol).lastTicks;
  return ticks === undefined ? undefined : amount.times(priceOf(market.pair.grid, ticks)).times(USD_PER_EURO);
}
