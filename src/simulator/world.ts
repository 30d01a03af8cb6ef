import type { Decimal } from '../base/decimal.ts';
import { Fault } from '../base/fault.ts';
import type { CryptoTransaction } from './funding/cryptoLedger.ts';
import type { Funding } from './funding/funding.ts';
import type { Region } from './region.ts';
import type { Venue } from './venue.ts';

/** What the world around the venue does: people who send money, banks, networks and regulators. In tests, and behind the control side. */
export interface World {
  /** Somebody sends crypto currency to an address of the account. A `Fault` `not-found` when it is nobody's. */
  sendCrypto(sent: { address: string; tag?: string | undefined; amount: Decimal }): CryptoTransaction;
  /** The network confirms a pending withdrawal now, or the venue declines it. A `Fault` when there is no such pending withdrawal. */
  endWithdrawal(id: string, end: 'complete' | 'decline'): CryptoTransaction;
  setRegion(region: Partial<Region>): Readonly<Region>;
}

export function worldOf(venue: Venue, funding: Funding): World {
  return {
    sendCrypto: ({ address, tag, amount }) => {
      venue.catchUp();
      if (!amount.gt(0) || amount.decimalPlaces() > 18) throw new Fault('usage', 'amount must be above 0, with at most 18 decimals');
      const received = funding.deposits.receive({ address, tag, amount }, venue.now());
      if (received === undefined)
        throw new Fault('not-found', `${address}${tag === undefined ? '' : ` with tag ${tag}`} is nobody's address`);
      return received;
    },
    endWithdrawal: (id, end) => {
      venue.catchUp();
      const transaction = funding.crypto.find(id);
      if (transaction?.type !== 'Send') throw new Fault('not-found', `there is no withdrawal ${id}`);
      if (transaction.status !== 'Pending') throw new Fault('usage', `withdrawal ${id} is ${transaction.status} already`);
      funding.withdrawals[end](transaction);
      return transaction;
    },
    setRegion: (region) => Object.assign(venue.region, region),
  };
}
