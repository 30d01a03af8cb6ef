import { present } from '../../base/assert.ts';
import type { Decimal } from '../../base/decimal.ts';
import type { Instant } from '../../base/instant.ts';
import { type RefusalAnswer, standard } from '../answer.ts';
import { type ManualAction, manualActions } from './depositVerdict.ts';
import { rulesFor } from './merchantSettings.ts';
import type { PaymentIntent, RetryRecord } from './paymentIntent.ts';
import { type PaymentNotices, receivedBy } from './paymentNotices.ts';
import { newUuid, type ProcessingWorld } from './processingWorld.ts';
import { externalIdOf, settle, worthByQuote, worthNow } from './settlement.ts';

export interface ReceivedEquivalent {
  readonly amount: Decimal;
  readonly currency: string;
  readonly validTo: Instant;
}

/** Manual retry and manual acceptance (001 States 9 and 10). */
export class ManualCounter {
  readonly #world: ProcessingWorld;
  readonly #notices: PaymentNotices;

  constructor(world: ProcessingWorld, notices: PaymentNotices) {
    this.#world = world;
    this.#notices = notices;
  }

  /** Quotes what was received, which makes a manual retry in `Pending`. */
  requestRetryQuote(intent: PaymentIntent): RetryRecord | RefusalAnswer {
    const refusal = this.#refusal(intent, 'Retry');
    if (refusal !== undefined) return refusal;
    for (const older of intent.retries.filter(isOpen)) {
      older.status = 'Failed';
      older.failureReason = 'replaced by a newer quote';
    }
    const { amount, validTo } = this.equivalent(intent);
    const retry: RetryRecord = {
      id: newUuid(this.#world.random),
      createdOn: this.#world.now(),
      type: 'Manual',
      amountFrom: receivedBy(intent),
      amountTo: amount,
      quoteValidTo: validTo,
      status: 'Pending',
      failureReason: '',
      feeAmount: undefined,
      externalTransactionId: undefined,
    };
    intent.retries.push(retry);
    this.#notices.manualRetry(intent, retry);
    return retry;
  }

  retry(intent: PaymentIntent): RefusalAnswer | undefined {
    const refusal = this.#refusal(intent, 'Retry');
    if (refusal !== undefined) return refusal;
    const retry = intent.retries.findLast(isOpen);
    const received = receivedBy(intent);
    if (retry === undefined || !retry.amountFrom.eq(received)) return standard('quote-required', 'request a quote for the retry first');
    if (this.#world.now() > present(retry.quoteValidTo, 'quoteValidTo')) {
      return standard('quote-expired', 'the quote is not valid any more; request a new one');
    }
    retry.status = 'Completed';
    retry.externalTransactionId = externalIdOf(this.#world, intent);
    this.#notices.manualRetry(intent, retry);
    const worth = worthByQuote({ amountFrom: received, amountTo: retry.amountTo, currencyTo: intent.currencyTo });
    settle(this.#world, this.#notices, intent, received, worth);
    retry.feeAmount = intent.processingFeeAmount;
    this.#finish(intent, 'ManuallyCompletedWithRetry');
    return undefined;
  }

  accept(intent: PaymentIntent): RefusalAnswer | undefined {
    const refusal = this.#refusal(intent, 'Accept received amount');
    if (refusal !== undefined) return refusal;
    this.equivalent(intent);
    settle(this.#world, this.#notices, intent, receivedBy(intent), worthNow(this.#world, intent));
    this.#finish(intent, 'ManuallyCompletedAmountAcceptable');
    return undefined;
  }

  /** Quotes what was received at its present value. The quote holds for a while and is kept on the intent. */
  equivalent(intent: PaymentIntent): ReceivedEquivalent {
    const amount = worthNow(this.#world, intent)(receivedBy(intent));
    intent.equivalent = { amount, currency: intent.currencyTo, validTo: this.#world.now() + this.#world.timing.equivalentValidityMs };
    return intent.equivalent;
  }

  /** Why the action is not allowed: the last column of the state table. */
  #refusal(intent: PaymentIntent, action: ManualAction): RefusalAnswer | undefined {
    const { threshold, conversion } = rulesFor(this.#world.settings, intent.accountId, intent.currencyFrom);
    const isAllowed = intent.status === 'ManualActionRequired' && manualActions(threshold, conversion).includes(action);
    if (!isAllowed || intent.deposits.length === 0) {
      const why = intent.status === 'ManualActionRequired' ? 'with conversion disabled' : `in status ${intent.status}`;
      return standard('manual-action-not-allowed', `${action} is not possible ${why}`);
    }
    const isRefunding = intent.refunds.some(({ status }) => status === 'Pending' || status === 'ProcessingRefund');
    return isRefunding ? standard('refund-in-progress', 'a refund of this intent is under way') : undefined;
  }

  #finish(intent: PaymentIntent, status: PaymentIntent['status']): void {
    intent.status = status;
    intent.statusDescription = undefined;
    this.#notices.intent(intent);
  }
}

function isOpen({ type, status }: RetryRecord): boolean {
  return type === 'Manual' && status === 'Pending';
}
