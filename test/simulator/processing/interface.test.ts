import { describe, expect, test } from 'vitest';
import { signedRequest } from '../signedRequests.ts';
import { answered, BEGINNING, openVenue } from '../venueUnderTest.ts';
import { openPayments, type PaymentsUnderTest } from './paymentsUnderTest.ts';

const UNKNOWN = '0f8fad5b-d9cb-469f-a165-70867728950e';

describe('authentication (001 Authentication)', () => {
  test.each(['PROC', 'ALT'] as const)('the deployment with %s takes its own headers and no others', async (prefix) => {
    const { simulator } = openPayments({ prefix });
    const statusWith = async (headers: string): Promise<[number, string]> => {
      const request = signedRequest(simulator.processing, { method: 'GET', path: '/v1/currencies', at: BEGINNING }, undefined, headers);
      const response = await simulator.fetch(request);
      return [response.status, response.status === 200 ? '' : await response.text()];
    };
    expect(await statusWith(prefix)).toEqual([200, '']);
    expect(await statusWith(prefix === 'PROC' ? 'ALT' : 'PROC')).toEqual([401, '']);
    expect(simulator.processing.prefix).toBe(prefix);
  });

  test.each([
    [60_000, 200],
    [60_001, 401],
    [-60_001, 401],
  ])('a timestamp %i ms off gives %i (001 Limits)', async (off, status) => {
    const { simulator } = openPayments();
    const request = signedRequest(simulator.processing, { method: 'GET', path: '/v1/currencies', at: BEGINNING + off }, undefined, 'PROC');
    expect((await simulator.fetch(request)).status).toBe(status);
  });

  test('the keys of the exchange account are not those of this service', async () => {
    const { simulator } = openVenue();
    const request = signedRequest(
      simulator.exchange,
      { method: 'POST', path: '/v1/payment-intents/search', body: '{}', at: BEGINNING },
      undefined,
      'PROC',
    );
    expect(await answered(await simulator.fetch(request))).toMatchObject({ status: 401, text: '' });
    expect(simulator.processing.key).not.toBe(simulator.exchange.key);
  });

  test('both interfaces have their currencies at one address: headers and path tell them apart', async () => {
    const { simulator } = openVenue();
    const exchange = await simulator.fetch(signedRequest(simulator.exchange, { method: 'GET', path: '/v1/currencies/', at: BEGINNING }));
    const processing = await simulator.fetch(
      signedRequest(simulator.processing, { method: 'GET', path: '/v1/currencies/', at: BEGINNING }, undefined, 'PROC'),
    );
    expect([(await answered(exchange)).text.slice(0, 12), (await answered(processing)).text.slice(0, 16)]).toEqual([
      '[{"currency"',
      '[{"fiatCurrency"',
    ]);
  });
});

describe('errors (001 Errors)', () => {
  test.each([
    ['GET', `/v1/payment-intents/${UNKNOWN}`],
    ['POST', `/v1/payment-intents/${UNKNOWN}/retry/request-for-quote`],
    ['POST', `/v1/payment-intents/${UNKNOWN}/retry`],
    ['POST', `/v1/payment-intents/${UNKNOWN}/manually-completed`],
    ['GET', `/v1/payment-intents/${UNKNOWN}/manually-completed/received-equivalent`],
    ['GET', `/v1/payment-intents/${UNKNOWN}/coin-networks`],
    ['POST', `/v1/payment-intents/${UNKNOWN}/crypto-refunds`],
    ['GET', `/v1/payment-intents/${UNKNOWN}/crypto-refunds/link?languageIso2=en`],
  ])('%s %s: 404 with a message for what is not known', async (method, path) => {
    const { json, status } = await openPayments().call(method, path);
    expect([status, json]).toEqual([404, { message: `payment intent ${UNKNOWN} is not known` }]);
  });

  test('field errors name each field (001 Endpoints)', async () => {
    const { status, json } = await openPayments().call('POST', '/v2/payment-intents/', { currencyTo: 'EUR', amountTo: 0 });
    expect([status, json]).toMatchObject([400, { errors: { currencyFrom: ['is required'], amountTo: ['must be greater than 0'] } }]);
  });

  test.each([
    [{ currencyFrom: 'DOGE' }, 404, undefined],
    [{ currencyTo: 'CHF' }, 404, undefined],
    [{ networkCode: 'SOL' }, 400, 'network-not-supported'],
  ])('a payment with %o is refused with %i', async (change, status, code) => {
    const body = { currencyFrom: 'USDT', currencyTo: 'EUR', amountTo: 10, ...change };
    const answer = await openPayments().call('POST', '/v2/payment-intents/', body);
    expect([answer.status, (answer.json as { code?: string }).code]).toEqual([status, code]);
  });

  test('what goes wrong inside is a 500 without internals (001 Errors 1)', async () => {
    const payments = openPayments({
      euroPrice: () => {
        throw new Error('secret detail');
      },
    });
    const body = { currencyFrom: 'USDT', currencyTo: 'EUR', amountTo: 10 };
    expect(await payments.call('POST', '/v2/payment-intents/', body)).toMatchObject({
      status: 500,
      text: '{"code":"server-error","message":"Server Error"}',
    });
    expect(payments.simulator.truth().failures).toEqual(['paymentIntents.create: secret detail']);
  });

  test('of an intent whose payer has not picked a coin there is nothing to refund', async () => {
    const payments = openPayments();
    const url = (await payments.ask('POST', '/v1/payment-intents/', { currency: 'EUR', amount: 10 })) as unknown as string;
    const id = new URL(url).searchParams.get('paymentIntentId')!;
    for (const [method, path] of [
      ['GET', 'coin-networks'],
      ['POST', 'crypto-refunds'],
      ['GET', 'crypto-refunds/link?languageIso2=en'],
    ] as const) {
      const answer = await payments.call(method, `/v1/payment-intents/${id}/${path}`);
      expect(answer).toMatchObject({ status: 400, json: { code: 'payment-intent-new' } });
    }
  });

  test('before anything was received there is no equivalent', async () => {
    const payments = openPayments();
    const id = await payments.create();
    expect(await payments.call('GET', `/v1/payment-intents/${id}/manually-completed/received-equivalent`)).toMatchObject({
      status: 400,
      json: { code: 'nothing-received' },
    });
  });
});

describe('lists (001 Endpoints)', () => {
  async function five(): Promise<{ payments: PaymentsUnderTest; ids: string[] }> {
    const payments = openPayments();
    const ids: string[] = [];
    for (let i = 0; i < 5; i++) {
      ids.unshift(await payments.create({ customOrderId: `o-${i}`, accountId: i < 2 ? 'a' : 'b' }));
      await payments.advance(1000);
    }
    return { payments, ids };
  }

  test('newest first, with skip and take', async () => {
    const { payments, ids } = await five();
    const found = async (body: object): Promise<string[]> =>
      ((await payments.ask('POST', '/v1/payment-intents/search', body)) as unknown as { id: string }[]).map(({ id }) => id);
    expect(await found({})).toEqual(ids);
    expect(await found({ skip: 1, take: 2 })).toEqual(ids.slice(1, 3));
    expect(await found({ skip: 9 })).toEqual([]);
    expect(await found({ accountId: 'a' })).toEqual(ids.slice(3));
    expect(await found({ accountId: 'b', customOrderId: 'o-0' })).toEqual([]);
    expect(await found({ id: ids[2]!.toUpperCase() })).toEqual([ids[2]]);
    expect(await found({ createdDateFrom: '2026-11-20T10:00:03Z' })).toEqual(ids.slice(0, 2));
    expect(await found({ createdDateTo: '2026-11-20T10:00:01Z' })).toEqual(ids.slice(3));
  });

  test.each(['/v1/payment-intents/search', '/v1/payout-intents/search', '/v2/payment-intents/deposit-addresses/search'])(
    '%s takes 500 at most (001 Limits)',
    async (path) => {
      const payments = openPayments();
      expect((await payments.call('POST', path, { take: 500 })).status).toBe(200);
      expect(await payments.call('POST', path, { take: 501 })).toMatchObject({
        status: 400,
        json: { errors: { take: ['must be 1 to 500'] } },
      });
    },
  );

  test('parameters of a POST may stand in the query, and count there (001 Endpoints, conventions)', async () => {
    const { payments, ids } = await five();
    const found = (await payments.ask('POST', '/v1/payment-intents/search?customOrderId=o-4&take=1', {
      customOrderId: 'o-0',
    })) as unknown as { id: string }[];
    expect(found.map(({ id }) => id)).toEqual([ids[0]]);
  });
});

test('coins: fiat currencies, a virtual one among them, with the networks of the sandbox first (001 Coin listing)', async () => {
  const list = (await openPayments().ask('GET', '/v1/currencies')) as unknown as Record<string, unknown>[];
  expect(list.map(({ fiatCurrency, isVirtual }) => [fiatCurrency, isVirtual])).toEqual([
    ['EUR', false],
    ['USD', false],
    ['GBP', false],
    ['VPT', true],
  ]);
  expect(list[0]).toMatchObject({
    coins: [
      { coin: 'USDT', coinNetworks: [{ networkCode: 'BNB_TEST', order: 1 }, {}, {}] },
      {},
      {},
      { coin: 'XRP', coinNetworks: [{ addressType: 'MultipleWithTag' }, {}] },
      {},
    ],
  });
  const [usdt] = list[0]!['coins'] as { coinNetworks: unknown[] }[];
  // Whether a tag is required is told of the whole listing here, and of each network by coin-networks alone.
  expect(usdt!.coinNetworks[0]).toEqual({
    addressType: 'Multiple',
    networkCode: 'BNB_TEST',
    networkName: 'BNB Smart Chain testnet',
    order: 1,
  });
});

test.each([
  ['/v2/payment-intents/', { currencyFrom: 'USDT', currencyTo: 'EUR', amountTo: 100.005 }, { amountTo: ['must have at most 2 decimals'] }],
  [
    '/v2/payment-intents/',
    { currencyFrom: 'USDT', currencyTo: 'BTC', amountTo: 0.010000001 },
    { amountTo: ['must have at most 8 decimals'] },
  ],
  [
    '/v2/payment-intents/estimated-quote',
    { currencyFrom: 'USDT', currencyTo: 'EUR', amountTo: 0.1 + 0.2 },
    { amountTo: ['must have at most 2 decimals'] },
  ],
  ['/v1/payment-intents/', { currency: 'EUR', amount: 100.005 }, { amount: ['must have at most 2 decimals'] }],
])('%s of %j is refused: nobody can pay a part of the least unit', async (path, request, errors) => {
  const payments = openPayments();
  expect(await payments.call('POST', path, request)).toMatchObject({ status: 400, json: { errors } });
  expect(await payments.ask('POST', '/v1/payment-intents/search', {})).toEqual([]);
});

test('an estimate says what has to be paid, in whole units of the coin, never less than the amount is worth (001 Endpoints)', async () => {
  const payments = openPayments();
  const estimate = (body: object): Promise<unknown> => payments.ask('POST', '/v2/payment-intents/estimated-quote', body);
  expect(await estimate({ currencyFrom: 'USDT', amountTo: 108, currencyTo: 'EUR' })).toEqual({
    currencyFrom: 'USDT',
    amountFrom: 120,
    currencyTo: 'EUR',
    amountTo: 108,
  });
  expect(await estimate({ currencyFrom: 'USDT', amountTo: 1, currencyTo: 'EUR' })).toMatchObject({ amountFrom: 1.11111112 });
  expect(await estimate({ currencyFrom: 'BTC', amountTo: 1000, currencyTo: 'VPT' })).toMatchObject({ amountFrom: 0.0002 });
});

test('prices come from the market of the venue where it has one', async () => {
  const { simulator } = openVenue();
  const body = '{"currencyFrom":"BTC","amountTo":61250,"currencyTo":"EUR"}';
  const request = signedRequest(
    simulator.processing,
    { method: 'POST', path: '/v2/payment-intents/estimated-quote', body, at: BEGINNING },
    undefined,
    'PROC',
  );
  const { amountFrom } = (await answered(await simulator.fetch(request))).json as { amountFrom: number };
  expect(amountFrom).toBeGreaterThan(0.95);
  expect(amountFrom).toBeLessThan(1.05);
});
