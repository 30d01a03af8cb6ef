import { seededRandom } from '../../base/random.ts';
import type { SimulatorOptions } from '../simulatorOptions.ts';
import type { Venue } from '../venue.ts';
import { AddressBook } from './addressBook.ts';
import { CryptoDeposits } from './cryptoDeposits.ts';
import { CryptoLedger } from './cryptoLedger.ts';
import { WithdrawalDesk } from './withdrawalDesk.ts';

/** The ways of money into the account and out of it. */
export interface Funding {
  readonly addresses: AddressBook;
  readonly crypto: CryptoLedger;
  readonly deposits: CryptoDeposits;
  readonly withdrawals: WithdrawalDesk;
}

/** From asking to the end of a withdrawal, and from sending to the confirmation of a deposit. */
const DEFAULT_SETTLE_MS = 20_000;

export function openFunding(venue: Venue, { seed, funding = {} }: SimulatorOptions): Funding {
  const random = seededRandom(`${seed}/funding`);
  const addresses = new AddressBook(venue.catalog, venue.region, random);
  const crypto = new CryptoLedger();
  return {
    addresses,
    crypto,
    deposits: new CryptoDeposits(venue, addresses, crypto, random, funding.confirmMs ?? DEFAULT_SETTLE_MS),
    withdrawals: new WithdrawalDesk(venue, addresses, crypto, random, funding.settleMs ?? DEFAULT_SETTLE_MS),
  };
}
