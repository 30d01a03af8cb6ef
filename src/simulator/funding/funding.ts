import type { Instant } from '../../base/instant.ts';
import { seededRandom } from '../../base/random.ts';
import type { SimulatorOptions } from '../simulatorOptions.ts';
import type { Venue } from '../venue.ts';
import { AddressBook } from './addressBook.ts';
import { BatchCounter } from './batchCounter.ts';
import { CryptoDeposits } from './cryptoDeposits.ts';
import { CryptoLedger, type CryptoTransaction } from './cryptoLedger.ts';
import { FiatLedger, type FiatStatusListener } from './fiatLedger.ts';
import { FiatWithdrawals } from './fiatWithdrawals.ts';
import { VibanCounter } from './vibanCounter.ts';
import { WireCounter } from './wireCounter.ts';
import { WithdrawalCounter } from './withdrawalCounter.ts';

/** How money gets into the account and out of it. */
export interface Funding {
  readonly addresses: AddressBook;
  readonly crypto: CryptoLedger;
  readonly deposits: CryptoDeposits;
  readonly withdrawals: WithdrawalCounter;
  readonly batches: BatchCounter;
  readonly fiat: FiatLedger;
  readonly fiatWithdrawals: FiatWithdrawals;
  readonly wire: WireCounter;
  readonly viban: VibanCounter;
  /** Where the notifications of ViBAN deposits go. Without it they are not sent. */
  noticeUrl: string | undefined;
}

/** How long a withdrawal takes from request to end, and a deposit from sending to confirmation. */
const DEFAULT_SETTLE_MS = 20_000;

/** `changed` is called with every new status of a fiat deposit, and `left` with every withdrawal that leaves the account. */
export function openFunding(
  venue: Venue,
  { seed, funding = {} }: SimulatorOptions,
  changed: FiatStatusListener,
  left: (transaction: CryptoTransaction) => void = () => undefined,
): Funding {
  const random = seededRandom(`${seed}/funding`);
  const addresses = new AddressBook(venue.catalog, venue.region, random);
  const crypto = new CryptoLedger();
  const fiat = new FiatLedger(venue, changed);
  const deposits = new CryptoDeposits(venue, addresses, crypto, random, funding.confirmMs ?? DEFAULT_SETTLE_MS);
  // A withdrawal to one of the account's own addresses comes back in as a deposit.
  const arrives = (transaction: CryptoTransaction, at: Instant): void => {
    const { destinationAddress: address, destinationTag: tag, net: amount } = transaction;
    if (deposits.receive({ address, tag, amount, isInternal: true }, at) === undefined) left(transaction);
  };
  const withdrawals = new WithdrawalCounter(venue, addresses, crypto, random, funding.settleMs ?? DEFAULT_SETTLE_MS, arrives);
  return {
    noticeUrl: funding.noticeUrl,
    addresses,
    crypto,
    deposits,
    withdrawals,
    batches: new BatchCounter(venue, addresses, crypto, withdrawals),
    fiat,
    fiatWithdrawals: new FiatWithdrawals(venue, fiat),
    wire: new WireCounter(venue, fiat),
    viban: new VibanCounter(venue, fiat, random),
  };
}
