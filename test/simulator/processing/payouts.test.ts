import { describe, expect, test } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import { hiddenFields } from '../hiddenFields.ts';
import { CALLBACK, openPayments, type PaymentsUnderTest } from './paymentsUnderTest.ts';

const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';
const TERMS = { currencyFrom: 'EUR', currencyTo: 'USDT', networkCode: 'ETH', address: ADDRESS };
const balances = { EUR: dec(1000) };

describe('payouts (001 Payouts)', () => {
  test.each([
    [{ amountFrom: 90 }, { amountFrom: 90, amountTo: 100, amountToType: 'gross', receivedAmount: 96 }],
    [{ amountTo: 100 }, { amountFrom: 90, amountTo: 100, amountToType: 'gross', receivedAmount: 96 }],
    [
      { amountTo: 100, amountToType: 'gross' },
      { amountFrom: 90, amountTo: 100, amountToType: 'gross', receivedAmount: 96 },
    ],
    [
      { amountTo: 96, amountToType: 'net' },
      { amountFrom: 90, amountTo: 96, amountToType: 'net', receivedAmount: 96 },
    ],
  ])('an estimate for %o: gross takes the fee out of the amount, net adds it on top', async (amounts, terms) => {
    const payments = openPayments({ balances });
    const estimate = await payments.ask('POST', '/v2/payout-intents/estimated-fee', { ...TERMS, ...amounts });
    expect(estimate).toEqual({ currencyFrom: 'EUR', currencyTo: 'USDT', feeAmount: 4, feeCurrency: 'USDT', ...terms });
  });

  test.each([
    [{}, 'amountFrom'],
    [{ amountFrom: 1, amountTo: 1 }, 'amountFrom'],
    [{ amountFrom: 1, amountToType: 'net' }, 'amountToType'],
    [{ amountTo: 1, amountToType: 'Net' }, 'amountToType'],
    [{ amountFrom: 0 }, 'amountFrom'],
    [{ amountFrom: 10, address: 'nowhere' }, 'address'],
    [{ amountFrom: 10, additionalAddress: '7' }, 'additionalAddress'],
  ])('%o is refused, naming %s', async (amounts, field) => {
    const payments = openPayments({ balances });
    for (const path of ['/v2/payout-intents/estimated-fee', '/v2/payout-intents']) {
      const { status, json } = await payments.call('POST', path, { ...TERMS, ...amounts });
      expect([status, Object.keys((json as { errors: object }).errors)]).toEqual([400, [field]]);
    }
  });

  test('one that is created goes New, Pending, Processing, Completed; a notification for each', async () => {
    const payments = openPayments({ balances });
    const created = await payments.ask('POST', '/v2/payout-intents', {
      ...TERMS,
      amountFrom: 90,
      customOrderId: 'payout-1',
      callbackUrl: CALLBACK,
    });
    const path = `/v1/payout-intents/${created['payoutIntentId'] as string}`;
    expect(await payments.ask('GET', path)).toMatchObject({ status: 'New', customOrderId: 'payout-1', amountFrom: 90 });
    await payments.advance(2000);
    expect(await payments.ask('GET', path)).toMatchObject({ status: 'Processing', transactionId: '51001' });
    await payments.advance(10_000);
    expect(await payments.ask('GET', path)).toMatchObject({
      status: 'Completed',
      amountTo: 100,
      feeAmountTo: 4,
      transactionHash: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    });
    expect(payments.sequence()).toEqual(['Payout New', 'Payout Pending', 'Payout Processing', 'Payout Completed']);
    const { ledger } = payments.simulator.payments.world;
    expect([ledger.balance('merchant', 'EUR').toFixed(), ledger.balance('fees', 'USDT').toFixed()]).toEqual(['910', '4']);
  });

  test('its first notification has the fields of the record; of one by page nobody knows the terms yet', async () => {
    const payments = openPayments({ balances });
    const { payoutIntentId } = await payments.ask('POST', '/v2/payout-intents', { ...TERMS, amountFrom: 90, callbackUrl: CALLBACK });
    await payments.advance(10);
    const record = await payments.ask('GET', `/v1/payout-intents/${payoutIntentId as string}`);
    expect(payments.told).toHaveLength(1);
    expect(payments.told[0]).toMatchObject({ ...record, status: 'New', amountTo: 100, address: ADDRESS });
    await payments.ask('POST', '/v1/payout-intents/', { currency: 'EUR', amount: 90, callbackUrl: CALLBACK });
    await payments.advance(10);
    expect(payments.told[1]).toMatchObject({ status: 'New', amountFrom: 90, amountTo: null, address: null, currencyTo: null });
  });

  test('one that can’t be completed is Failed with its reason, and the money is back', async () => {
    const payments = openPayments({ balances });
    const created = await payments.ask('POST', '/v2/payout-intents', { ...TERMS, amountFrom: 90, callbackUrl: CALLBACK });
    payments.simulator.payments.failNext('payout', 'the network is down');
    await payments.advance(10_000);
    expect(await payments.ask('GET', `/v1/payout-intents/${created['payoutIntentId'] as string}`)).toMatchObject({
      status: 'Failed',
      statusDescription: 'the network is down',
    });
    expect(payments.sequence().at(-1)).toBe('Payout Failed');
    expect(payments.simulator.payments.world.ledger.balance('merchant', 'EUR').toFixed()).toBe('1000');
  });

  test('two that the balance covers only one by one: the later one is Failed', async () => {
    const payments = openPayments({ balances });
    for (let i = 0; i < 2; i++) await payments.ask('POST', '/v2/payout-intents', { ...TERMS, amountFrom: 600 });
    await payments.advance(10_000);
    const found = (await payments.ask('POST', '/v1/payout-intents/search', {})) as unknown as { status: string }[];
    expect(found.map(({ status }) => status)).toEqual(['Failed', 'Completed']);
  });

  test.each([
    ['/v2/payout-intents', { ...TERMS, amountFrom: 90.001 }, { amountFrom: ['must have at most 2 decimals'] }],
    ['/v2/payout-intents', { ...TERMS, amountTo: 96.000000001, amountToType: 'net' }, { amountTo: ['must have at most 8 decimals'] }],
    ['/v2/payout-intents/estimated-fee', { ...TERMS, amountTo: 96.000000001 }, { amountTo: ['must have at most 8 decimals'] }],
    ['/v1/payout-intents/', { currency: 'EUR', amount: 0.1 + 0.2 }, { amount: ['must have at most 2 decimals'] }],
  ])('%s of %j is refused: nobody can pay a part of the least unit', async (path, request, errors) => {
    const payments = openPayments({ balances });
    expect(await payments.call('POST', path, request)).toMatchObject({ status: 400, json: { errors } });
    expect(payments.simulator.payments.payouts.payouts()).toEqual([]);
  });

  test('above the balance, and not above the fee, are refused', async () => {
    const payments = openPayments({ balances });
    const refusal = async (amountFrom: number): Promise<unknown> =>
      (await payments.call('POST', '/v2/payout-intents', { ...TERMS, amountFrom })).json;
    expect(await refusal(1000.01)).toMatchObject({ code: 'insufficient-balance' });
    expect(await refusal(3.6)).toMatchObject({ code: 'amount-too-small' });
  });

  test('the merchant cancels one only while it is New', async () => {
    const payments = openPayments({ balances });
    const { payouts } = payments.simulator.payments;
    await payments.ask('POST', '/v1/payout-intents/', { currency: 'EUR', amount: 90, callbackUrl: CALLBACK });
    const [payout] = payouts.payouts();
    expect([payouts.cancel(payout!), payouts.cancel(payout!)]).toEqual([true, false]);
    await payments.advance(10_000);
    expect(payments.sequence()).toEqual(['Payout New', 'Payout Cancelled']);
  });

  interface PageOfPayout {
    readonly payments: PaymentsUnderTest;
    readonly url: string;
    /** Without a form it is only looked at. */
    visit(form?: Record<string, string>): Promise<Response>;
    /** What the button of the page sends that was seen last, or of another one. */
    confirm(page?: string): Promise<Response>;
  }

  /** A payout of 90 EUR by page. */
  async function byPage(): Promise<PageOfPayout> {
    const payments = openPayments({ balances });
    const request = { currency: 'EUR', amount: 90, callbackUrl: CALLBACK };
    const url = (await payments.ask('POST', '/v1/payout-intents/', request)) as unknown as string;
    let seen = '';
    const visit = async (form?: Record<string, string>): Promise<Response> => {
      const answer = await payments.simulator.fetch(
        new Request(url, form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }),
      );
      seen = await answer.clone().text();
      return answer;
    };
    return { payments, url, visit, confirm: (page = seen) => visit({ step: 'confirm', ...hiddenFields(page) }) };
  }

  const only = (payments: PaymentsUnderTest): Promise<unknown> =>
    payments.ask('POST', '/v1/payout-intents/search', {}).then((found) => (found as unknown as unknown[])[0]);

  test('by page: the customer gives the destination, and confirms after seeing amount, fee and how long the quote holds (001 Payouts)', async () => {
    const { payments, url, visit, confirm } = await byPage();
    const page = new URL(url);
    expect([page.pathname, [...page.searchParams.keys()]]).toEqual([
      '/payout',
      ['currencyTo', 'amountTo', 'payoutIntentId', 'merchantId', 'token'],
    ]);
    expect(await (await visit()).text()).toContain('90 EUR');
    expect((await visit({ step: 'confirm' })).status).toBe(400);
    expect((await visit({ coin: 'USDT ETH', address: 'nowhere' })).status).toBe(400);
    const terms = await (await visit({ coin: 'USDT ETH', address: ADDRESS })).text();
    for (const shown of ['96 USDT', '4 USDT', ADDRESS, '2026-11-20T10:00:30.000Z']) expect(terms).toContain(shown);
    expect(await only(payments)).toMatchObject({ status: 'New', address: ADDRESS, amountTo: 100, feeAmountTo: 4 });
    await payments.advance(10_000);
    expect(payments.sequence()).toEqual(['Payout New']);
    expect((await confirm()).status).toBe(200);
    await payments.advance(10_000);
    expect(payments.sequence()).toEqual(['Payout New', 'Payout Pending', 'Payout Processing', 'Payout Completed']);
    expect((await visit({ coin: 'USDT ETH', address: ADDRESS })).status).toBe(400);
    expect((await visit({ step: 'confirm' })).status).toBe(400);
  });

  test('by page: a quote that has expired is not confirmed; a new one is shown', async () => {
    const { payments, visit, confirm } = await byPage();
    await visit({ coin: 'USDT ETH', address: ADDRESS });
    await payments.advance(30_001);
    const shown = await (await visit()).text();
    const late = await confirm();
    expect([late.status, await late.text()]).toEqual([400, expect.stringContaining('2026-11-20T10:01:00.001Z')]);
    expect(await only(payments)).toMatchObject({ status: 'New', address: ADDRESS });
    expect((await confirm(shown)).status, 'the same once more').toBe(400);
    expect((await confirm()).status).toBe(200);
    expect(await only(payments)).toMatchObject({ status: 'Pending', address: ADDRESS, amountTo: 100 });
  });

  test('by page: what is confirmed is what was seen, and not what another tab has asked for since (001 Payouts)', async () => {
    const { payments, visit, confirm } = await byPage();
    const first = await (await visit({ coin: 'USDT ETH', address: ADDRESS })).text();
    const second = await (await visit({ coin: 'ETH ETH', address: ADDRESS })).text();
    const refused = await confirm(first);
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining(' ETH<')]);
    expect((await visit({ step: 'confirm' })).status, 'without what was seen').toBe(400);
    expect(await only(payments)).toMatchObject({ status: 'New', currencyTo: 'ETH' });
    expect((await confirm(second)).status).toBe(200);
    expect(await only(payments)).toMatchObject({ status: 'Pending', currencyTo: 'ETH' });
  });

  test('by page: the destination may be given anew, and a merchant may cancel until it is confirmed', async () => {
    const { payments, visit } = await byPage();
    await visit({ coin: 'USDT ETH', address: ADDRESS });
    await visit({ coin: 'ETH ETH', address: ADDRESS });
    expect(await only(payments)).toMatchObject({ status: 'New', currencyTo: 'ETH' });
    const { payouts } = payments.simulator.payments;
    expect(payouts.cancel(payouts.payouts()[0]!)).toBe(true);
    expect((await visit({ step: 'confirm' })).status).toBe(400);
    expect(payments.sequence()).toEqual(['Payout New', 'Payout Cancelled']);
  });

  test('one that is not known is 404 with a message', async () => {
    const payments = openPayments();
    expect(await payments.call('GET', '/v1/payout-intents/0f8fad5b-d9cb-469f-a165-70867728950e')).toMatchObject({
      status: 404,
      json: { message: expect.any(String) as string },
    });
  });
});
