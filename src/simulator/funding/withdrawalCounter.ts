import type { Decimal } from '../../base/decimal.ts';
import { type Instant, isoOf } from '../../base/instant.ts';
import type { Random } from '../../base/random.ts';
import type { FeeType } from '../../contract/exchange/feeType.ts';
import { decimalOfUnits } from '../../exchange/units.ts';
import { invalid, type RefusalAnswer, standard } from '../answer.ts';
import { destinationFaults, type FieldFaults } from '../destinationFaults.ts';
import { newHash } from '../newHash.ts';
import { restrictedOf } from '../region.ts';
import type { Venue } from '../venue.ts';
import type { AddressBook } from './addressBook.ts';
import type { CryptoLedger, CryptoTransaction } from './cryptoLedger.ts';
import { type FeeAmounts, feeAmounts } from './feeModes.ts';
import { blockFunds, payOut, releaseFunds } from './fundsMoves.ts';
import type { SimulatedNetwork } from './networks.ts';
import { travelRuleApplies } from './travelRule.ts';

export interface Destination {
  readonly currency: string;
  readonly networkCode: string;
  readonly destinationAddress: string;
  readonly destinationAdditionalAddress: string | undefined;
}

export interface FeeRequest extends Destination {
  readonly amount: Decimal;
  readonly feeType: FeeType | undefined;
}

export interface WithdrawalRequest extends FeeRequest {
  readonly referenceId: string | undefined;
  readonly clientTag: string | undefined;
  readonly beneficiary?: Beneficiary | undefined;
}

/** The contract checks its members, but for whether a day has come yet. */
interface Beneficiary {
  readonly dateOfBirth?: string | undefined;
}

export interface FeeQuote extends FeeAmounts {
  readonly network: SimulatedNetwork;
  readonly needsBeneficiary: boolean;
}

const DESTINATION = { address: 'destinationAddress', tag: 'destinationAdditionalAddress' };

/** Withdrawals of crypto currency from the user's account (000 Withdrawals). */
export class WithdrawalCounter {
  readonly #venue: Venue;
  readonly #addresses: AddressBook;
  readonly #ledger: CryptoLedger;
  readonly #random: Random;
  readonly #settleMs: number;
  readonly #sent: (transaction: CryptoTransaction, at: Instant) => void;

  /** `sent` is called for every withdrawal that has left. */
  constructor(
    venue: Venue,
    addresses: AddressBook,
    ledger: CryptoLedger,
    random: Random,
    settleMs: number,
    sent: (transaction: CryptoTransaction, at: Instant) => void,
  ) {
    this.#venue = venue;
    this.#addresses = addresses;
    this.#ledger = ledger;
    this.#random = random;
    this.#settleMs = settleMs;
    this.#sent = sent;
  }

  /** Checks the destination and works out the amounts. A quote is given whatever the balance and the minimum are. */
  quote(request: FeeRequest): FeeQuote | RefusalAnswer {
    const network = this.#addresses.networkOf(request.currency, request.networkCode);
    if ('type' in network) return network;
    const restricted = restrictedOf(this.#venue.region, [request.currency]);
    if (restricted !== undefined) return restricted;
    const { destinationAddress, destinationAdditionalAddress } = request;
    const wrongPlace = destinationFaults(network, destinationAddress, destinationAdditionalAddress, DESTINATION);
    const faults = { ...wrongPlace, ...this.amountFaults(request) };
    if (Object.keys(faults).length > 0) return invalid(faults);
    const fee = this.feeOf(request.currency, network);
    const amounts = feeAmounts(request.feeType, request.amount, fee, this.#venue.withdrawable(request.currency));
    if (!amounts.netAmount.gt(0)) return invalid({ amount: [`must be greater than the fee of ${fee.toFixed()}`] });
    return { ...amounts, network, needsBeneficiary: travelRuleApplies(this.#venue, request.currency, request.amount) };
  }

  /** The fee of one transaction on the network now. */
  feeOf(currency: string, { code, fee }: SimulatedNetwork): Decimal {
    return this.#venue.networkFees.of(currency, code, fee);
  }

  create(request: WithdrawalRequest, at: Instant): CryptoTransaction | RefusalAnswer {
    const quote = this.quote(request);
    if ('type' in quote) return quote;
    const faults = {
      ...this.minimumFaults(request.amount, quote.network),
      ...this.beneficiaryFaults(request.beneficiary, quote.needsBeneficiary),
    };
    if (Object.keys(faults).length > 0) return invalid(faults);
    const { referenceId } = request;
    if (referenceId !== undefined && referenceId !== '' && this.#ledger.isUsed(referenceId)) return referenceUsed(referenceId);
    return this.uncovered(request.currency, quote.grossAmount) ?? this.send(request, quote, undefined, at);
  }

  minimumFaults(amount: Decimal, { minWithdrawal }: SimulatedNetwork): FieldFaults {
    return amount.lt(minWithdrawal) ? { amount: [`must be at least ${minWithdrawal.toFixed()}`] } : {};
  }

  beneficiaryFaults(beneficiary: Beneficiary | undefined, isNeeded: boolean): FieldFaults {
    if (beneficiary === undefined) return isNeeded ? { beneficiary: ['is required above USD 1000'] } : {};
    const { dateOfBirth } = beneficiary;
    const isToCome = dateOfBirth !== undefined && dateOfBirth > isoOf(this.#venue.now()).slice(0, 10);
    return isToCome ? { 'beneficiary.dateOfBirth': ['must not lie in the future'] } : {};
  }

  amountFaults({ currency, amount }: Pick<FeeRequest, 'currency' | 'amount'>): FieldFaults {
    const decimals = this.#venue.catalog.currencies.find(({ code }) => code === currency)!.decimals;
    return amount.decimalPlaces() > decimals ? { amount: [`must have at most ${decimals} decimals`] } : {};
  }

  /** The refusal when the account does not own that much. Credit funds don't count. */
  uncovered(currency: string, gross: Decimal): RefusalAnswer | undefined {
    if (gross.lte(this.#venue.withdrawable(currency))) return undefined;
    if (gross.lte(decimalOfUnits(this.#venue.user.available(currency)))) {
      return standard('credit-funds-not-withdrawable', `the withdrawal needs ${currency} that is lent; credit funds can't be withdrawn`);
    }
    return standard('insufficient-balance', `the available withdrawal balance of ${currency} does not cover the withdrawal and its fee`);
  }

  /** Holds the money and starts the withdrawal. The caller has checked everything. */
  send(
    request: Omit<WithdrawalRequest, 'beneficiary' | 'feeType' | 'amount'>,
    { network, grossAmount: gross, netAmount: net }: Pick<FeeQuote, 'network' | 'grossAmount' | 'netAmount'>,
    batchId: string | undefined,
    at: Instant,
  ): CryptoTransaction {
    const transaction = this.#ledger.add({
      type: 'Send',
      currency: request.currency,
      network,
      createdAt: at,
      gross,
      net,
      destinationAddress: request.destinationAddress,
      destinationTag: request.destinationAdditionalAddress === '' ? undefined : request.destinationAdditionalAddress,
      sourceAddress: undefined,
      referenceId: request.referenceId === '' ? undefined : request.referenceId,
      clientTag: request.clientTag,
      batchId,
      networkTransactionId: undefined,
    });
    blockFunds(this.#venue, transaction);
    const { agenda, steps } = this.#venue;
    agenda.at(at + this.#settleMs, (due) => steps.take('withdrawals', transaction.id, due, (when) => this.complete(transaction, when)));
    return transaction;
  }

  /** Does nothing when the withdrawal has already ended. With another `fee` than was told, less or more of the same total arrives. */
  complete(transaction: CryptoTransaction, at: Instant, fee?: Decimal): void {
    if (transaction.status !== 'Pending') return;
    if (fee !== undefined) transaction.net = transaction.gross.minus(fee);
    transaction.status = 'Completed';
    transaction.updatedAt = at;
    transaction.networkTransactionId = newHash(this.#random);
    payOut(this.#venue, transaction);
    this.#sent(transaction, at);
  }

  /** Gives the money back. Does nothing when the withdrawal has already ended. */
  decline(transaction: CryptoTransaction, at: Instant): void {
    if (transaction.status !== 'Pending') return;
    transaction.status = 'Declined';
    transaction.updatedAt = at;
    releaseFunds(this.#venue, transaction);
  }
}

function referenceUsed(referenceId: string): RefusalAnswer {
  return standard('reference-id-not-unique', `referenceId ${referenceId} was used before`);
}
