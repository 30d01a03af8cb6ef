import { type Decimal, dec, ONE } from '../base/decimal.ts';
import { priceOf } from '../model/grid.ts';
import { coinOf, fiatOf } from './processing/coinCatalog.ts';
import type { Venue } from './venue.ts';

/**
 * The middle of the market in euro, or a fixed price for a currency that is not traded against euro. Undefined for anything
 * that is not a currency.
 */
export function euroPrice(venue: Venue, currency: string): Decimal | undefined {
  if (currency === 'EUR') return ONE;
  const market = venue.exchange.market(`${currency}/EUR`);
  const [bid, ask] = [market?.bids.best, market?.asks.best];
  const known = (coinOf(currency) ?? fiatOf(currency))?.euro.times(venue.priceFactor(currency));
  if (known === undefined || market === undefined || bid === undefined || ask === undefined) return known;
  const { grid } = market.pair;
  return priceOf(grid, bid.ticks).plus(priceOf(grid, ask.ticks)).times(dec('0.5'));
}
