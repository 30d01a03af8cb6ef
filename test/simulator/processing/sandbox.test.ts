import { describe, expect, test } from 'vitest';
import { openPayments, type PaymentsUnderTest } from './paymentsUnderTest.ts';

interface Found {
  readonly id: string;
  readonly status: string;
  readonly receivedAmount?: number;
  readonly statusDescription?: string;
  readonly amountTo: number;
  readonly customOrderId?: string;
}

/** Newest first, once the sandbox's time is over. */
async function after30s(payments: PaymentsUnderTest): Promise<Found[]> {
  await payments.advance(30_000);
  return (await payments.ask('POST', '/v1/payment-intents/search', {})) as unknown as Found[];
}

describe('the sandbox (001 Sandbox)', () => {
  test.each([
    ['USDT', 'BNB_TEST', 100, 90],
    ['BTC', 'BTC_TEST', 0.01, 500],
    ['ETH', 'BNB_TEST', 1, 2000],
  ])('%s on %s: one mock deposit of %d', async (currencyFrom, networkCode, amount, amountTo) => {
    const payments = openPayments();
    await payments.create({ currencyFrom, networkCode, amountTo });
    expect(await after30s(payments)).toMatchObject([{ status: 'Completed', receivedAmount: amount, amountFrom: amount }]);
  });

  test('the outcome follows the state table: a mock deposit below the amount needs manual action, one within 2 % does not', async () => {
    const payments = openPayments();
    await payments.create({ networkCode: 'BNB_TEST', amountTo: 180 });
    await payments.create({ networkCode: 'BNB_TEST', amountTo: 91 });
    expect((await after30s(payments)).map(({ status }) => status)).toEqual(['PartiallyCompleted', 'ManualActionRequired']);
  });

  test('XRP on XRP_TEST: no deposit; after 30 seconds Failed, Out of time (001 Limits)', async () => {
    const payments = openPayments();
    const id = await payments.create({ currencyFrom: 'XRP', networkCode: 'XRP_TEST', amountTo: 50 });
    await payments.advance(29_999);
    expect(await payments.intent(id)).toMatchObject({ status: 'Pending', additionalAddress: expect.stringMatching(/^\d+$/) as string });
    await payments.advance(1);
    expect(await payments.intent(id)).toMatchObject({ status: 'Failed', statusDescription: 'Out of time', receivedAmount: null });
  });

  test('ADA on ADA_TEST: 100 ADA twice for one intent, the top-up', async () => {
    const payments = openPayments();
    await payments.create({ currencyFrom: 'ADA', networkCode: 'ADA_TEST', amountTo: 80 });
    await payments.advance(4000);
    expect(await payments.ask('POST', '/v1/payment-intents/search', {})).toMatchObject([
      { status: 'ManualActionRequired', receivedAmount: 100 },
    ]);
    expect(await after30s(payments)).toMatchObject([{ status: 'PartiallyCompleted', receivedAmount: 200 }]);
  });

  test('ADA on BNB_TEST: the first completes the intent, the second creates and completes a new one', async () => {
    const payments = openPayments();
    const id = await payments.create({ currencyFrom: 'ADA', networkCode: 'BNB_TEST', amountTo: 40, customOrderId: 'order-1' });
    const [created, existing] = await after30s(payments);
    expect(existing).toMatchObject({ id, status: 'Completed', receivedAmount: 100, customOrderId: 'order-1' });
    expect(created).toMatchObject({ status: 'Completed', receivedAmount: 100, amountTo: 40 });
    expect(created).not.toHaveProperty('customOrderId');
  });

  test('an intent of the sandbox is valid for 30 seconds (001 Limits)', async () => {
    const payments = openPayments();
    const body = { currencyFrom: 'BTC', currencyTo: 'EUR', amountTo: 500 };
    expect(await payments.ask('POST', '/v2/payment-intents', body)).toMatchObject({ quoteValidTo: '2026-11-20T10:00:30.000Z' });
  });
});

describe('repeat deposits to the address of an existing intent (001 States)', () => {
  test('1: one that is not completed is completed: after ManualActionRequired, and after Failed', async () => {
    const payments = openPayments();
    const [manual, failed] = [await payments.create(), await payments.create()];
    payments.deposit(manual, '20');
    await payments.advance(15 * 60_000);
    for (const [id, amount] of [
      [manual, '100'],
      [failed, '120'],
    ] as const) {
      payments.deposit(id, amount);
    }
    await payments.advance(2000);
    expect([(await payments.intent(manual))['status'], (await payments.intent(failed))['status']]).toEqual([
      'PartiallyCompleted',
      'Completed',
    ]);
  });

  test.each(['120', '119'])(
    '2: one that is completed (with %s) gets a new intent for whatever comes, at the price of now',
    async (first) => {
      const payments = openPayments();
      const id = await payments.create();
      payments.deposit(id, first);
      await payments.advance(2000);
      payments.setPrice('USDT', '0.95');
      payments.deposit(id, '7');
      await payments.advance(2000);
      const [created] = (await payments.ask('POST', '/v1/payment-intents/search', {})) as unknown as Record<string, unknown>[];
      expect(created).toMatchObject({ status: 'Completed', receivedAmount: 7, currencyTo: 'EUR', amountTo: 6.65, executedAmountTo: 6.65 });
      expect(created!['id']).not.toBe(id);
      expect(created!['address']).toBe((await payments.intent(id))['address']);
    },
  );

  test('2: one that was completed by hand gets a new intent, and the merchant’s conversion applies', async () => {
    const payments = openPayments({ settings: { rules: { merchantCurrency: 'GBP' } } });
    const id = await payments.create();
    payments.deposit(id, '60');
    await payments.advance(2000);
    await payments.ask('POST', `/v1/payment-intents/${id}/manually-completed`);
    payments.deposit(id, '60');
    await payments.advance(2000);
    const [created] = (await payments.ask('POST', '/v1/payment-intents/search', {})) as unknown as Record<string, unknown>[];
    expect(created).toMatchObject({ status: 'Completed', executedAmountTo: 45, executedCurrencyTo: 'GBP' });
  });
});
