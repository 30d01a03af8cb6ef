import { expect, test } from 'vitest';
import { type Answered, answered } from '../venueUnderTest.ts';
import { openPayments, type PaymentsUnderTest } from '../processing/paymentsUnderTest.ts';

async function control({ simulator }: PaymentsUnderTest, method: string, path: string, body: object = {}): Promise<Answered> {
  const headers = { authorization: `Bearer ${simulator.control.token}` };
  return answered(
    await simulator.fetch(new Request(`http://venue.test/control/v1${path}`, { method, headers, body: JSON.stringify(body) })),
  );
}

async function statusAfter(payments: PaymentsUnderTest, amount: string, terms: Readonly<Record<string, unknown>> = {}): Promise<unknown> {
  const id = await payments.create(terms);
  payments.deposit(id, amount);
  await payments.advance(2000);
  return (await payments.intent(id))['status'];
}

test('threshold and conversion are set while the service runs: for all, for a currency, for an account (001 States)', async () => {
  const payments = openPayments();
  expect((await control(payments, 'PUT', '/payment-rules', { threshold: 0 })).status).toBe(200);
  expect(await statusAfter(payments, '119')).toBe('ManualActionRequired');
  expect((await control(payments, 'PUT', '/payment-rules', { currency: 'USDT', threshold: 0.02 })).status).toBe(200);
  expect(await statusAfter(payments, '119')).toBe('PartiallyCompleted');
  await control(payments, 'PUT', '/payment-rules', { accountId: 'a', threshold: 0.5, excess: 'automatic' });
  expect(await control(payments, 'PUT', '/payment-rules', { accountId: 'a', conversion: false })).toMatchObject({
    json: { accounts: { a: { threshold: 0.5, excess: 'automatic', conversion: false } }, currencies: { USDT: { threshold: 0.02 } } },
  });
  expect(await statusAfter(payments, '70', { accountId: 'a' })).toBe('PartiallyCompleted');
});

test.each([{ threshold: 1 }, { threshold: -0.1 }, { excess: 'never' }, { accountId: 'a', currency: 'USDT' }])(
  '%o is refused',
  async (rules) => {
    expect((await control(openPayments(), 'PUT', '/payment-rules', rules)).status).toBe(400);
  },
);

test('a payout is cancelled while it is New, and only then (001 Payout intent)', async () => {
  const payments = openPayments();
  await payments.ask('POST', '/v1/payout-intents/', { currency: 'EUR', amount: 90 });
  const { id } = payments.simulator.payments.payouts.payouts()[0]!;
  expect(await control(payments, 'POST', `/payouts/${id}/cancellation`)).toMatchObject({ status: 200, json: { status: 'Cancelled' } });
  expect((await control(payments, 'POST', `/payouts/${id}/cancellation`)).status).toBe(400);
  expect((await control(payments, 'POST', '/payouts/7/cancellation')).status).toBe(404);
});
