import { DAY_MS } from '../base/instant.ts';
import type { Clock } from '../base/clock.ts';
import type { Decimal } from '../base/decimal.ts';
import { Fault } from '../base/fault.ts';
import { ScaledClock } from './scaledClock.ts';
import type { CryptoTransaction } from './funding/cryptoLedger.ts';
import type { FiatDeposit } from './funding/fiatDeposit.ts';
import type { Funding } from './funding/funding.ts';
import type { VibanCode } from './funding/vibanCounter.ts';
import type { Region } from './region.ts';
import type { Venue } from './venue.ts';

/** What the world around the venue does: people who send money, banks, networks and regulators. Tests and the control side use it. */
export interface World {
  /** Somebody sends crypto currency to an address of the account. Throws a `Fault` `not-found` when the address belongs to nobody. */
  sendCrypto(sent: { address: string; tag?: string | undefined; amount: Decimal }): CryptoTransaction;
  /** The network confirms a pending withdrawal now, or the venue declines it. Throws a `Fault` when there is no such pending withdrawal. */
  endWithdrawal(id: string, end: 'complete' | 'decline'): CryptoTransaction;
  /** The bank transfer of a pending fiat deposit arrives, with the amount that was asked for or another one. */
  bankTransfer(transactionId: string, amount?: Decimal): FiatDeposit;
  /** A pending fiat deposit is rejected, or fails at the provider. */
  endFiatDeposit(transactionId: string, end: 'Declined' | 'Failed', reason: string): FiatDeposit;
  /** From now on ViBAN deposits are refused with this. With undefined they are taken. */
  refuseViban(code: VibanCode | undefined): void;
  /** Where the notifications of ViBAN deposits go from now on (000 Events). With undefined they are not sent. */
  notifyFiatDeposits(url: string | undefined): void;
  /** Lets time pass at once. Throws a `Fault` when the simulator's clock can't be moved from here. */
  advance(ms: number): void;
  setRegion(region: Partial<Region>): Readonly<Region>;
}

/** A longer time passes with the market standing still, since living through a day of it takes minutes. */
const MOST_LIVED_MS = 600_000;
const MOST_ADVANCE_MS = 366 * DAY_MS;

export function worldOf(venue: Venue, funding: Funding, clock: Clock): World {
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
      funding.withdrawals[end](transaction, venue.now());
      return transaction;
    },
    bankTransfer: (transactionId, amount) => {
      const deposit = pendingFiat(venue, funding, transactionId);
      const arrived = amount ?? deposit.gross;
      if (!arrived.gt(0) || arrived.decimalPlaces() > 2) throw new Fault('usage', 'amount must be above 0, with at most 2 decimals');
      funding.fiat.complete(deposit, arrived);
      return deposit;
    },
    endFiatDeposit: (transactionId, end, reason) => {
      const deposit = pendingFiat(venue, funding, transactionId);
      funding.fiat.end(deposit, end, reason);
      return deposit;
    },
    refuseViban: (code) => {
      funding.viban.refusedWith = code;
    },
    notifyFiatDeposits: (url) => {
      funding.noticeUrl = url;
    },
    advance: (ms) => {
      if (!(clock instanceof ScaledClock)) throw new Fault('usage', 'the time of this simulator is moved by its own clock');
      if (!Number.isSafeInteger(ms) || ms < 0 || ms > MOST_ADVANCE_MS) {
        throw new Fault('usage', `time advances by 0 to ${MOST_ADVANCE_MS} ms, not by ${ms}`);
      }
      venue.passOver(ms > MOST_LIVED_MS, () => clock.skip(ms));
    },
    setRegion: (region) => Object.assign(venue.region, region),
  };
}

function pendingFiat(venue: Venue, { fiat }: Funding, id: string): FiatDeposit {
  venue.catchUp();
  const deposit = fiat.find(id);
  if (deposit === undefined) throw new Fault('not-found', `there is no fiat deposit ${id}`);
  if (deposit.status !== 'Pending') throw new Fault('usage', `fiat deposit ${id} is ${deposit.status} already`);
  return deposit;
}
