import { expect, test } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import { openPayments } from './paymentsUnderTest.ts';

/** One percent and half a euro. */
const fee = { percent: dec('0.01'), fixed: { EUR: dec('0.5') } };

test('the fee of a deposit is taken from what is credited (001 Limits)', async () => {
  const payments = openPayments({ fee });
  const id = await payments.create();
  payments.deposit(id, '120');
  await payments.advance(2000);
  expect(await payments.intent(id)).toMatchObject({
    executedAmountTo: 106.42,
    executedCurrencyTo: 'EUR',
    processingFeeAmount: 1.58,
    processingFeeCurrency: 'EUR',
  });
});

test('fees are charged for each deposit: two deposits pay the fixed fee twice (001 Limits)', async () => {
  const payments = openPayments({ fee });
  const id = await payments.create();
  payments.deposit(id, '60');
  await payments.advance(2000);
  payments.deposit(id, '60');
  await payments.advance(2000);
  expect(await payments.intent(id)).toMatchObject({ status: 'PartiallyCompleted', processingFeeAmount: 2.08, executedAmountTo: 105.92 });
});

test('a deposit not above its fees is spent on them: nothing is credited (001 Limits)', async () => {
  const payments = openPayments({ fee });
  const id = await payments.create();
  payments.deposit(id, '0.5');
  await payments.advance(2000);
  expect(await payments.ask('POST', `/v1/payment-intents/${id}/manually-completed`)).toMatchObject({
    executedAmountTo: 0,
    processingFeeAmount: 0.45,
  });
});

test.each([
  [0.5, 400],
  [0.51, 400],
  [0.52, 200],
])('an intent over %d EUR gives %i: it must exceed the sum of the fees (001 Errors 2)', async (amountTo, status) => {
  const payments = openPayments({ fee });
  for (const [path, body] of [
    ['/v2/payment-intents/', { currencyFrom: 'USDT', currencyTo: 'EUR', amountTo }],
    ['/v1/payment-intents/', { currency: 'EUR', amount: amountTo }],
  ] as const) {
    const answer = await payments.call('POST', path, body);
    expect([answer.status, status === 400 ? (answer.json as { code: string }).code : undefined]).toEqual([
      status,
      status === 400 ? 'amount-below-fees' : undefined,
    ]);
  }
});

test('by default there is a fee, and an intent of a few cents is refused', async () => {
  const { DEFAULT_FEE } = await import('../../../src/simulator/processing/merchantSettings.ts');
  const payments = openPayments({ fee: DEFAULT_FEE });
  expect((await payments.call('POST', '/v2/payment-intents/', { currencyFrom: 'USDT', currencyTo: 'EUR', amountTo: 0.1 })).status).toBe(
    400,
  );
});

test('with conversion disabled the deposit is credited in its own currency', async () => {
  const payments = openPayments({ fee, settings: { rules: { conversion: false } } });
  const id = await payments.create();
  payments.deposit(id, '120');
  await payments.advance(2000);
  expect(await payments.intent(id)).toMatchObject({
    executedCurrencyTo: 'USDT',
    processingFeeCurrency: 'USDT',
    executedAmountTo: 118.24444444,
  });
});
