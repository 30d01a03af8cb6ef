import { describe, expect, test } from 'vitest';
import { type Answered, answered } from '../venueUnderTest.ts';
import { hiddenFields } from '../hiddenFields.ts';
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

describe('a payout request link (001 Payouts)', () => {
  const address = '0x52908400098527886E0F7030069857D2E4169EE7';

  test('leads to a page where the customer enters address and currency, and is told of', async () => {
    const payments = openPayments();
    const request = { currency: 'EUR', amount: 90, callbackUrl: 'http://shop.test/told', customOrderId: 'o-1' };
    const { status, json } = await control(payments, 'POST', '/payout-links', request);
    const { id, url } = json as { readonly id: string; readonly url: string };
    expect([status, new URL(url).pathname]).toEqual([200, '/payout']);
    let seen = '';
    for (const form of [{ coin: 'USDT ETH', address }, { step: 'confirm' }]) {
      const body = new URLSearchParams({ ...form, ...hiddenFields(seen) });
      const answer = await payments.simulator.fetch(new Request(url, { method: 'POST', body }));
      expect(answer.status).toBe(200);
      seen = await answer.text();
    }
    await payments.advance(10_000);
    expect(await payments.ask('GET', `/v1/payout-intents/${id}`)).toMatchObject({ status: 'Completed', customOrderId: 'o-1', address });
    expect(payments.sequence()).toEqual(['Payout New', 'Payout Pending', 'Payout Processing', 'Payout Completed']);
  });

  test.each([
    ['above the balance', { currency: 'EUR', amount: 1_000_000 }, 'balance'],
    ['below the minimum', { currency: 'EUR', amount: 9.99 }, 'at least 10'],
    ['in a currency that is not known', { currency: 'XYZ', amount: 90 }, 'XYZ'],
    ['of a part of a cent', { currency: 'EUR', amount: 90.005 }, 'amount must have at most 2 decimals'],
    ['without an amount', { currency: 'EUR' }, 'amount'],
  ])('%s is refused, and nothing is made', async (_name, request, message) => {
    const payments = openPayments();
    const { status, json } = await control(payments, 'POST', '/payout-links', request);
    expect([status, json]).toEqual([400, { message: expect.stringContaining(message) as unknown }]);
    expect(payments.simulator.payments.payouts.payouts()).toEqual([]);
  });
});
