import type { Decimal } from '../../base/decimal.ts';
import { Fault } from '../../base/fault.ts';
import { refusalSentence } from '../answer.ts';
import { orFault } from '../orFault.ts';
import type { Venue } from '../venue.ts';
import { clientAreaDeposit } from './clientAreaDeposit.ts';
import type { Funding } from './funding.ts';
import { networksOf } from './networks.ts';

/** Somebody pays the account: by card, which is there at once, or a coin to its first address, which the network confirms later. */
export function paidIn(
  venue: Venue,
  { addresses, deposits, fiat }: Funding,
  currency: string,
  amount: Decimal,
): { readonly id: string; readonly status: string } {
  const known = venue.catalog.currencies.find(({ code }) => code === currency);
  if (known === undefined) throw new Fault('not-found', `currency ${currency} is not known`);
  if (known.type === 'Fiat') {
    const deposit = orFault(clientAreaDeposit(venue, fiat, { amount, currency, method: 'card', lastCardDigits: undefined }));
    fiat.complete(deposit, amount);
    return deposit;
  }
  const [network] = networksOf(currency);
  const request = { currency, networkCode: network!.code, addressType: 'Primary', clientTag: undefined } as const;
  const made = addresses.create(request, venue.now());
  if (!('address' in made)) throw new Fault('usage', refusalSentence(made));
  return deposits.receive({ address: made.address, tag: made.tag, amount }, venue.now())!;
}
