import { describe, expect, test } from 'vitest';
import { CALLBACK, openPayments, type PaymentsUnderTest } from './paymentsUnderTest.ts';

async function paid(amount: string, payments = openPayments()): Promise<{ payments: PaymentsUnderTest; id: string }> {
  const id = await payments.create();
  payments.deposit(id, amount);
  await payments.advance(5000);
  return { payments, id };
}

describe('the sequences of notifications (001 Events)', () => {
  test('1: exact amount', async () => {
    const { payments } = await paid('120');
    expect(payments.sequence()).toEqual(['Intent Pending', 'Intent Completed']);
  });

  test('2: within the threshold', async () => {
    const { payments } = await paid('119');
    expect(payments.sequence()).toEqual(['Intent Pending', 'AutoRetry Completed', 'Intent PartiallyCompleted']);
  });

  test('3: outside the threshold', async () => {
    const { payments } = await paid('60');
    expect(payments.sequence()).toEqual(['Intent Pending', 'AutoRetry Failed', 'Intent ManualActionRequired']);
  });

  test('4: no deposit in time', async () => {
    const payments = openPayments();
    await payments.create();
    await payments.advance(16 * 60_000);
    expect(payments.sequence()).toEqual(['Intent Pending', 'Intent Failed']);
    expect(payments.told[1]).toMatchObject({ statusDescription: 'Out of time' });
  });

  test('5: refund', async () => {
    const { payments, id } = await paid('60');
    await payments.ask('POST', `/v1/payment-intents/${id}/crypto-refunds/fee`, { address: '0x52908400098527886E0F7030069857D2E4169EE7' });
    expect(payments.told).toHaveLength(3);
    await payments.ask('POST', `/v1/payment-intents/${id}/crypto-refunds`);
    await payments.advance(5000);
    expect(payments.sequence().slice(3)).toEqual(['Refund ProcessingRefund', 'Refund Completed', 'Intent ManuallyCompletedWithRefund']);
  });

  test('6: retry', async () => {
    const { payments, id } = await paid('60');
    await payments.ask('POST', `/v1/payment-intents/${id}/retry/request-for-quote`);
    await payments.advance(0);
    expect(payments.sequence().slice(3)).toEqual(['Retry Pending']);
    await payments.call('POST', `/v1/payment-intents/${id}/retry`);
    await payments.advance(0);
    expect(payments.sequence().slice(4)).toEqual(['Retry Completed', 'Intent ManuallyCompletedWithRetry']);
    expect(payments.told[4]).toMatchObject({ paymentIntentId: id, amountFrom: 60, amountTo: 54, quoteValidTo: '2026-11-20T10:00:35.000Z' });
  });

  test('6: retry with a conversion into the merchant’s currency', async () => {
    const { payments, id } = await paid('60', openPayments({ settings: { rules: { merchantCurrency: 'GBP' } } }));
    await payments.ask('POST', `/v1/payment-intents/${id}/retry/request-for-quote`);
    await payments.call('POST', `/v1/payment-intents/${id}/retry`);
    await payments.advance(0);
    expect(payments.sequence().slice(4)).toEqual(['Retry Completed', 'Conversion Completed', 'Intent ManuallyCompletedWithRetry']);
    expect(payments.told[5]).toMatchObject({
      paymentIntentId: id,
      amountFrom: 54,
      currencyFrom: 'EUR',
      amountTo: 45,
      currencyTo: 'GBP',
      failureReason: null,
    });
    expect(await payments.intent(id)).toMatchObject({
      executedAmountTo: 45,
      executedCurrencyTo: 'GBP',
      customConversion: { currencyTo: 'GBP', amountTo: 45, status: 'Completed' },
    });
  });

  test('7: accept the received amount', async () => {
    const { payments, id } = await paid('60');
    await payments.ask('POST', `/v1/payment-intents/${id}/manually-completed`);
    await payments.advance(0);
    expect(payments.sequence().slice(3)).toEqual(['Intent ManuallyCompletedAmountAcceptable']);
  });

  test('8: top-up', async () => {
    const { payments, id } = await paid('60');
    payments.deposit(id, '60');
    await payments.advance(5000);
    expect(payments.sequence()).toEqual([
      'Intent Pending',
      'AutoRetry Failed',
      'Intent ManualActionRequired',
      'AutoRetry Completed',
      'Intent PartiallyCompleted',
    ]);
  });

  test('9: repeat deposit, for the existing intent and then for the new one', async () => {
    const payments = openPayments();
    const id = await payments.create({
      currencyFrom: 'ADA',
      networkCode: 'BNB_TEST',
      amountTo: 40,
      accountId: 'customer-1',
      customOrderId: 'order-1',
    });
    await payments.advance(30_000);
    expect(payments.sequence()).toEqual([
      'Intent Pending',
      'Intent Processing',
      'Intent Completed',
      'Intent Processing',
      'Intent Completed',
    ]);
    const [, , , , last] = payments.told;
    const [created] = (await payments.ask('POST', '/v1/payment-intents/search', {})) as unknown as Record<string, unknown>[];
    expect(payments.told.slice(0, 3).map(({ paymentIntentId }) => paymentIntentId)).toEqual([id, id, id]);
    expect(last).toMatchObject({
      paymentIntentId: created!['id'],
      newPaymentIntentId: created!['id'],
      existingPaymentIntentId: id,
      externalAccount: 'customer-1',
      fiatEquivalentAmount: 40,
      fiatEquivalentCurrency: 'EUR',
      customOrderId: null,
    });
  });

  test('overpayment: the excess goes back, then CompletedWithExcessRefund', async () => {
    const { payments } = await paid('200', openPayments({ settings: { rules: { excess: 'automatic' } } }));
    expect(payments.sequence()).toEqual([
      'Intent Pending',
      'Refund ProcessingRefund',
      'Refund Completed',
      'Intent CompletedWithExcessRefund',
    ]);
  });

  test('a notification of an intent carries every field of the table, null where there is nothing yet', async () => {
    const { payments, id } = await paid('120');
    const [pending, completed] = payments.told;
    expect(pending).toMatchObject({
      notificationType: 'PaymentIntentNotification',
      paymentIntentId: id,
      customOrderId: null,
      amountFrom: 120,
      amountTo: 108,
      currencyFrom: 'USDT',
      currencyTo: 'EUR',
      receivedAmount: null,
      executedAmountTo: null,
      executedCurrencyTo: null,
      receivedAmountEquivalent: null,
      statusDescription: null,
      networkCode: 'ETH',
      additionalAddress: null,
      originTransactionId: null,
      transactionHash: null,
      sourceAddress: null,
    });
    expect(completed).toMatchObject({
      receivedAmount: 120,
      executedAmountTo: 108,
      executedCurrencyTo: 'EUR',
      receivedAmountEquivalent: 108,
      receivedEquivalentCurrency: 'EUR',
    });
    expect(Object.keys(completed!)).toEqual(Object.keys(pending!));
  });

  test('a refund’s notification carries the fields of the table', async () => {
    const { payments, id } = await paid('60');
    await payments.ask('POST', `/v1/payment-intents/${id}/crypto-refunds`);
    await payments.advance(5000);
    expect(Object.keys(payments.told[3]!)).toEqual([
      'notificationType',
      'paymentIntentId',
      'cryptoRefundPaymentIntentId',
      'customOrderId',
      'amount',
      'feeAmount',
      'currency',
      'destinationAddress',
      'destinationAdditionalAddress',
      'networkCode',
      'status',
      'externalTransactionId',
      'statusDescription',
    ]);
  });

  test('without a callbackUrl nobody is told; with one, the deliveries are in the log', async () => {
    const payments = openPayments();
    await payments.create({ callbackUrl: undefined });
    await payments.create();
    await payments.advance(0);
    expect(payments.simulator.deliveries()).toMatchObject([{ url: CALLBACK, type: 'PaymentIntentNotification', state: 'delivered' }]);
  });
});
