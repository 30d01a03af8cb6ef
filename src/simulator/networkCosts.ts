import type { Decimal } from '../base/decimal.ts';
import { networksOf } from './funding/networks.ts';
import type { Venue } from './venue.ts';

/** What a transaction on a network costs. */
export interface NetworkCost {
  readonly currency: string;
  readonly network: string;
  /** For people. */
  readonly name: string;
  readonly fee: Decimal;
  /** What it costs as long as nobody changes it. */
  readonly usual: Decimal;
}

/** The networks of every coin of the exchange, with their fees. */
export function networkCosts({ catalog, networkFees }: Venue): readonly NetworkCost[] {
  return catalog.currencies
    .filter(({ type }) => type === 'Crypto')
    .flatMap(({ code: currency }) =>
      networksOf(currency).map(({ code: network, name, fee: usual }) => ({
        currency,
        network,
        name,
        usual,
        fee: networkFees.of(currency, network, usual),
      })),
    );
}
