import type { Clock } from '../../base/clock.ts';
import { type Decimal, dec } from '../../base/decimal.ts';
import { Fault } from '../../base/fault.ts';
import type { Instant } from '../../base/instant.ts';
import type { Random } from '../../base/random.ts';
import type { HeldSteps } from '../heldSteps.ts';
import type { NetworkFees } from '../networkFees.ts';
import type { Notify } from '../notifications/notifier.ts';
import type { PageTokens } from '../pageTokens.ts';
import { decimalsOf } from './coinCatalog.ts';
import { DepositCounter, type IncomingDeposit, isCoinAmount } from './depositCounter.ts';
import { IntentBook } from './intentBook.ts';
import { IntentCounter } from './intentCounter.ts';
import { Ledger } from './ledger.ts';
import { ManualCounter } from './manualCounter.ts';
import { DEFAULT_FEE, type MerchantSettings, type ProcessingFee } from './merchantSettings.ts';
import type { PaymentIntent } from './paymentIntent.ts';
import { PaymentNotices } from './paymentNotices.ts';
import { PayoutCounter } from './payoutCounter.ts';
import { DEFAULT_TIMING, type ProcessingTiming, type ProcessingWorld } from './processingWorld.ts';
import { RefundCounter } from './refundCounter.ts';

/** The settings of the payment service. The specification shows no figures but its limits. */
export interface ProcessingOptions {
  readonly settings?: MerchantSettings | undefined;
  readonly fee?: ProcessingFee | undefined;
  readonly timing?: Partial<ProcessingTiming> | undefined;
  /** The merchant's opening balances by currency. */
  readonly balances?: Readonly<Record<string, Decimal>> | undefined;
  /** The merchant's fiat money: in it, values are told of intents over a coin (001 States, repeat deposit). Default EUR. */
  readonly fiatCurrency?: string | undefined;
  /** Replaces the market's price of a currency in euro. */
  readonly euroPrice?: ((currency: string) => Decimal | undefined) | undefined;
}

/** What the service needs of the simulator around it. */
export interface ProcessingPorts {
  readonly clock: Clock;
  now(): Instant;
  later(delayMs: number, act: () => void): () => void;
  readonly random: Random;
  readonly steps: HeldSteps;
  readonly networkFees: NetworkFees;
  readonly notify: Notify;
  readonly tokens: PageTokens;
  euroPrice(currency: string): Decimal | undefined;
}

/** A withdrawal to an address of this service. */
export interface SentInside {
  readonly id: string;
  readonly currency: string;
  readonly network: { readonly code: string };
  readonly net: Decimal;
  readonly destinationAddress: string;
  readonly destinationTag: string | undefined;
}

const DEFAULT_BALANCES: Readonly<Record<string, Decimal>> = { EUR: dec(50_000), USD: dec(50_000), GBP: dec(50_000) };

/** The payment service for one merchant (001): its counters, and what the outside world does to it. */
export class ProcessingService {
  readonly world: ProcessingWorld;
  readonly book = new IntentBook();
  readonly intents: IntentCounter;
  readonly manual: ManualCounter;
  readonly refunds: RefundCounter;
  readonly payouts: PayoutCounter;
  readonly tokens: PageTokens;
  readonly #deposits: DepositCounter;

  constructor(ports: ProcessingPorts, options: ProcessingOptions = {}) {
    const ledger = new Ledger();
    this.world = {
      now: () => ports.now(),
      later: (delayMs, act) => ports.later(delayMs, act),
      random: ports.random,
      steps: ports.steps,
      networkFees: ports.networkFees,
      ledger,
      notify: ports.notify,
      euroPrice: options.euroPrice ?? ((currency) => ports.euroPrice(currency)),
      settings: options.settings ?? {},
      fee: options.fee ?? DEFAULT_FEE,
      timing: { ...DEFAULT_TIMING, ...options.timing },
      merchantId: 'merchant-1',
      fiatCurrency: options.fiatCurrency ?? 'EUR',
      failures: { refund: undefined, payout: undefined },
    };
    for (const [currency, amount] of Object.entries(options.balances ?? DEFAULT_BALANCES)) {
      if (decimalsOf(currency) === undefined) throw new Fault('usage', `opening balance: ${currency} is not a currency of the service`);
      ledger.move('world', 'merchant', currency, amount);
    }
    const notices = new PaymentNotices(ports.notify);
    this.tokens = ports.tokens;
    this.refunds = new RefundCounter(this.world, notices);
    this.manual = new ManualCounter(this.world, notices);
    this.payouts = new PayoutCounter(this.world);
    this.#deposits = new DepositCounter(this.world, this.book, notices, this.refunds);
    this.intents = new IntentCounter(this.world, this.book, notices, this.#deposits);
  }

  /**
   * A payer sends a coin to the address of an intent, or to a permanent address. Throws a `Fault` `not-found` or `usage` when
   * that is not possible.
   */
  deposit(
    to: { readonly paymentIntentId: string } | { readonly address: string; readonly tag?: string | undefined },
    incoming: IncomingDeposit,
  ): void {
    const wallet = 'address' in to ? this.book.walletAt(to.address, to.tag) : undefined;
    const intent = 'address' in to ? this.book.at(to.address, to.tag) : this.book.intent(to.paymentIntentId);
    const coin = wallet?.currency ?? intent?.currencyFrom;
    if (coin === undefined) throw new Fault('not-found', 'there is no payment intent with that id or address that waits for a coin');
    if (!isCoinAmount(coin, incoming.amount)) {
      throw new Fault(
        'usage',
        `${incoming.amount.toFixed()} is no amount of ${coin}: it must be above 0 with at most ${decimalsOf(coin)} decimals`,
      );
    }
    const atWallet = wallet ?? walletOf(this.book, intent);
    if (atWallet !== undefined) this.#deposits.depositToWallet(atWallet, incoming, 'address' in to ? undefined : intent);
    else this.#deposits.deposit(intent!, incoming);
  }

  /** A withdrawal of the exchange account has left. Where it goes to an intent of this coin and network, it is an internal deposit. */
  receiveInside({ id, currency, network, net, destinationAddress, destinationTag }: SentInside): void {
    const wallet = this.book.walletAt(destinationAddress, destinationTag);
    const intent = this.book.at(destinationAddress, destinationTag);
    const [coin, networkCode] = [wallet?.currency ?? intent?.currencyFrom, wallet?.networkCode ?? intent?.networkCode];
    if (coin !== currency || networkCode !== network.code) return;
    this.deposit({ address: destinationAddress, tag: destinationTag }, { amount: net, originTransactionId: id });
  }

  /** The next refund or payout fails, for this reason. */
  failNext(what: 'refund' | 'payout', reason: string): void {
    this.world.failures[what] = reason;
  }

  configure(settings: MerchantSettings): void {
    this.world.settings = settings;
  }
}

function walletOf(book: IntentBook, intent: PaymentIntent | undefined) {
  return intent?.address === undefined ? undefined : book.walletAt(intent.address, intent.additionalAddress);
}
