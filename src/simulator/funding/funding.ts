import type { Instant } from '../../base/instant.ts';
import { seededRandom } from '../../base/random.ts';
import type { SimulatorOptions } from '../simulatorOptions.ts';
import type { Venue } from '../venue.ts';
import { AddressBook } from './addressBook.ts';
import { BatchDesk } from './batchDesk.ts';
import { CryptoDeposits } from './cryptoDeposits.ts';
import { CryptoLedger, type CryptoTransaction } from './cryptoLedger.ts';
import { FiatLedger, type FiatStatusListener } from './fiatLedger.ts';
import { VibanDesk } from './vibanDesk.ts';
import { WireDesk } from './wireDesk.ts';
import { WithdrawalDesk } from './withdrawalDesk.ts';

/** The ways of money into the account and out of it. */
export interface Funding {
  readonly addresses: AddressBook;
  readonly crypto: CryptoLedger;
  readonly deposits: CryptoDeposits;
  readonly withdrawals: WithdrawalDesk;
  readonly batches: BatchDesk;
  readonly fiat: FiatLedger;
  readonly wire: WireDesk;
  readonly viban: VibanDesk;
  /** Where the notifications of ViBAN deposits go; nowhere without one. */
  noticeUrl: string | undefined;
}

/** From asking to the end of a withdrawal, and from sending to the confirmation of a deposit. */
const DEFAULT_SETTLE_MS = 20_000;

/** After a ViBAN deposit another one of its amount and currency is locked for so long. */
const DEFAULT_LOCK_MS = 600_000;

/** `changed` hears of every status that a fiat deposit takes. */
export function openFunding(venue: Venue, { seed, funding = {} }: SimulatorOptions, changed: FiatStatusListener): Funding {
  const random = seededRandom(`${seed}/funding`);
  const addresses = new AddressBook(venue.catalog, venue.region, random);
  const crypto = new CryptoLedger();
  const fiat = new FiatLedger(venue, changed);
  const deposits = new CryptoDeposits(venue, addresses, crypto, random, funding.confirmMs ?? DEFAULT_SETTLE_MS);
  // What is sent to an address of the account itself comes back in.
  const arrives = ({ destinationAddress: address, destinationTag: tag, net: amount }: CryptoTransaction, at: Instant): void =>
    void deposits.receive({ address, tag, amount, isInternal: true }, at);
  const withdrawals = new WithdrawalDesk(venue, addresses, crypto, random, funding.settleMs ?? DEFAULT_SETTLE_MS, arrives);
  return {
    noticeUrl: funding.noticeUrl,
    addresses,
    crypto,
    deposits,
    withdrawals,
    batches: new BatchDesk(venue, addresses, crypto, withdrawals),
    fiat,
    wire: new WireDesk(venue, fiat),
    viban: new VibanDesk(venue, fiat, random, funding.vibanLockMs ?? DEFAULT_LOCK_MS),
  };
}
