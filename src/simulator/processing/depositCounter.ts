import { present } from '../../base/assert.ts';
import { type Decimal, ONE } from '../../base/decimal.ts';
import { newHash } from '../newHash.ts';
import { coinOf, decimalsOf } from './coinCatalog.ts';
import { type DepositFacts, depositVerdict, descriptionOf } from './depositVerdict.ts';
import type { IntentBook, PermanentAddress } from './intentBook.ts';
import { type MerchantRules, rulesFor } from './merchantSettings.ts';
import { heldBy, newIntent, type PaymentIntent, type RetryRecord } from './paymentIntent.ts';
import { type PaymentNotices, receivedBy } from './paymentNotices.ts';
import { newUuid, type ProcessingWorld, rateBetween } from './processingWorld.ts';
import type { RefundCounter } from './refundCounter.ts';
import { externalIdOf, fiatWorth, settle, type Worth, worthByQuote, worthNow } from './settlement.ts';

/** A payer's transaction on its way. */
export interface IncomingDeposit {
  readonly amount: Decimal;
  readonly sourceAddress?: string | undefined;
  /** The venue's id of a transaction that never leaves the venue. */
  readonly originTransactionId?: string | undefined;
  /** Whether the merchant is told as soon as it is seen (001 Events 9). */
  readonly isAnnounced?: boolean | undefined;
}

/** When the price has moved by more than this since the quote, the intent can't be completed on the quote's terms (`Out of money`). */
const MOST_MOVE = ONE.div(5);

/** What deposits do to intents: rows b, 1 to 7, 11 and 12 of the state table, repeat deposits, and the single-address flow. */
export class DepositCounter {
  readonly #world: ProcessingWorld;
  readonly #book: IntentBook;
  readonly #notices: PaymentNotices;
  readonly #refunds: RefundCounter;
  /** Intents at permanent addresses for which a transaction has been seen. */
  readonly #taken = new WeakSet<PaymentIntent>();

  constructor(world: ProcessingWorld, book: IntentBook, notices: PaymentNotices, refunds: RefundCounter) {
    this.#world = world;
    this.#book = book;
    this.#notices = notices;
    this.#refunds = refunds;
  }

  /** A transaction to the intent's address has been seen. It is confirmed a little later. */
  deposit(intent: PaymentIntent, incoming: IncomingDeposit): void {
    if (intent.status === 'Pending') {
      intent.status = 'Processing';
      if (incoming.isAnnounced === true) this.#notices.intent(intent);
    }
    this.#world.later(this.#world.timing.confirmationMs, () => this.#confirmed(intent, incoming));
  }

  /**
   * A transaction to a permanent address makes an intent of its own, unless one is waiting there: `wanted`, where a payer pays for that one,
   * else the one that has waited longest.
   */
  depositToWallet(wallet: PermanentAddress, incoming: IncomingDeposit, wanted?: PaymentIntent): PaymentIntent {
    const waiting = [...(wanted === undefined ? [] : [wanted]), ...this.#book.allAt(wallet.address, wallet.tag)];
    const intent = waiting.find((each) => this.#awaitsDeposit(each)) ?? this.#walletIntent(wallet, incoming);
    this.#taken.add(intent);
    this.#world.later(this.#world.timing.confirmationMs, () => this.#execute(intent, incoming));
    return intent;
  }

  #awaitsDeposit(intent: PaymentIntent): boolean {
    return intent.flow === 'payment' && intent.status === 'Processing' && !this.#taken.has(intent);
  }

  /** No deposit has come in time (001 States 7). */
  outOfTime(intent: PaymentIntent): void {
    if (intent.status !== 'Pending') return;
    intent.status = 'Failed';
    intent.statusDescription = 'Out of time';
    this.#notices.intent(intent);
  }

  #confirmed(intent: PaymentIntent, incoming: IncomingDeposit): void {
    const isRefunding = intent.refunds.some(({ status }) => status === 'Pending' || status === 'ProcessingRefund');
    // What is on its way back has been decided, so a later deposit is not part of it.
    if (isRefunding) this.#repeat(intent, incoming);
    else if (intent.status === 'Processing') this.#judge(intent, incoming, 'waiting');
    else if (intent.status === 'Failed') this.#judge(intent, incoming, 'failed');
    else if (intent.status === 'ManualActionRequired') this.#judge(intent, incoming, 'manual');
    else this.#repeat(intent, incoming);
  }

  #judge(intent: PaymentIntent, incoming: IncomingDeposit, from: DepositFacts['from']): void {
    this.#take(intent, incoming);
    const rules = this.#rules(intent);
    const expected = present(intent.amountFrom, 'amountFrom');
    const received = receivedBy(intent);
    const facts = { from, expected, received, threshold: rules.threshold, excess: rules.excess, pricesMoved: this.#pricesMoved(intent) };
    const verdict = depositVerdict(facts);
    const worth = worthByQuote({ amountFrom: expected, amountTo: intent.amountTo, currencyTo: intent.currencyTo });
    switch (verdict) {
      case 'completed':
        this.#complete(intent, 'Completed', () => settle(this.#world, this.#notices, intent, received, worth));
        return;
      case 'partially-completed':
        this.#retryAndComplete(intent, received, worth);
        return;
      case 'excess-refund':
        if (this.#refunds.returnExcess(intent, () => settle(this.#world, this.#notices, intent, expected, worth))) return;
        this.#needManualAction(intent, facts, worth(received));
        return;
      case 'manual-action':
        this.#needManualAction(intent, facts, worth(received));
        return;
      case 'stays':
        intent.statusDescription = descriptionOf(facts);
    }
  }

  #retryAndComplete(intent: PaymentIntent, received: Decimal, worth: Worth): void {
    const retry = this.#automaticRetry(intent, received, worth(received), undefined);
    this.#complete(intent, 'PartiallyCompleted', () => settle(this.#world, this.#notices, intent, received, worth));
    retry.feeAmount = intent.processingFeeAmount;
  }

  #needManualAction(intent: PaymentIntent, facts: DepositFacts, amountTo: Decimal): void {
    intent.statusDescription = descriptionOf(facts);
    this.#automaticRetry(intent, facts.received, amountTo, intent.statusDescription);
    intent.status = 'ManualActionRequired';
    this.#notices.intent(intent);
  }

  #automaticRetry(intent: PaymentIntent, amountFrom: Decimal, amountTo: Decimal, failureReason: string | undefined): RetryRecord {
    const retry: RetryRecord = {
      id: newUuid(this.#world.random),
      createdOn: this.#world.now(),
      type: 'Automatic',
      amountFrom,
      amountTo,
      quoteValidTo: intent.quoteValidTo,
      status: failureReason === undefined ? 'Completed' : 'Failed',
      failureReason: failureReason ?? '',
      feeAmount: undefined,
      externalTransactionId: undefined,
    };
    if (retry.status === 'Completed') retry.externalTransactionId = externalIdOf(this.#world, intent);
    intent.retries.push(retry);
    this.#notices.automaticRetry(intent, retry);
    return retry;
  }

  #complete(intent: PaymentIntent, status: PaymentIntent['status'], credit: () => void): void {
    credit();
    intent.status = status;
    intent.statusDescription = undefined;
    this.#notices.intent(intent);
  }

  /** A repeat deposit is quoted and executed at once, whatever the threshold (001 States, repeat deposit 2). */
  #repeat(existing: PaymentIntent, incoming: IncomingDeposit): PaymentIntent {
    const { currencyFrom, currencyTo, networkCode, address, additionalAddress, additionalAddressType, accountId, callbackUrl } = existing;
    const origin = existing.repeatOf ?? existing.id;
    const same = { currencyFrom, currencyTo, networkCode, address, additionalAddress, additionalAddressType, accountId, callbackUrl };
    const intent = newIntent(newUuid(this.#world.random), this.#world.now(), 'Processing', {
      ...same,
      flow: 'repeat',
      repeatOf: origin,
      amountFrom: incoming.amount,
      amountTo: incoming.amount,
    });
    this.#book.add(intent);
    intent.amountTo = worthNow(this.#world, intent)(incoming.amount);
    intent.fiatEquivalent = fiatWorth(this.#world, intent, incoming.amount);
    this.#notices.intent(intent);
    this.#execute(intent, incoming);
    return intent;
  }

  /** Where intents were asked for at the address, the last one says in what currency (001 States, repeat deposit 2). */
  #walletIntent(wallet: PermanentAddress, incoming: IncomingDeposit): PaymentIntent {
    const { currency, networkCode, accountId, address, tag, callbackUrl } = wallet;
    const { currencyTo = currency } = this.#book.at(address, tag) ?? {};
    const intent = newIntent(newUuid(this.#world.random), this.#world.now(), 'Processing', {
      flow: 'single-address',
      currencyFrom: currency,
      currencyTo,
      amountFrom: incoming.amount,
      amountTo: incoming.amount,
      accountId,
      callbackUrl,
      networkCode,
      address,
      additionalAddress: tag,
    });
    this.#book.add(intent);
    intent.amountTo = worthNow(this.#world, intent)(incoming.amount);
    this.#notices.intent(intent);
    return intent;
  }

  /** Completes the intent with what has arrived, at the current market price. One that was asked for keeps the amounts that it was asked for with. */
  #execute(intent: PaymentIntent, incoming: IncomingDeposit): void {
    this.#take(intent, incoming);
    const worth = worthNow(this.#world, intent);
    if (intent.quotedRate === undefined) intent.amountTo = worth(incoming.amount);
    this.#complete(intent, 'Completed', () => settle(this.#world, this.#notices, intent, incoming.amount, worth));
  }

  #take(intent: PaymentIntent, { amount, sourceAddress, originTransactionId }: IncomingDeposit): void {
    const { random, ledger, timing } = this.#world;
    const currency = present(intent.currencyFrom, 'currencyFrom');
    const at = this.#world.now();
    ledger.move('world', heldBy(intent), currency, amount);
    const format = present(coinOf(currency), currency).networks.find(({ code }) => code === intent.networkCode)?.format;
    const source = sourceAddress ?? present(format, 'network').make(random);
    const transactionHash = originTransactionId === undefined ? newHash(random) : undefined;
    intent.deposits.push({ amount, sourceAddress: source, transactionHash, originTransactionId, at });
    const equivalent = worthNow(this.#world, intent)(receivedBy(intent));
    intent.equivalent = { amount: equivalent, currency: intent.currencyTo, validTo: at + timing.equivalentValidityMs };
  }

  #pricesMoved(intent: PaymentIntent): boolean {
    const { quotedRate, currencyFrom, currencyTo } = intent;
    const rate = rateBetween(this.#world, present(currencyFrom, 'currencyFrom'), currencyTo);
    return rate === undefined || (quotedRate !== undefined && rate.div(quotedRate).minus(1).abs().gt(MOST_MOVE));
  }

  #rules(intent: PaymentIntent): MerchantRules {
    return rulesFor(this.#world.settings, intent.accountId, intent.currencyFrom);
  }
}

/** Whether the coin can have such an amount. */
export function isCoinAmount(coin: string, amount: Decimal): boolean {
  return amount.gt(0) && amount.decimalPlaces() <= (decimalsOf(coin) ?? 0);
}
