import { present } from '../../base/assert.ts';
import type { Decimal } from '../../base/decimal.ts';
import type { Instant } from '../../base/instant.ts';
import { notFound, type RefusalAnswer, standard } from '../answer.ts';
import { type Coin, type CoinNetwork, coinOf, decimalsOf, networkOf } from './coinCatalog.ts';
import type { DepositCounter } from './depositCounter.ts';
import type { IntentBook, PermanentAddress } from './intentBook.ts';
import { fixedFeeOf, rulesFor, sumOfFees } from './merchantSettings.ts';
import { type MockPlan, mockPlanFor } from './mockDeposits.ts';
import { newIntent, type PaymentIntent } from './paymentIntent.ts';
import type { PaymentNotices } from './paymentNotices.ts';
import { newUuid, type ProcessingWorld, rateBetween, valueIn } from './processingWorld.ts';
import { tooFine } from './tooFine.ts';

export interface IntentRequest {
  readonly currencyFrom: string;
  readonly currencyTo: string;
  readonly amountTo: Decimal;
  readonly networkCode?: string | undefined;
  readonly customOrderId?: string | undefined;
  readonly accountId?: string | undefined;
  readonly callbackUrl?: string | undefined;
}

export interface IntentQuote {
  readonly amountFrom: Decimal;
  readonly rate: Decimal;
}

const UP = 0;

/** Makes intents and permanent addresses (001 Endpoints) and starts what the sandbox pays by itself. */
export class IntentCounter {
  readonly #world: ProcessingWorld;
  readonly #book: IntentBook;
  readonly #notices: PaymentNotices;
  readonly #deposits: DepositCounter;

  constructor(world: ProcessingWorld, book: IntentBook, notices: PaymentNotices, deposits: DepositCounter) {
    this.#world = world;
    this.#book = book;
    this.#notices = notices;
    this.#deposits = deposits;
  }

  quote(currencyFrom: string, currencyTo: string, amountTo: Decimal): IntentQuote | RefusalAnswer {
    const coin = coinOf(currencyFrom);
    if (coin === undefined) return notFound(`currency ${currencyFrom} is not known`);
    const rate = rateBetween(this.#world, currencyFrom, currencyTo);
    const amountFrom = valueIn(this.#world, amountTo, currencyTo, currencyFrom);
    if (rate === undefined || amountFrom === undefined) return notFound(`currency ${currencyTo} is not known`);
    const refusal = tooFine('amountTo', amountTo, currencyTo);
    if (refusal !== undefined) return refusal;
    return { amountFrom: amountFrom.toDecimalPlaces(coin.decimals, UP), rate };
  }

  /** Makes an intent by API: quoted, with an address, waiting for its deposit (001 States a). */
  create(request: IntentRequest): PaymentIntent | RefusalAnswer {
    const refusal = tooFine('amountTo', request.amountTo, request.currencyTo) ?? this.#feeRefusal(request.amountTo, request.currencyTo);
    if (refusal !== undefined) return refusal;
    const { currencyTo, amountTo, customOrderId, accountId, callbackUrl } = request;
    const terms = { flow: 'payment', currencyTo, amountTo, customOrderId, accountId, callbackUrl } as const;
    const intent = newIntent(newUuid(this.#world.random), this.#world.now(), 'New', terms);
    const failed = this.open(intent, request.currencyFrom, request.networkCode);
    if (failed !== undefined) return failed;
    return intent;
  }

  /** Makes an intent for a page. It is `New` until the payer has picked a coin. */
  createForPage(request: Omit<IntentRequest, 'currencyFrom'>): PaymentIntent | RefusalAnswer {
    if (decimalsOf(request.currencyTo) === undefined) return notFound(`currency ${request.currencyTo} is not known`);
    const refusal = tooFine('amount', request.amountTo, request.currencyTo) ?? this.#feeRefusal(request.amountTo, request.currencyTo);
    if (refusal !== undefined) return refusal;
    const intent = newIntent(newUuid(this.#world.random), this.#world.now(), 'New', { ...request, flow: 'payment' });
    this.#book.add(intent);
    return intent;
  }

  /** The coin is known, so the intent gets a quote and an address, and waits for its deposit. */
  open(intent: PaymentIntent, currencyFrom: string, networkCode: string | undefined): RefusalAnswer | undefined {
    if (intent.status !== 'New') return standard('payment-intent-not-new', 'the coin of this payment has been picked already');
    const quote = this.quote(currencyFrom, intent.currencyTo, intent.amountTo);
    if ('type' in quote) return quote;
    const coin = present(coinOf(currencyFrom), currencyFrom);
    const network = networkOf(coin, networkCode);
    if (network === undefined) return standard('network-not-supported', `${coin.code} has no network ${networkCode ?? ''}`);
    this.#book.add(intent);
    intent.currencyFrom = currencyFrom;
    intent.amountFrom = quote.amountFrom;
    intent.quotedRate = quote.rate;
    const isSingle = rulesFor(this.#world.settings, intent.accountId, currencyFrom).flow === 'SingleAddress';
    if (isSingle && intent.accountId !== undefined) this.#openAtWallet(intent, coin, network, intent.accountId);
    else this.#openAtNewAddress(intent, network);
    return undefined;
  }

  /** A permanent address for one account. Asking again gives the same one. */
  permanentAddress(
    currency: string,
    networkCode: string,
    accountId: string,
    callbackUrl: string | undefined,
  ): PermanentAddress | RefusalAnswer {
    const coin = coinOf(currency);
    if (coin === undefined) return notFound(`currency ${currency} is not known`);
    const network = networkOf(coin, networkCode);
    if (network === undefined) return standard('network-not-supported', `${currency} has no network ${networkCode}`);
    const known = this.#book.walletOf(currency, networkCode, accountId);
    if (known !== undefined) return known;
    const address = network.format.make(this.#world.random);
    const wallet = { currency, networkCode, accountId, address, tag: this.#tagFor(network), tagType: network.addressType, callbackUrl };
    this.#book.addWallet(wallet);
    return wallet;
  }

  #openAtNewAddress(intent: PaymentIntent, network: CoinNetwork): void {
    const { timing } = this.#world;
    const validityMs = network.test ? timing.sandboxValidityMs : timing.validityMs;
    this.#place(intent, network, network.format.make(this.#world.random), this.#tagFor(network), this.#world.now() + validityMs);
    this.#book.listen(intent);
    intent.status = 'Pending';
    this.#notices.intent(intent);
    this.#world.later(validityMs, () => this.#deposits.outOfTime(intent));
    const plan = mockPlanFor(present(intent.currencyFrom, 'currencyFrom'), network.code);
    if (plan !== undefined) this.#mock(plan, (isAnnounced) => this.#deposits.deposit(intent, { amount: plan.amount, isAnnounced }));
  }

  /** The single-address flow knows only `Processing` and `Completed` (001 States). */
  #openAtWallet(intent: PaymentIntent, coin: Coin, network: CoinNetwork, accountId: string): void {
    const wallet = this.permanentAddress(coin.code, network.code, accountId, intent.callbackUrl) as PermanentAddress;
    this.#place(intent, network, wallet.address, wallet.tag, this.#world.now() + this.#world.timing.validityMs);
    this.#book.listen(intent);
    intent.status = 'Processing';
    this.#notices.intent(intent);
    const plan = mockPlanFor(coin.code, network.code);
    if (plan !== undefined) this.#mock(plan, () => this.#deposits.depositToWallet(wallet, { amount: plan.amount }));
  }

  #place(intent: PaymentIntent, network: CoinNetwork, address: string, tag: string | undefined, validTo: Instant): void {
    intent.networkCode = network.code;
    intent.address = address;
    intent.additionalAddress = tag;
    intent.additionalAddressType = tag === undefined ? undefined : network.addressType;
    intent.quoteValidTo = validTo;
  }

  #mock({ times, isRepeat }: MockPlan, pay: (isAnnounced: boolean) => void): void {
    const { mockDepositMs, confirmationMs } = this.#world.timing;
    for (let i = 0; i < times; i++) this.#world.later(mockDepositMs + i * (mockDepositMs + confirmationMs), () => pay(isRepeat));
  }

  /** 001 Errors 2. */
  #feeRefusal(amountTo: Decimal, currencyTo: string): RefusalAnswer | undefined {
    const decimals = decimalsOf(currencyTo);
    if (decimals === undefined) return notFound(`currency ${currencyTo} is not known`);
    const { fee } = this.#world;
    const sum = sumOfFees(amountTo, fee.percent, fixedFeeOf(fee, currencyTo), decimals);
    if (amountTo.gt(sum)) return undefined;
    return standard('amount-below-fees', `amountTo must be greater than the sum of the processing fees, ${sum.toFixed()} ${currencyTo}`);
  }

  #tagFor({ tagType }: CoinNetwork): string | undefined {
    return tagType !== undefined ? String(1_000_000 + this.#world.random.int(4_000_000)) : undefined;
  }
}
