import { type Decimal, dec } from '../base/decimal.ts';
import { priceOf } from '../model/grid.ts';
import { present } from '../base/assert.ts';
import { USD_PER_EURO } from './market/catalog.ts';
import type { Venue } from './venue.ts';

/** What an amount is worth in US dollars at the last price in euro. Undefined when the currency has no such price. */
export function usdValue(venue: Venue, currency: string, amount: Decimal): Decimal | undefined {
  if (currency === 'EUR') return amount.times(USD_PER_EURO);
  if (currency === 'USDT' || currency === 'USD') return amount;
  const market = venue.exchange.market(`${currency}/EUR`);
  if (market === undefined) return undefined;
  const ticks = venue.statisticsOf(market.pair.symbol).lastTicks;
  return ticks === undefined ? undefined : amount.times(priceOf(market.pair.grid, ticks)).times(USD_PER_EURO);
}

/** The same for a currency of the catalog, by its initial price where the market has none yet. */
export function usdWorth(venue: Venue, currency: string, amount: Decimal): Decimal {
  const known = usdValue(venue, currency, amount);
  if (known !== undefined) return known;
  const { euro } = present(
    venue.catalog.currencies.find(({ code }) => code === currency),
    currency,
  );
  return amount
    .times(dec(String(euro)))
    .times(venue.priceFactor(currency))
    .times(USD_PER_EURO);
}
