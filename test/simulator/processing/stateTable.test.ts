import { describe, expect, test } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import type { MerchantSettings } from '../../../src/simulator/processing/merchantSettings.ts';
import { openPayments, type PaymentsUnderTest } from './paymentsUnderTest.ts';

/** An intent of 108 EUR for 120 USDT whose first deposit has been confirmed. */
async function afterDeposit(amount: string, settings: MerchantSettings = {}): Promise<{ payments: PaymentsUnderTest; id: string }> {
  const payments = openPayments({ settings });
  const id = await payments.create();
  payments.deposit(id, amount);
  await payments.advance(2000);
  return { payments, id };
}

const NO_THRESHOLD = { rules: { threshold: dec(0) } };
const NO_CONVERSION = { currencies: { USDT: { conversion: false } } };

async function statusOf(payments: PaymentsUnderTest, id: string): Promise<unknown> {
  return (await payments.intent(id))['status'];
}

/** Which manual actions the service takes; each is tried on an intent of its own. */
async function actionsAfter(amount: string, settings: MerchantSettings): Promise<string[]> {
  const tries: Readonly<Record<string, readonly string[]>> = {
    Refund: ['crypto-refunds'],
    Retry: ['retry/request-for-quote', 'retry'],
    'Accept received amount': ['manually-completed'],
  };
  const possible: string[] = [];
  for (const [action, paths] of Object.entries(tries)) {
    const { payments, id } = await afterDeposit(amount, settings);
    let isTaken = true;
    for (const path of paths) isTaken &&= (await payments.call('POST', `/v1/payment-intents/${id}/${path}`)).status === 200;
    if (isTaken) possible.push(action);
  }
  return possible;
}

describe('the state table (001 States)', () => {
  test('row a: an intent that is created is Pending', async () => {
    const payments = openPayments();
    expect(await payments.intent(await payments.create())).toMatchObject({
      status: 'Pending',
      amountFrom: 120,
      amountTo: 108,
      receivedAmount: null,
    });
  });

  test('row b: a transaction that is received makes it Processing', async () => {
    const payments = openPayments();
    const id = await payments.create();
    payments.deposit(id, '120');
    expect(await statusOf(payments, id)).toBe('Processing');
  });

  test.each([{}, NO_THRESHOLD, NO_CONVERSION])(
    'row 1: received equals expected: Completed, whatever the settings (%o)',
    async (settings) => {
      const { payments, id } = await afterDeposit('120', settings);
      expect(await payments.intent(id)).toMatchObject({
        status: 'Completed',
        statusDescription: null,
        receivedAmount: 120,
        retryPaymentIntents: [],
      });
    },
  );

  test.each([
    ['117.6', {}],
    ['122.4', {}],
    ['119.99999999', NO_CONVERSION],
  ])('row 2: %s within the threshold: PartiallyCompleted by an automatic retry', async (amount, settings) => {
    const { payments, id } = await afterDeposit(amount, settings);
    expect(await payments.intent(id)).toMatchObject({
      status: 'PartiallyCompleted',
      retryPaymentIntents: [{ type: 'Automatic', status: 'Completed', failureReason: '', amountFrom: Number(amount) }],
    });
  });

  test.each([
    ['3', '117.59999999', NO_CONVERSION, ['Refund', 'Accept received amount']],
    ['4', '122.40000001', {}, ['Refund', 'Retry', 'Accept received amount']],
    ['4', '117.59999999', {}, ['Refund', 'Retry', 'Accept received amount']],
    ['5', '119.99999999', NO_THRESHOLD, ['Refund', 'Retry', 'Accept received amount']],
    ['6', '120.00000001', { ...NO_THRESHOLD, ...NO_CONVERSION }, ['Refund', 'Accept received amount']],
  ])('row %s: %s is not within the threshold: ManualActionRequired, with its actions', async (_row, amount, settings, actions) => {
    const { payments, id } = await afterDeposit(amount, settings);
    const reason = Number(amount) < 120 ? 'Invalid amount: Less than expected' : 'Invalid amount: More than expected';
    expect(await payments.intent(id)).toMatchObject({
      status: 'ManualActionRequired',
      statusDescription: reason,
      retryPaymentIntents: [{ type: 'Automatic', status: 'Failed', failureReason: reason }],
    });
    expect(await actionsAfter(amount, settings)).toEqual(actions);
  });

  test('row 7: without funds in time it is Failed, Out of time, and nothing can be done by hand', async () => {
    const payments = openPayments();
    const id = await payments.create();
    await payments.advance(15 * 60_000);
    expect(await payments.intent(id)).toMatchObject({ status: 'Failed', statusDescription: 'Out of time' });
    for (const path of ['crypto-refunds', 'retry/request-for-quote', 'retry', 'manually-completed']) {
      expect(await payments.call('POST', `/v1/payment-intents/${id}/${path}`)).toMatchObject({
        status: 400,
        json: { code: 'manual-action-not-allowed' },
      });
    }
  });

  test.each([
    ['120', 'Completed', null],
    ['118', 'Completed', null],
    ['60', 'Failed', 'Invalid amount: Less than expected'],
  ])('row 7: a deposit of %s after the time makes it %s', async (amount, status, statusDescription) => {
    const payments = openPayments();
    const id = await payments.create();
    await payments.advance(15 * 60_000);
    payments.deposit(id, amount);
    await payments.advance(2000);
    expect(await payments.intent(id)).toMatchObject({ status, statusDescription, receivedAmount: Number(amount) });
  });

  test('row 7: a transaction that was seen in time counts, however late it is confirmed', async () => {
    const payments = openPayments();
    const id = await payments.create();
    await payments.advance(15 * 60_000 - 1);
    payments.deposit(id, '120');
    await payments.advance(2000);
    expect(await statusOf(payments, id)).toBe('Completed');
  });

  test('row 8: a crypto refund makes it ManuallyCompletedWithRefund', async () => {
    const { payments, id } = await afterDeposit('60');
    const refund = await payments.ask('POST', `/v1/payment-intents/${id}/crypto-refunds`, {
      externalTransactionId: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
    });
    expect(refund).toMatchObject({
      status: 'Pending',
      amount: 56,
      currency: 'USDT',
      externalTransactionId: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
    });
    expect(refund['destinationAddress']).toBe((await payments.intent(id))['sourceAddress']);
    await payments.advance(5000);
    expect(await statusOf(payments, id)).toBe('ManuallyCompletedWithRefund');
  });

  test('row 9: a retry after its quote makes it ManuallyCompletedWithRetry', async () => {
    const { payments, id } = await afterDeposit('60');
    expect(await payments.call('POST', `/v1/payment-intents/${id}/retry`)).toMatchObject({ status: 400, json: { code: 'quote-required' } });
    const quote = await payments.ask('POST', `/v1/payment-intents/${id}/retry/request-for-quote`);
    expect(quote).toMatchObject({ currencyFrom: 'USDT', currencyTo: 'EUR', amountFrom: 60, amountTo: 54 });
    expect((await payments.intent(id))['retryPaymentIntents']).toMatchObject([{ status: 'Failed' }, { type: 'Manual', status: 'Pending' }]);
    expect(await payments.call('POST', `/v1/payment-intents/${id}/retry`)).toMatchObject({ status: 200, text: '' });
    expect(await payments.intent(id)).toMatchObject({
      status: 'ManuallyCompletedWithRetry',
      executedAmountTo: 54,
      retryPaymentIntents: [{ status: 'Failed' }, { type: 'Manual', status: 'Completed' }],
    });
  });

  test('row 9: the quote of a retry is good only until quoteValidTo', async () => {
    const { payments, id } = await afterDeposit('60');
    await payments.ask('POST', `/v1/payment-intents/${id}/retry/request-for-quote`);
    await payments.advance(30_001);
    expect(await payments.call('POST', `/v1/payment-intents/${id}/retry`)).toMatchObject({ status: 400, json: { code: 'quote-expired' } });
  });

  test('row 10: accepting the received amount makes it ManuallyCompletedAmountAcceptable', async () => {
    const { payments, id } = await afterDeposit('60');
    expect(await payments.ask('GET', `/v1/payment-intents/${id}/manually-completed/received-equivalent`)).toMatchObject({
      receivedAmountEquivalent: 54,
      receivedEquivalentCurrency: 'EUR',
    });
    expect(await payments.ask('POST', `/v1/payment-intents/${id}/manually-completed`)).toMatchObject({
      status: 'ManuallyCompletedAmountAcceptable',
      executedAmountTo: 54,
      executedCurrencyTo: 'EUR',
    });
  });

  test('row 11: a second deposit that makes the sum satisfy the request makes it PartiallyCompleted', async () => {
    const { payments, id } = await afterDeposit('60');
    payments.deposit(id, '60');
    await payments.advance(2000);
    expect(await payments.intent(id)).toMatchObject({
      status: 'PartiallyCompleted',
      executedAmountTo: 108,
      receivedAmount: 120,
      retryPaymentIntents: [{ status: 'Failed' }, { status: 'Completed' }],
    });
  });

  test.each(['10', '100'])(
    'top-up: a sum that does not satisfy (60 and %s) stays ManualActionRequired',
    { tags: 'long' },
    async (amount) => {
      const { payments, id } = await afterDeposit('60');
      payments.deposit(id, amount);
      await payments.advance(2000);
      expect(await statusOf(payments, id)).toBe('ManualActionRequired');
      expect((await payments.call('POST', `/v1/payment-intents/${id}/manually-completed`)).status).toBe(200);
    },
  );

  test('row 12: an overpayment goes back where that is set, and the rest is allocated: CompletedWithExcessRefund', async () => {
    const { payments, id } = await afterDeposit('200', { rules: { excess: 'automatic' } });
    await payments.advance(2000);
    expect(await payments.intent(id)).toMatchObject({ status: 'CompletedWithExcessRefund', executedAmountTo: 108, receivedAmount: 200 });
    expect(payments.told.find(({ notificationType }) => notificationType.startsWith('CryptoRefund'))).toMatchObject({
      amount: 76,
      feeAmount: 4,
    });
  });

  test('row 12: a deposit while the excess is on its way back is a new intent’s', async () => {
    const payments = openPayments({ settings: { rules: { excess: 'automatic' } } });
    const id = await payments.create();
    payments.deposit(id, '200');
    await payments.advance(500);
    payments.deposit(id, '10');
    await payments.advance(5000);
    expect(payments.simulator.truth().failures).toEqual([]);
    const found = (await payments.ask('POST', '/v1/payment-intents/search', {})) as unknown as Record<string, unknown>[];
    expect(found).toMatchObject([
      { status: 'Completed', receivedAmount: 10, executedAmountTo: 9 },
      { status: 'CompletedWithExcessRefund', receivedAmount: 200 },
    ]);
  });

  test('row 12: an excess that would not pay for its way back needs a decision by hand', async () => {
    const { payments, id } = await afterDeposit('124', { rules: { excess: 'automatic' } });
    expect(await statusOf(payments, id)).toBe('ManualActionRequired');
  });

  test('a deposit during large price moves can’t be completed on its terms: Out of money (001 Payment intent)', async () => {
    const payments = openPayments();
    const id = await payments.create();
    payments.setPrice('USDT', '0.5');
    payments.deposit(id, '120');
    await payments.advance(2000);
    expect(await payments.intent(id)).toMatchObject({ status: 'ManualActionRequired', statusDescription: 'Out of money' });
  });

  test('disabled for the account is disabled, whatever the currency says (001 States: for account or currency)', async () => {
    const settings = { accounts: { a: { conversion: false } }, currencies: { USDT: { conversion: true } } };
    const payments = openPayments({ settings });
    const id = await payments.create({ accountId: 'a' });
    payments.deposit(id, '60');
    await payments.advance(2000);
    expect((await payments.call('POST', `/v1/payment-intents/${id}/retry/request-for-quote`)).status).toBe(400);
  });
});
