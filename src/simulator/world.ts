import { DAY_MS } from '../base/instant.ts';
import type { Clock } from '../base/clock.ts';
import type { Decimal } from '../base/decimal.ts';
import { Fault } from '../base/fault.ts';
import { ScaledClock } from './scaledClock.ts';
import type { CryptoTransaction } from './funding/cryptoLedger.ts';
import { euroWorth } from './euroPrice.ts';
import { orFault } from './orFault.ts';
import { paidIn } from './funding/paidIn.ts';
import { type BatchState, batchState } from './funding/batchCounter.ts';
import { clientAreaDeposit, type MadeFiatDeposit } from './funding/clientAreaDeposit.ts';
import type { FiatDeposit } from './funding/fiatDeposit.ts';
import type { FiatRow } from './funding/fiatLedger.ts';
import type { FiatWithdrawal } from './funding/fiatWithdrawal.ts';
import type { FiatWithdrawalRequest } from './funding/fiatWithdrawals.ts';
import type { Funding } from './funding/funding.ts';
import { type PendingMove, pendingMoves } from './funding/pendingMoves.ts';
import type { VibanCode } from './funding/vibanCounter.ts';
import type { HeldKind } from './heldSteps.ts';
import { type NetworkCost, networkCosts } from './networkCosts.ts';
import type { Region } from './region.ts';
import type { Venue } from './venue.ts';

/** What the world around the venue does: people who send money, banks, networks and regulators. Tests and the control side use it. */
export interface World {
  /** Somebody sends crypto currency to an address of the account. Throws a `Fault` `not-found` when the address belongs to nobody. */
  sendCrypto(sent: { address: string; tag?: string | undefined; amount: Decimal }): CryptoTransaction;
  /**
   * The network confirms a pending withdrawal now, at its fee or another one, or the venue declines it. Throws a `Fault` when there is
   * no such pending withdrawal.
   */
  endWithdrawal(id: string, end: 'complete' | 'decline', fee?: Decimal): CryptoTransaction;
  /** A pending deposit of a coin is confirmed now, or declined. */
  endCryptoDeposit(id: string, end: 'complete' | 'decline'): CryptoTransaction;
  /** A batch that has not ended is declined: what of it is pending is not sent. */
  declineBatch(id: string): { readonly id: string; readonly status: BatchState };
  /** A fiat withdrawal is made in the client area. */
  withdrawFiat(request: FiatWithdrawalRequest): FiatWithdrawal;
  endFiatWithdrawal(id: string, end: 'Completed' | 'Declined'): FiatWithdrawal;
  /** A deposit by card or by `Apm` is made in the client area. It stays pending like any other. */
  depositFiat(made: MadeFiatDeposit): FiatDeposit;
  /** The bank transfer of a pending fiat deposit arrives, with the amount that was asked for or another one. */
  bankTransfer(transactionId: string, amount?: Decimal): FiatDeposit;
  /** A pending fiat deposit is rejected, or fails at the provider. */
  endFiatDeposit(transactionId: string, end: 'Declined' | 'Failed', reason: string): FiatDeposit;
  /** From now on ViBAN deposits are refused with this. With undefined they are taken. */
  refuseViban(code: VibanCode | undefined): void;
  /** Where the notifications of ViBAN deposits go from now on (000 Events). With undefined they are not sent. */
  notifyFiatDeposits(url: string | undefined): void;
  /** What can be paid in, with its price. */
  currencies(): readonly WorldCurrency[];
  /** Moves the price of a currency at once, by a factor. */
  movePrice(currency: string, factor: Decimal): void;
  /** From now on so much of a currency is lent to the account. */
  lend(currency: string, amount: Decimal): void;
  /**
   * Somebody pays the account: by card, which is there at once, or a coin to its first address, which the network confirms later.
   * Throws a `Fault` when the currency is not known or restricted.
   */
  payIn(currency: string, amount: Decimal): { readonly id: string; readonly status: string };
  /** Lets time pass at once. Throws a `Fault` when the simulator's clock can't be moved from here. */
  advance(ms: number): void;
  setRegion(region: Partial<Region>): Readonly<Region>;
  /** Money on its way, newest first. */
  pending(): readonly PendingMove[];
  /** Which kinds of transactions stay where they are until somebody decides them. */
  held(): readonly HeldKind[];
  /** These kinds are held from now on, and no others. What waits already goes on waiting. */
  hold(kinds: readonly HeldKind[]): void;
  /** What the networks of the exchange cost. */
  networks(): readonly NetworkCost[];
  /** What a transaction on a network costs from now on. */
  changeNetworkFee(currency: string, network: string, fee: Decimal): void;
  /** Where the notifications of ViBAN deposits go; undefined when they are not sent. */
  fiatNoticesGoTo(): string | undefined;
}

export interface WorldCurrency {
  readonly code: string;
  readonly type: 'Fiat' | 'Crypto';
  /** Undefined where no market tells it. */
  readonly euro: Decimal | undefined;
  /** How many times its price at the beginning it has been moved to by hand. */
  readonly priceFactor: Decimal;
  readonly lent: Decimal;
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
    endWithdrawal: (id, end, fee) => {
      const transaction = pendingCrypto(venue, funding, id, 'Send');
      if (fee !== undefined && (fee.isNegative() || fee.gte(transaction.gross) || fee.decimalPlaces() > 8)) {
        throw new Fault('usage', `fee must be 0 or more, below ${transaction.gross.toFixed()}, with at most 8 decimals`);
      }
      if (end === 'complete') funding.withdrawals.complete(transaction, venue.now(), fee);
      else funding.withdrawals.decline(transaction, venue.now());
      return transaction;
    },
    endCryptoDeposit: (id, end) => {
      const transaction = pendingCrypto(venue, funding, id, 'Receive');
      funding.deposits[end](transaction, venue.now());
      return transaction;
    },
    declineBatch: (id) => {
      venue.catchUp();
      const batch = funding.batches.find(id);
      if (batch === undefined) throw new Fault('not-found', `there is no withdrawal batch ${id}`);
      const state = batchState(batch);
      if (state !== 'Draft' && state !== 'Processing') throw new Fault('usage', `withdrawal batch ${id} is ${state} already`);
      funding.batches.decline(batch, venue.now());
      return { id, status: batchState(batch) };
    },
    withdrawFiat: (request) => {
      venue.catchUp();
      return orFault(funding.fiatWithdrawals.create(request, venue.now()));
    },
    endFiatWithdrawal: (id, end) => {
      const withdrawal = pendingFiat(venue, funding, id, 'Withdrawal');
      funding.fiatWithdrawals.end(withdrawal, end);
      return withdrawal;
    },
    depositFiat: (made) => {
      venue.catchUp();
      return orFault(clientAreaDeposit(venue, funding.fiat, made));
    },
    bankTransfer: (transactionId, amount) => {
      const deposit = pendingFiat(venue, funding, transactionId, 'Deposit');
      const arrived = amount ?? deposit.gross;
      if (!arrived.gt(0) || arrived.decimalPlaces() > 2) throw new Fault('usage', 'amount must be above 0, with at most 2 decimals');
      funding.fiat.complete(deposit, arrived);
      return deposit;
    },
    endFiatDeposit: (transactionId, end, reason) => {
      const deposit = pendingFiat(venue, funding, transactionId, 'Deposit');
      funding.fiat.end(deposit, end, reason);
      return deposit;
    },
    refuseViban: (code) => {
      funding.viban.refusedWith = code;
    },
    notifyFiatDeposits: (url) => {
      funding.noticeUrl = url;
    },
    currencies: () =>
      venue.catalog.currencies.map(({ code, type }) => ({
        code,
        type,
        euro: euroWorth(venue, code),
        priceFactor: venue.priceFactor(code),
        lent: venue.lent(code),
      })),
    movePrice: (currency, factor) => venue.movePrice(currency, factor),
    lend: (currency, amount) => {
      venue.catchUp();
      venue.lend(currency, amount);
    },
    payIn: (currency, amount) => {
      venue.catchUp();
      return paidIn(venue, funding, currency, amount);
    },
    advance: (ms) => {
      if (!(clock instanceof ScaledClock)) throw new Fault('usage', 'the time of this simulator is moved by its own clock');
      if (!Number.isSafeInteger(ms) || ms < 0 || ms > MOST_ADVANCE_MS) {
        throw new Fault('usage', `time advances by 0 to ${MOST_ADVANCE_MS} ms, not by ${ms}`);
      }
      venue.passOver(ms > MOST_LIVED_MS, () => clock.skip(ms));
    },
    setRegion: (region) => Object.assign(venue.region, region),
    pending: () => {
      venue.catchUp();
      return pendingMoves(funding);
    },
    held: () => venue.steps.kinds,
    hold: (kinds) => venue.steps.hold(kinds),
    networks: () => networkCosts(venue),
    changeNetworkFee: (currency, network, fee) => venue.networkFees.change(currency, network, fee),
    fiatNoticesGoTo: () => funding.noticeUrl,
  };
}

function pendingCrypto(venue: Venue, { crypto }: Funding, id: string, type: CryptoTransaction['type']): CryptoTransaction {
  const what = type === 'Send' ? 'withdrawal' : 'deposit';
  venue.catchUp();
  const transaction = crypto.find(id);
  if (transaction?.type !== type) throw new Fault('not-found', `there is no ${what} ${id}`);
  if (transaction.status !== 'Pending') throw new Fault('usage', `${what} ${id} is ${transaction.status} already`);
  return transaction;
}

function pendingFiat<Kind extends FiatRow['kind']>(venue: Venue, { fiat }: Funding, id: string, kind: Kind): FiatRow & { kind: Kind } {
  const what = `fiat ${kind.toLowerCase()}`;
  venue.catchUp();
  const row = fiat.find(id);
  if (row?.kind !== kind) throw new Fault('not-found', `there is no ${what} ${id}`);
  if (row.status !== 'Pending') throw new Fault('usage', `${what} ${id} is ${row.status} already`);
  return row as FiatRow & { kind: Kind };
}
