import { present } from '../../base/assert.ts';
import type { Decimal } from '../../base/decimal.ts';
import type { Instant } from '../../base/instant.ts';
import { type RefusalAnswer, standard } from '../answer.ts';
import { coinOf, networkOf } from './coinCatalog.ts';
import { type CryptoRefund, heldBy, type PaymentIntent, type RefundFlow } from './paymentIntent.ts';
import { type PaymentNotices, receivedBy } from './paymentNotices.ts';
import { newUuid, type ProcessingWorld } from './processingWorld.ts';
import { settle, worthByQuote } from './settlement.ts';

export interface RefundDestination {
  readonly address: string;
  readonly additionalAddress: string | undefined;
  readonly networkCode: string;
}

export interface RefundAmounts {
  readonly totalAmount: Decimal;
  readonly amount: Decimal;
  readonly feeAmount: Decimal;
}

/** Gives deposits back in the currency of the deposit (001 States 8 and 12, Crypto refund). */
export class RefundCounter {
  readonly #world: ProcessingWorld;
  readonly #notices: PaymentNotices;
  readonly #byLink = new WeakSet<CryptoRefund>();

  constructor(world: ProcessingWorld, notices: PaymentNotices) {
    this.#world = world;
    this.#notices = notices;
  }

  /** The amounts of a refund, or the reason why there is none (001 States: deposit above 0, status ManualActionRequired). */
  amounts(intent: PaymentIntent, flow: RefundFlow, networkCode: string | undefined): RefundAmounts | RefusalAnswer {
    if (intent.status !== 'ManualActionRequired' || intent.deposits.length === 0) {
      return standard('manual-action-not-allowed', `a refund is not possible in status ${intent.status}`);
    }
    if (this.#openRefund(intent) !== undefined) return standard('refund-in-progress', 'a refund of this intent is under way');
    const received = receivedBy(intent);
    const totalAmount = flow === 'Full' ? received : received.minus(present(intent.amountFrom, 'amountFrom'));
    return this.#afterFee(intent, totalAmount, networkCode);
  }

  #openRefund(intent: PaymentIntent): CryptoRefund | undefined {
    return intent.refunds.find(({ status }) => status === 'Pending' || status === 'ProcessingRefund');
  }

  /** A refund goes back to where the deposit came from, unless somebody says otherwise. */
  sourceOf(intent: PaymentIntent): RefundDestination {
    const address = present(intent.deposits[0], 'deposit').sourceAddress;
    return { address, additionalAddress: undefined, networkCode: present(intent.networkCode, 'networkCode') };
  }

  /** Begins a refund in `Pending` that goes on by itself. */
  begin(intent: PaymentIntent, externalTransactionId: string | undefined): CryptoRefund | RefusalAnswer {
    const refund = this.#begun(intent, 'Full', externalTransactionId);
    if (!('type' in refund)) this.#step(refund, 0, () => this.#process(intent, refund, () => this.#finish(intent, refund)));
    return refund;
  }

  /** Begins a refund whose destination the payer fills in. It fails when that is not done in time. */
  beginByLink(intent: PaymentIntent, flow: RefundFlow, until: Instant): CryptoRefund | RefusalAnswer {
    const refund = this.#begun(intent, flow, undefined);
    if ('type' in refund) return refund;
    this.#byLink.add(refund);
    this.#world.later(Math.max(0, until - this.#world.now()), () => {
      if (refund.status === 'Pending') this.#fail(intent, refund, 'the link has expired');
    });
    return refund;
  }

  /** The intent's refund that is waiting for the payer, if there is one. */
  waitingRefund(intent: PaymentIntent): CryptoRefund | undefined {
    return intent.refunds.find((refund) => refund.status === 'Pending' && this.#byLink.has(refund));
  }

  /** The payer has filled in the destination of a waiting refund. */
  proceed(intent: PaymentIntent, refund: CryptoRefund, destination: RefundDestination): void {
    refund.destinationAddress = destination.address;
    refund.destinationAdditionalAddress = destination.additionalAddress;
    refund.networkCode = destination.networkCode;
    this.#process(intent, refund, () => this.#finish(intent, refund));
  }

  /** Refunds the excess (001 States 12). False when it would not even pay the fee for its way back. */
  returnExcess(intent: PaymentIntent, credit: () => void): boolean {
    const amounts = this.#afterFee(intent, receivedBy(intent).minus(present(intent.amountFrom, 'amountFrom')), intent.networkCode);
    if ('type' in amounts) return false;
    credit();
    const refund = this.#record(intent, amounts, 'Excess', undefined);
    this.#process(intent, refund, () => this.#payBack(intent, refund, 'CompletedWithExcessRefund'));
    return true;
  }

  #afterFee(intent: PaymentIntent, totalAmount: Decimal, networkCode: string | undefined): RefundAmounts | RefusalAnswer {
    const coin = present(coinOf(present(intent.currencyFrom, 'currencyFrom')), 'coin');
    const network = networkOf(coin, networkCode);
    if (network === undefined) return standard('network-not-supported', `${coin.code} has no network ${networkCode ?? ''}`);
    const feeAmount = this.#world.networkFees.of(coin.code, network.code, network.feeAmount);
    const amount = totalAmount.minus(feeAmount);
    if (!amount.gt(0)) return standard('amount-too-small', 'the amount to refund does not exceed the fee of the network');
    return { totalAmount, amount, feeAmount };
  }

  #begun(intent: PaymentIntent, flow: RefundFlow, externalTransactionId: string | undefined): CryptoRefund | RefusalAnswer {
    const amounts = this.amounts(intent, flow, intent.networkCode);
    return 'type' in amounts ? amounts : this.#record(intent, amounts, flow, externalTransactionId);
  }

  /** After a failure the intent still needs a decision. */
  #fail(intent: PaymentIntent, refund: CryptoRefund, reason: string): void {
    refund.status = 'Failed';
    refund.statusDescription = reason;
    this.#notices.refund(intent, refund);
  }

  #record(intent: PaymentIntent, amounts: RefundAmounts, flow: RefundFlow, externalTransactionId: string | undefined): CryptoRefund {
    const { address, additionalAddress, networkCode } = this.sourceOf(intent);
    const refund: CryptoRefund = {
      ...amounts,
      id: newUuid(this.#world.random),
      flow,
      destinationAddress: address,
      destinationAdditionalAddress: additionalAddress,
      networkCode,
      externalTransactionId,
      status: 'Pending',
      statusDescription: undefined,
    };
    intent.refunds.push(refund);
    return refund;
  }

  #process(intent: PaymentIntent, refund: CryptoRefund, finish: () => void): void {
    refund.status = 'ProcessingRefund';
    this.#notices.refund(intent, refund);
    this.#step(refund, this.#world.timing.stepMs, finish);
  }

  #step({ id }: CryptoRefund, delayMs: number, act: () => void): void {
    this.#world.later(delayMs, () => this.#world.steps.take('refunds', id, this.#world.now(), act));
  }

  #finish(intent: PaymentIntent, refund: CryptoRefund): void {
    const failure = this.#world.failures.refund;
    if (failure !== undefined) {
      this.#world.failures.refund = undefined;
      this.#fail(intent, refund, failure);
      return;
    }
    if (refund.flow === 'Excess') {
      const expected = present(intent.amountFrom, 'amountFrom');
      const worth = worthByQuote({ amountFrom: expected, amountTo: intent.amountTo, currencyTo: intent.currencyTo });
      settle(this.#world, this.#notices, intent, expected, worth);
    }
    this.#payBack(intent, refund, 'ManuallyCompletedWithRefund');
  }

  #payBack(intent: PaymentIntent, refund: CryptoRefund, status: PaymentIntent['status']): void {
    const currency = present(intent.currencyFrom, 'currencyFrom');
    this.#world.ledger.move(heldBy(intent), 'world', currency, refund.amount);
    this.#world.ledger.move(heldBy(intent), 'fees', currency, refund.feeAmount);
    refund.status = 'Completed';
    this.#notices.refund(intent, refund);
    intent.status = status;
    intent.statusDescription = undefined;
    this.#notices.intent(intent);
  }
}
