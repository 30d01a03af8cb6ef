import { z } from 'zod';
import { present } from '../../base/assert.ts';
import { Fault } from '../../base/fault.ts';
import { decimal, positive, requiredText } from '../../contract/wire.ts';
import { euroWorth } from '../euroPrice.ts';
import { networksOf } from '../funding/networks.ts';
import { coinOf, networkOf } from '../processing/coinCatalog.ts';
import type { Venue } from '../venue.ts';
import { type ControlRoute, route } from './controlRoute.ts';

const zeroOrMore = decimal.refine((value) => !value.isNegative(), 'must be 0 or more');

/** What a market, a lender and the networks do: prices, credit funds, fees. */
export function marketRoutes(venue: Venue): readonly ControlRoute[] {
  return [
    route(
      'POST',
      '/prices',
      'move the price of a currency at once, by a factor',
      z.object({ currency: requiredText, factor: positive }),
      ({ currency, factor }) => {
        venue.movePrice(currency, factor);
        return { currency, euro: euroWorth(venue, currency) ?? null };
      },
    ),
    route(
      'PUT',
      '/credit',
      'say how much of a currency is lent to the account',
      z.object({ currency: requiredText, amount: zeroOrMore }),
      ({ currency, amount }) => {
        venue.lend(currency, amount);
        return { currency, amount };
      },
    ),
    route(
      'PUT',
      '/network-fees',
      'say what a transaction on a network costs from now on',
      z.object({ currency: requiredText, networkCode: requiredText, fee: zeroOrMore }),
      ({ currency, networkCode, fee }) => {
        if (!hasNetwork(venue, currency, networkCode)) throw new Fault('not-found', `${currency} has no network ${networkCode}`);
        const decimals = decimalsOf(venue, currency);
        if (fee.decimalPlaces() > decimals) throw new Fault('usage', `fee: must have at most ${decimals} decimals`);
        venue.networkFees.change(currency, networkCode, fee);
        return { currency, networkCode, fee };
      },
    ),
  ];
}

/** Whether the exchange or the payment service has the network; the fee is the same for both. */
function hasNetwork({ catalog }: Venue, currency: string, networkCode: string): boolean {
  const coin = coinOf(currency);
  if (coin !== undefined && networkOf(coin, networkCode) !== undefined) return true;
  const known = catalog.currencies.find(({ code }) => code === currency);
  return known?.type === 'Crypto' && networksOf(currency).some(({ code }) => code === networkCode);
}

/** How many decimals a coin of the exchange or of the payment service has. */
function decimalsOf({ catalog }: Venue, currency: string): number {
  return present(coinOf(currency) ?? catalog.currencies.find(({ code }) => code === currency), 'a coin with a network').decimals;
}
