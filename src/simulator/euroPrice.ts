import { type Decimal, dec, ONE } from '../base/decimal.ts';
import { priceOf } from '../model/grid.ts';
import { coinOf, fiatOf } from './processing/coinCatalog.ts';
import type { Venue } from './venue.ts';

/**
 * The middle of the market in euro, or a fixed price for a currency that is not traded against euro. Undefined for anything
 * that is not a currency of payments.
 */
export function euroPrice(venue: Venue, currency: string): Decimal | undefined {
  const known = (coinOf(currency) ?? fiatOf(currency))?.euro.times(venue.priceFactor(currency));
  return known && (marketPrice(venue, currency) ?? known);
}

/** The same for people, of each currency that is traded too. */
export function euroWorth(venue: Venue, currency: string): Decimal | undefined {
  return marketPrice(venue, currency) ?? euroPrice(venue, currency);
}

function marketPrice(venue: Venue, currency: string): Decimal | undefined {
  if (currency === 'EUR') return ONE;
  const market = venue.exchange.market(`${currency}/EUR`);
  const [bid, ask] = [market?.bids.best, market?.asks.best];
  if (market === undefined || bid === undefined || ask === undefined) return undefined;
  const { grid } = market.pair;
  return priceOf(grid, bid.ticks).plus(priceOf(grid, ask.ticks)).times(dec('0.5'));
}
