import { describe, expect, test } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import { CALLBACK, openPayments } from './paymentsUnderTest.ts';

const WALLET = { currency: 'XRP', networkCode: 'XRP', accountId: 'customer-1', callbackUrl: CALLBACK };

describe('permanent addresses (001 Single-address wallet)', () => {
  test('one for each account, currency and network, with its tag; the same one when it is asked for again', async () => {
    const payments = openPayments();
    const create = (change: object = {}): Promise<Record<string, unknown>> =>
      payments.ask('POST', '/v2/payment-intents/deposit-addresses', { ...WALLET, ...change });
    const first = await create();
    expect(first).toMatchObject({ ...WALLET, tagType: 'MultipleWithTag', tag: expect.stringMatching(/^\d+$/) as string });
    expect(await create()).toEqual(first);
    expect((await create({ accountId: 'customer-2' }))['address']).not.toBe(first['address']);
    const search = (body: object): Promise<unknown> => payments.ask('POST', '/v2/payment-intents/deposit-addresses/search', body);
    expect(await search({})).toMatchObject([{ accountId: 'customer-2' }, { accountId: 'customer-1' }]);
    expect(await search({ address: first['address'], accountId: 'customer-1', currency: 'XRP', networkCode: 'XRP' })).toEqual([first]);
    expect(await search({ accountId: 'customer-1', currency: 'BTC' })).toEqual([]);
  });

  test.each([
    [{ currency: 'DOGE' }, 404],
    [{ networkCode: 'SOL' }, 400],
    [{ accountId: '' }, 400],
  ])('%o is refused with %i', async (change, status) => {
    expect((await openPayments().call('POST', '/v2/payment-intents/deposit-addresses', { ...WALLET, ...change })).status).toBe(status);
  });

  test('each deposit makes an intent of its own, Processing and then Completed', async () => {
    const payments = openPayments({ settings: { rules: { merchantCurrency: 'EUR' } } });
    const { address, tag } = (await payments.ask('POST', '/v2/payment-intents/deposit-addresses', WALLET)) as {
      address: string;
      tag: string;
    };
    for (const amount of ['10', '30']) {
      payments.simulator.payments.deposit({ address, tag }, { amount: dec(amount) });
      await payments.advance(2000);
    }
    expect(await payments.ask('POST', '/v1/payment-intents/search', { accountId: 'customer-1' })).toMatchObject([
      { status: 'Completed', receivedAmount: 30, executedAmountTo: 15, executedCurrencyTo: 'EUR' },
      { status: 'Completed', receivedAmount: 10, executedAmountTo: 5 },
    ]);
    const once = ['Intent Processing', 'Conversion Completed', 'Intent Completed'];
    expect(payments.sequence()).toEqual([...once, ...once]);
  });
});

describe('the setting SingleAddress (001 Endpoints, paymentIntentFlow)', () => {
  const settings = { rules: { flow: 'SingleAddress' } } as const;

  test('an intent with an accountId gets the account’s permanent address, and is Processing until it is Completed', async () => {
    const payments = openPayments({ settings });
    const [first, second] = [await payments.create({ accountId: 'a' }), await payments.create({ accountId: 'a' })];
    const other = await payments.create();
    expect(await payments.intent(first)).toMatchObject({ status: 'Processing', address: (await payments.intent(second))['address'] });
    expect((await payments.intent(other))['address']).not.toBe((await payments.intent(first))['address']);
    payments.deposit(second, '50');
    await payments.advance(2000);
    expect(await payments.intent(second)).toMatchObject({ status: 'Completed', receivedAmount: 50, executedAmountTo: 45 });
  });

  test('what was asked for stays as it was, whatever has come (001 Payment intent, amountTo)', async () => {
    const payments = openPayments({ settings });
    const id = await payments.create({ accountId: 'a' });
    payments.deposit(id, '50');
    await payments.advance(2000);
    expect(await payments.intent(id)).toMatchObject({ status: 'Completed', amountFrom: 120, amountTo: 108, executedAmountTo: 45 });
  });

  test('of several at one address that is completed which is paid, or else the oldest; further deposits make their own in the same currency', async () => {
    const payments = openPayments({ settings });
    const [first, second, third] = [
      await payments.create({ accountId: 'a' }),
      await payments.create({ accountId: 'a' }),
      await payments.create({ accountId: 'a' }),
    ];
    const statuses = async () => Promise.all([first, second, third].map(async (id) => (await payments.intent(id))['status']));
    payments.deposit(second, '50');
    await payments.advance(2000);
    expect(await statuses()).toEqual(['Processing', 'Completed', 'Processing']);
    const address = (await payments.intent(first))['address'] as string;
    for (const amount of ['60', '70', '80']) payments.simulator.payments.deposit({ address }, { amount: dec(amount) });
    await payments.advance(2000);
    expect(await statuses()).toEqual(['Completed', 'Completed', 'Completed']);
    const found = (await payments.ask('POST', '/v1/payment-intents/search', {})) as unknown as Record<string, unknown>[];
    expect(found.map(({ receivedAmount }) => receivedAmount)).toEqual([80, 70, 50, 60]);
    expect(found[0]).toMatchObject({ status: 'Completed', amountFrom: 80, currencyTo: 'EUR', amountTo: 72, executedAmountTo: 72 });
  });

  test('in the sandbox the mock deposit completes it', async () => {
    const payments = openPayments({ settings });
    const id = await payments.create({ accountId: 'a', networkCode: 'BNB_TEST' });
    await payments.advance(30_000);
    expect(await payments.intent(id)).toMatchObject({ status: 'Completed', receivedAmount: 100 });
    expect(payments.sequence()).toEqual(['Intent Processing', 'Intent Completed']);
  });

  test('without an accountId the flow is not applied', async () => {
    const payments = openPayments({ settings });
    expect((await payments.intent(await payments.create()))['status']).toBe('Pending');
  });
});

describe('the page of a payment (001 Endpoints, v1 form)', () => {
  test('is reached by its parameters; the payer picks a coin and pays', async () => {
    const payments = openPayments();
    const url = (await payments.ask('POST', '/v1/payment-intents/', {
      currency: 'EUR',
      amount: 108,
      callbackUrl: CALLBACK,
    })) as unknown as string;
    const page = new URL(url);
    expect([page.pathname, [...page.searchParams.keys()]]).toEqual([
      '/deposit',
      ['currencyTo', 'amountTo', 'paymentIntentId', 'merchantId', 'token'],
    ]);
    const id = page.searchParams.get('paymentIntentId')!;
    const visit = async (form?: Record<string, string>): Promise<[number, string]> => {
      const response = await payments.simulator.fetch(
        new Request(url, form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }),
      );
      return [response.status, await response.text()];
    };
    expect(await payments.intent(id)).toMatchObject({ status: 'New', currencyTo: 'EUR', amountTo: 108 });
    expect(await visit()).toEqual([200, expect.stringContaining('USDT ETH')]);
    expect((await visit({ coin: 'DOGE X' }))[0]).toBe(400);
    expect(await visit({ coin: 'USDT ETH' })).toEqual([200, expect.stringContaining('120 USDT (ETH)')]);
    expect(await payments.intent(id)).toMatchObject({ status: 'Pending', amountFrom: 120 });
    for (const amount of ['much', '-1', '0.000000001']) expect((await visit({ amount }))[0]).toBe(400);
    expect((await visit({ amount: '120' }))[0]).toBe(200);
    await payments.advance(2000);
    expect(payments.sequence()).toEqual(['Intent Pending', 'Intent Completed']);
    expect(await visit()).toEqual([200, expect.stringContaining('Completed')]);
  });
});
