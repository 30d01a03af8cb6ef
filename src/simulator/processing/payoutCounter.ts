import { present } from '../../base/assert.ts';
import type { Decimal } from '../../base/decimal.ts';
import { isoOf } from '../../base/instant.ts';
import { notFound, type RefusalAnswer, invalid, standard } from '../answer.ts';
import { destinationFaults } from '../destinationFaults.ts';
import { newHash } from '../newHash.ts';
import { coinOf, type FiatCurrency, fiatOf, networkOf } from './coinCatalog.ts';
import {
  type PayoutIntent,
  type PayoutOptions,
  payoutRecord,
  type PayoutRequest,
  type PayoutStatus,
  type PayoutTerms,
  shownTerms,
} from './payoutIntent.ts';
import { newUuid, type ProcessingWorld, valueIn } from './processingWorld.ts';
import { tooFine } from './tooFine.ts';

const DESTINATION = { address: 'address', tag: 'additionalAddress' };

type Destination = Pick<PayoutRequest, 'currencyTo' | 'networkCode' | 'address' | 'additionalAddress'>;

const DOWN = 1;
const UP = 0;
const FIRST_TRANSACTION = 51_000;

/**
 * Pays a fiat balance out as cryptocurrency (001 Payouts). A payout goes from New over Pending and Processing to Completed. It
 * may fail, and it can be cancelled while it is New.
 */
export class PayoutCounter {
  readonly #world: ProcessingWorld;
  readonly #payouts = new Map<string, PayoutIntent>();
  #transactions = 0;

  constructor(world: ProcessingWorld) {
    this.#world = world;
  }

  get(id: string): PayoutIntent | undefined {
    return this.#payouts.get(id.toLowerCase());
  }

  /** Newest first. */
  payouts(): readonly PayoutIntent[] {
    return [...this.#payouts.values()].toReversed();
  }

  estimate(request: PayoutRequest): PayoutTerms | RefusalAnswer {
    const { currencyFrom, currencyTo, networkCode, address } = request;
    const fiat = payableFrom(currencyFrom);
    const coin = coinOf(currencyTo);
    if ('type' in fiat) return fiat;
    const { decimals } = fiat;
    if (coin === undefined) return notFound(`currency ${currencyTo} is not known`);
    const network = networkOf(coin, networkCode);
    if (network === undefined) return standard('network-not-supported', `${currencyTo} has no network ${networkCode}`);
    const faults = destinationFaults(network, address, request.additionalAddress, DESTINATION);
    if (Object.keys(faults).length > 0) return invalid(faults);
    const refusal = tooFine('amountFrom', request.amountFrom, currencyFrom) ?? tooFine('amountTo', request.amountTo, currencyTo);
    if (refusal !== undefined) return refusal;
    const feeAmount = this.#world.networkFees.of(currencyTo, networkCode, network.feeAmount);
    const amountToType = request.amountToType ?? 'gross';
    // Net adds the fee on top of the amount asked for; gross takes the fee out of it (001 Payouts).
    const withdrawn = request.amountTo !== undefined && amountToType === 'net' ? request.amountTo.plus(feeAmount) : request.amountTo;
    const valueOf = (amount: Decimal, from: string, to: string): Decimal => present(valueIn(this.#world, amount, from, to), 'price');
    const amountFrom =
      request.amountFrom ?? valueOf(present(withdrawn, 'amountTo'), currencyTo, currencyFrom).toDecimalPlaces(decimals, UP);
    const total = withdrawn ?? valueOf(amountFrom, currencyFrom, currencyTo).toDecimalPlaces(coin.decimals, DOWN);
    const receivedAmount = total.minus(feeAmount);
    if (!receivedAmount.gt(0)) return standard('amount-too-small', 'the amount does not exceed the fee');
    const amountTo = request.amountTo ?? total;
    return { currencyFrom, amountFrom, amountTo, amountToType, currencyTo, feeAmount, feeCurrency: currencyTo, receivedAmount };
  }

  /** Makes a payout by API, which is confirmed at once. */
  create(request: PayoutRequest, options: PayoutOptions): PayoutIntent | RefusalAnswer {
    const terms = this.estimate(request);
    if ('type' in terms) return terms;
    if (this.#world.ledger.balance('merchant', terms.currencyFrom).lt(terms.amountFrom)) return tooLittle();
    const payout = this.#add(terms.currencyFrom, terms.amountFrom, options);
    this.#fill(payout, terms, request);
    this.#tell(payout);
    this.#step(payout, () => {
      if (payout.status !== 'New') return;
      this.#fill(payout, terms, request);
      this.#confirm(payout, terms);
    });
    return payout;
  }

  /** Makes a payout for a page or a request link, where the customer gives the destination. */
  createForPage(currency: string, amount: Decimal, options: PayoutOptions): PayoutIntent | RefusalAnswer {
    const fiat = payableFrom(currency);
    if ('type' in fiat) return fiat;
    const refusal = tooFine('amount', amount, currency);
    if (refusal !== undefined) return refusal;
    if (this.#world.ledger.balance('merchant', currency).lt(amount)) return tooLittle();
    const payout = this.#add(currency, amount, options);
    this.#tell(payout);
    return payout;
  }

  /** The customer has given the destination: the terms are set, and wait for a confirmation. */
  offer(payout: PayoutIntent, destination: Destination): RefusalAnswer | undefined {
    if (payout.status !== 'New') return notNew(payout);
    const request = { ...destination, currencyFrom: payout.currencyFrom, amountFrom: payout.amountFrom };
    const terms = this.estimate(request);
    if ('type' in terms) return terms;
    this.#fill(payout, terms, request);
    return undefined;
  }

  /** The customer has seen terms and confirms them. If their quote has expired, or others were asked for since, there are new ones to look at. */
  confirm(payout: PayoutIntent, seen: string | undefined): RefusalAnswer | undefined {
    if (payout.status !== 'New') return notNew(payout);
    const { terms, networkCode, address, additionalAddress, quoteValidTo } = payout;
    if (terms === undefined || networkCode === undefined || address === undefined || quoteValidTo === undefined)
      return standard('destination-required', 'give the destination first');
    if (this.#world.now() > quoteValidTo) {
      const refused = this.offer(payout, { currencyTo: terms.currencyTo, networkCode, address, additionalAddress });
      return refused ?? standard('quote-expired', 'the quote is not valid any more: this is a new one');
    }
    if (seen !== shownTerms(payout)) return standard('quote-changed', 'the terms are not those that were shown: these are the new ones');
    this.#confirm(payout, terms);
    return undefined;
  }

  /** Cancels for the merchant while the payout is New (001 Payout intent). False when it is too late. */
  cancel(payout: PayoutIntent): boolean {
    if (payout.status !== 'New') return false;
    this.#turn(payout, 'Cancelled');
    return true;
  }

  #add(currencyFrom: string, amountFrom: Decimal, { customOrderId, accountId, callbackUrl }: PayoutOptions): PayoutIntent {
    const payout: PayoutIntent = {
      id: newUuid(this.#world.random),
      createdOn: this.#world.now(),
      customOrderId,
      accountId,
      callbackUrl,
      currencyFrom,
      amountFrom,
      terms: undefined,
      address: undefined,
      additionalAddress: undefined,
      networkCode: undefined,
      quoteValidTo: undefined,
      transactionId: undefined,
      transactionHash: undefined,
      status: 'New',
      statusDescription: undefined,
    };
    this.#payouts.set(payout.id, payout);
    return payout;
  }

  #fill(payout: PayoutIntent, terms: PayoutTerms, { address, additionalAddress, networkCode }: PayoutRequest): void {
    payout.terms = terms;
    payout.address = address;
    payout.additionalAddress = additionalAddress;
    payout.networkCode = networkCode;
    payout.quoteValidTo = this.#world.now() + this.#world.timing.equivalentValidityMs;
  }

  #confirm(payout: PayoutIntent, terms: PayoutTerms): void {
    const { ledger } = this.#world;
    if (ledger.balance('merchant', terms.currencyFrom).lt(terms.amountFrom)) {
      payout.statusDescription = 'the balance is not sufficient';
      this.#turn(payout, 'Failed');
      return;
    }
    ledger.move('merchant', holderOf(payout), terms.currencyFrom, terms.amountFrom);
    this.#turn(payout, 'Pending');
    this.#step(payout, () => this.#process(payout, terms));
  }

  #process(payout: PayoutIntent, terms: PayoutTerms): void {
    payout.transactionId = String(FIRST_TRANSACTION + ++this.#transactions);
    this.#turn(payout, 'Processing');
    this.#step(payout, () => this.#finish(payout, terms));
  }

  #finish(payout: PayoutIntent, terms: PayoutTerms): void {
    const { ledger, failures } = this.#world;
    if (failures.payout !== undefined) {
      payout.statusDescription = failures.payout;
      failures.payout = undefined;
      ledger.move(holderOf(payout), 'merchant', terms.currencyFrom, terms.amountFrom);
      this.#turn(payout, 'Failed');
      return;
    }
    ledger.move(holderOf(payout), 'converter', terms.currencyFrom, terms.amountFrom);
    ledger.move('converter', 'world', terms.currencyTo, terms.receivedAmount);
    ledger.move('converter', 'fees', terms.currencyTo, terms.feeAmount);
    payout.transactionHash = newHash(this.#world.random);
    this.#turn(payout, 'Completed');
  }

  #step({ id }: PayoutIntent, act: () => void): void {
    const { timing, steps } = this.#world;
    this.#world.later(timing.stepMs, () => steps.take('payouts', id, this.#world.now(), act));
  }

  #turn(payout: PayoutIntent, status: PayoutStatus): void {
    payout.status = status;
    this.#tell(payout);
  }

  /**
   * Sends a notification for each status change (001 Payout intent). The specification does not show its fields, so it has
   * those of the record.
   */
  #tell(payout: PayoutIntent): void {
    const { quoteValidTo, ...record } = payoutRecord(payout);
    const fields = { ...record, merchantConversionQuoteValidTo: quoteValidTo === undefined ? undefined : isoOf(quoteValidTo) };
    const body = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value ?? null]));
    const type = 'PayoutIntentNotification';
    this.#world.notify({ url: payout.callbackUrl, subject: payout.id, type, body: { notificationType: type, ...body } });
  }
}

function holderOf({ id }: PayoutIntent): string {
  return `payout ${id}`;
}

/** A payout is paid from a fiat balance (001 What the service does, 4). */
function payableFrom(currency: string): FiatCurrency | RefusalAnswer {
  if (coinOf(currency) !== undefined) return notFound(`currency ${currency} is not a fiat currency`);
  return fiatOf(currency) ?? notFound(`currency ${currency} is not known`);
}

function tooLittle(): RefusalAnswer {
  return standard('insufficient-balance', 'the amount is greater than the available balance');
}

function notNew({ status }: PayoutIntent): RefusalAnswer {
  return standard('payout-intent-not-new', `the payout is ${status}`);
}
