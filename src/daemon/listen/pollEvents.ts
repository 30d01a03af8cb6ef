import { isoOrNone } from '../../base/instant.ts';
import type { Reply } from '../../contract/operation.ts';
import type { ProcessingOperations } from '../../contract/processing.ts';

export type ReadIntent = Reply<ProcessingOperations['paymentIntents.search']>[number];
export type ReadPayout = Reply<ProcessingOperations['payouts.search']>[number];

/** The members of a notification (001 Events). */
export type PollEvent = Readonly<Record<string, unknown>> & { readonly notificationType: string };

/** Far more than one round of reading brings. What was not read for the longest time is forgotten first. */
const MOST_KNOWN = 50_000;

/**
 * Derives notifications from reads: one when something is first seen, and one for each change of its status. It depends on
 * nothing but what it has read. Crypto refunds can't be read, so nothing is derived for them but the intent's own status.
 */
export class PollEvents {
  readonly #statuses = new Map<string, string>();

  /** Takes the payment intents of one round, newest first. Returns events, oldest intent first. */
  intents(read: readonly ReadIntent[]): PollEvent[] {
    return inOrder(read).flatMap((intent) => this.#intent(intent));
  }

  /** Takes the payouts of one round, newest first. */
  payouts(read: readonly ReadPayout[]): PollEvent[] {
    return inOrder(read).flatMap((payout) => (this.#change(payout.id, payout.status) === undefined ? [] : [payoutEvent(payout)]));
  }

  /** What led to the intent's status comes before it, as in the sequences of 001 Events. */
  #intent(intent: ReadIntent): PollEvent[] {
    const { retryPaymentIntents: retries, customConversion: conversion } = intent;
    const retried = byAge(retries ?? []).filter((retry) => this.#change(`${intent.id} retry ${retry.id}`, retry.status) !== undefined);
    const events = retried.map((retry) => retryEvent(intent, retry));
    if (conversion !== undefined && this.#change(`${intent.id} conversion ${conversion.id}`, conversion.status ?? '') !== undefined) {
      events.push(conversionEvent(intent, conversion));
    }
    const change = this.#change(intent.id, intent.status);
    if (change !== undefined && !isSilent(change.before, intent.status)) events.push(intentEvent(intent));
    return events;
  }

  /** Undefined when the status is the known one. */
  #change(key: string, status: string): { readonly before: string | undefined } | undefined {
    const before = this.#statuses.get(key);
    this.#statuses.delete(key);
    this.#statuses.set(key, status);
    if (this.#statuses.size > MOST_KNOWN) this.#statuses.delete(this.#statuses.keys().next().value!);
    return before === status ? undefined : { before };
  }
}

/** Row b of 001 States: a transaction was seen. Sequences 1 to 8 of 001 Events do not report it. */
function isSilent(before: string | undefined, status: string): boolean {
  return before === 'Pending' && status === 'Processing';
}

/** Oldest first, each once. For what was read on two pages, the later reading counts. */
function inOrder<T extends { readonly id: string }>(newestFirst: readonly T[]): T[] {
  const byId = new Map(newestFirst.map((item) => [item.id, item]));
  return [...byId.values()].toReversed();
}

type Retry = NonNullable<ReadIntent['retryPaymentIntents']>[number];
type Conversion = NonNullable<ReadIntent['customConversion']>;

/** Those without a time keep their place. */
function byAge(retries: readonly Retry[]): Retry[] {
  return retries.toSorted((a, b) => (a.createdOn ?? 0) - (b.createdOn ?? 0));
}

function intentEvent(intent: ReadIntent): PollEvent {
  return {
    notificationType: 'PaymentIntentNotification',
    paymentIntentId: intent.id,
    customOrderId: intent.customOrderId,
    amountFrom: intent.amountFrom,
    amountTo: intent.amountTo,
    currencyFrom: intent.currencyFrom,
    currencyTo: intent.currencyTo,
    status: intent.status,
    receivedAmount: intent.receivedAmount,
    executedAmountTo: intent.executedAmountTo,
    executedCurrencyTo: intent.executedCurrencyTo,
    receivedAmountEquivalent: intent.receivedAmountEquivalent,
    receivedEquivalentCurrency: intent.receivedEquivalentCurrency,
    receivedAmountEquivalentValidTo: isoOrNone(intent.receivedAmountEquivalentValidTo),
    statusDescription: intent.statusDescription,
    address: intent.address,
    networkCode: intent.networkCode,
    additionalAddress: intent.additionalAddress,
    originTransactionId: intent.originTransactionId,
    transactionHash: intent.transactionHash,
    sourceAddress: intent.sourceAddress,
  };
}

function retryEvent(intent: ReadIntent, retry: Retry): PollEvent {
  const fields = {
    paymentIntentId: intent.id,
    retryPaymentIntentId: retry.id,
    customOrderId: intent.customOrderId,
    amountFrom: retry.amountFrom,
    amountTo: retry.amountTo,
    currencyFrom: retry.currencyFrom ?? intent.currencyFrom,
    currencyTo: retry.currencyTo ?? intent.currencyTo,
    status: retry.status,
  };
  // The words of `type` are not documented. Only manual retries wait for a person.
  const isManual = /manual/i.test(retry.type ?? '') || retry.status === 'Pending';
  return isManual
    ? { notificationType: 'RetryPaymentIntentNotification', ...fields, quoteValidTo: isoOrNone(retry.quoteValidTo) }
    : { notificationType: 'AutoRetryPaymentIntentNotification', ...fields };
}

/** The record does not say what was converted (001 Custom conversion). */
function conversionEvent(intent: ReadIntent, conversion: Conversion): PollEvent {
  return {
    notificationType: 'PaymentIntentMerchantConversionNotification',
    merchantConversionId: conversion.id,
    paymentIntentId: intent.id,
    amountFrom: undefined,
    amountTo: conversion.amountTo,
    currencyFrom: intent.currencyTo,
    currencyTo: conversion.currencyTo,
    status: conversion.status,
    failureReason: conversion.failureReason,
  };
}

/** The fields of a payout's notification are not documented, so they are those of its record (001 Payout intent). */
function payoutEvent({ merchantConversionQuoteValidTo, ...payout }: ReadPayout): PollEvent {
  return {
    notificationType: 'PayoutIntentNotification',
    ...payout,
    merchantConversionQuoteValidTo: isoOrNone(merchantConversionQuoteValidTo),
  };
}
