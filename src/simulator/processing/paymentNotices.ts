import { isoOrNone } from '../../base/instant.ts';
import { totalAmount } from '../../base/decimal.ts';
import type { Notify } from '../notifications/notifier.ts';
import type { CryptoRefund, CustomConversion, Deposit, IntentStatus, PaymentIntent, RetryRecord } from './paymentIntent.ts';

/** The bodies of the notifications in 001 Events. Values that are not there yet are null. */
export class PaymentNotices {
  readonly #notify: Notify;

  constructor(notify: Notify) {
    this.#notify = notify;
  }

  /** A PaymentIntentNotification. `status` is given when it differs from the intent's present one. */
  intent(intent: PaymentIntent, status: IntentStatus = intent.status): void {
    const { id, deposits, equivalent } = intent;
    const last = deposits.at(-1);
    this.#send(intent, 'PaymentIntentNotification', {
      paymentIntentId: id,
      customOrderId: intent.customOrderId,
      amountFrom: intent.amountFrom,
      amountTo: intent.amountTo,
      currencyFrom: intent.currencyFrom,
      currencyTo: intent.currencyTo,
      status,
      receivedAmount: last === undefined ? undefined : receivedBy(intent),
      executedAmountTo: intent.executedAmountTo,
      executedCurrencyTo: intent.executedCurrencyTo,
      receivedAmountEquivalent: equivalent?.amount,
      receivedEquivalentCurrency: equivalent?.currency,
      receivedAmountEquivalentValidTo: isoOrNone(equivalent?.validTo),
      statusDescription: intent.statusDescription,
      address: intent.address,
      networkCode: intent.networkCode,
      additionalAddress: intent.additionalAddress,
      ...originOf(last),
      ...(intent.flow === 'repeat' ? repeatFields(intent) : {}),
    });
  }

  automaticRetry(intent: PaymentIntent, retry: RetryRecord): void {
    this.#send(intent, 'AutoRetryPaymentIntentNotification', retryFields(intent, retry));
  }

  manualRetry(intent: PaymentIntent, retry: RetryRecord): void {
    this.#send(intent, 'RetryPaymentIntentNotification', { ...retryFields(intent, retry), quoteValidTo: isoOrNone(retry.quoteValidTo) });
  }

  refund(intent: PaymentIntent, refund: CryptoRefund): void {
    this.#send(intent, 'CryptoRefundPaymentIntentNotification', {
      paymentIntentId: intent.id,
      cryptoRefundPaymentIntentId: refund.id,
      customOrderId: intent.customOrderId,
      amount: refund.amount,
      feeAmount: refund.feeAmount,
      currency: intent.currencyFrom,
      destinationAddress: refund.destinationAddress,
      destinationAdditionalAddress: refund.destinationAdditionalAddress,
      networkCode: refund.networkCode,
      status: refund.status,
      externalTransactionId: refund.externalTransactionId,
      statusDescription: refund.statusDescription,
    });
  }

  conversion(intent: PaymentIntent, conversion: CustomConversion): void {
    this.#send(intent, 'PaymentIntentMerchantConversionNotification', {
      merchantConversionId: conversion.id,
      paymentIntentId: intent.id,
      amountFrom: conversion.amountFrom,
      amountTo: conversion.amountTo,
      currencyFrom: conversion.currencyFrom,
      currencyTo: conversion.currencyTo,
      status: 'Completed',
      failureReason: undefined,
    });
  }

  /** A repeat shares its subject with the intent that it repeats, so that the notifications of both keep their order. */
  #send(intent: PaymentIntent, type: string, fields: Readonly<Record<string, unknown>>): void {
    const body = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value ?? null]));
    this.#notify({ url: intent.callbackUrl, subject: intent.repeatOf ?? intent.id, type, body: { notificationType: type, ...body } });
  }
}

/** Where a deposit came from: an address and a hash, or, inside of the venue, only an id (001 Payment intent). */
export function originOf(deposit: Deposit | undefined) {
  const { originTransactionId, transactionHash, sourceAddress } = deposit ?? {};
  return { originTransactionId, transactionHash, sourceAddress: originTransactionId === undefined ? sourceAddress : undefined };
}

export function receivedBy({ deposits }: Pick<PaymentIntent, 'deposits'>): PaymentIntent['amountTo'] {
  return totalAmount(deposits);
}

function retryFields(intent: PaymentIntent, retry: RetryRecord): Record<string, unknown> {
  return {
    paymentIntentId: intent.id,
    retryPaymentIntentId: retry.id,
    customOrderId: intent.customOrderId,
    amountFrom: retry.amountFrom,
    amountTo: retry.amountTo,
    currencyFrom: intent.currencyFrom,
    currencyTo: intent.currencyTo,
    status: retry.status,
  };
}

/** A repeat deposit (001 States): the standard data, the external account, the fiat equivalent and the new intent's id. */
function repeatFields(intent: PaymentIntent): Record<string, unknown> {
  return {
    newPaymentIntentId: intent.id,
    existingPaymentIntentId: intent.repeatOf,
    externalAccount: intent.accountId,
    fiatEquivalentAmount: intent.fiatEquivalent?.amount,
    fiatEquivalentCurrency: intent.fiatEquivalent?.currency,
  };
}
