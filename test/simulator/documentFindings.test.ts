import { afterEach, expect, test } from 'vitest';
import type { SimulatorOptions } from '../../src/simulator/simulatorOptions.ts';
import { type ServedVenue, serveVenue } from './servedVenue.ts';
import { signedRequest } from './signedRequests.ts';
import { only } from './venueUnderTest.ts';

const open: ServedVenue[] = [];

afterEach(async () => {
  for (const venue of open.splice(0)) {
    expect(venue.simulator.truth().failures).toEqual([]);
    await venue.close();
  }
});

async function served(options: Partial<SimulatorOptions> = {}): Promise<ServedVenue> {
  const venue = await serveVenue(options);
  open.push(venue);
  return venue;
}

const ORDERS = '/v1/spot-trading/orders';
const QUOTE = '/v1/otc-trading/request-for-quote/';
const ETHEREUM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const INIT = '/business-api/v1/intent/init';
const CUSTOMER = {
  id: 'customer-1',
  country: 'DE',
  email: 'ada@shop.example',
  full_phone_number: '+4915112345678',
  first_name: 'Ada',
  last_name: 'Lovelace',
  currency: 'EUR',
};
const HOSTED = { customer: CUSTOMER, notification_url: 'https://shop.example/notify' };
/** 108 EUR, on a network without mock deposits. */
const INTENT = { currencyFrom: 'USDT', currencyTo: 'EUR', amountTo: 108, networkCode: 'ETH', callbackUrl: 'https://shop.example/notify' };
const PAYOUT = { currencyFrom: 'EUR', amountFrom: 100, currencyTo: 'USDT', networkCode: 'ETH', address: ETHEREUM };

async function placed(venue: ServedVenue, count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    await venue.exchange('POST', ORDERS, { symbol: 'BTC/EUR', side: 'Buy', type: 'Limit', amount: 0.001, price: 50_000 + i });
  }
}

async function prices({ exchange }: ServedVenue, query: string): Promise<number[]> {
  return ((await exchange('GET', `${ORDERS}?${query}`)).json as { items: { price: number }[] }).items.map(({ price }) => price);
}

test.each([
  ['counts open orders from page 1, which is what leaving it out means', undefined, [50002, 50001], [50002, 50001]],
  ['may follow convention 6 to the letter: page 1, sent or not, begins after `count` orders', 0, [50000], [50000]],
] as const)('A1: the venue %s (000 Limits, 000 Common conventions 6)', async (_, openOrdersPageBase, first, without) => {
  const venue = await served({ behaviour: openOrdersPageBase === undefined ? {} : { openOrdersPageBase } });
  await placed(venue, 3);
  expect(await prices(venue, 'page=1&count=2')).toEqual(first);
  expect(await prices(venue, 'count=2')).toEqual(without);
});

test.each([
  [{ fromCurrency: 'EUR', toCurrency: 'BTC', fromAmount: 999_999_999 }],
  [{ fromCurrency: 'EUR', toCurrency: 'BTC', toAmount: 999_999_999 }],
  [{ fromCurrency: 'ETH', toCurrency: 'XRP', toAmount: 999_999_999 }],
  [{ fromCurrency: 'LTC', toCurrency: 'EUR', fromAmount: 0.1 }],
  [{ fromCurrency: 'GBP', toCurrency: 'BTC', fromAmount: 1 }],
])('A2: %j is refused for the balance, whatever the market could do (000 Conversion)', async (request) => {
  const { exchange } = await served({ balances: only({ EUR: '1000', ETH: '1' }) });
  expect(await exchange('POST', QUOTE, request)).toMatchObject({
    status: 400,
    json: { code: 'insufficient-balance', message: 'fromAmount is greater than the available balance' },
  });
});

test('A2: what the balance covers and the market does not is another refusal', async () => {
  const { exchange } = await served({ balances: only({ EUR: '999999999', GBP: '5' }) });
  for (const request of [
    { fromCurrency: 'EUR', toCurrency: 'BTC', fromAmount: 999_999_999 },
    { fromCurrency: 'GBP', toCurrency: 'BTC', fromAmount: 1 },
  ]) {
    expect(await exchange('POST', QUOTE, request)).toMatchObject({ status: 400, json: { code: 'conversion-not-available' } });
  }
});

/** A signed GET with any prefix, any key and any path. */
async function got(
  { url, wallClock, simulator }: ServedVenue,
  path: string,
  prefix: string,
  of: 'exchange' | 'processing',
): Promise<number> {
  return (await fetch(signedRequest(simulator[of], { method: 'GET', path, at: wallClock.now() }, url, prefix))).status;
}

test.each(['/v1/currencies', '/v1/currencies/'])(
  'A3: %s, which two interfaces share, belongs to whose headers are sent; a foreign prefix or key is a 401 (000 and 001 Authentication)',
  async (path) => {
    const venue = await served();
    expect(await got(venue, path, 'SVC', 'exchange')).toBe(200);
    expect(await got(venue, path, 'PROC', 'processing')).toBe(200);
    expect(await got(venue, path, 'SVC', 'processing')).toBe(401);
    expect(await got(venue, path, 'PROC', 'exchange')).toBe(401);
    expect(await got(venue, path, 'ALT', 'processing')).toBe(401);
    expect((await fetch(venue.url + path)).status).toBe(401);
  },
);

test('A3: the foreign prefix is a 401 on every other path too', async () => {
  const venue = await served();
  expect(await got(venue, '/v1/balances', 'PROC', 'exchange')).toBe(401);
  expect(await got(venue, '/v1/payment-intents/3d813cbb-47fb-42ba-91df-831e1593ac29', 'SVC', 'processing')).toBe(401);
});

test.each([
  ['lax', 200],
  ['strict', 404],
] as const)('A3: with slashes %s, the other way of writing a path is a %i in all three interfaces', async (slashes, status) => {
  const { exchange, processing, hosted } = await served({ behaviour: { slashes } });
  const [other, own] = [
    [
      await exchange('GET', '/v1/balances/'),
      await exchange('GET', '/v1/currencies'),
      await exchange('POST', '/v1/otc-trading/request-for-quote', { fromCurrency: 'EUR', toCurrency: 'BTC', fromAmount: 10 }),
      await processing('POST', '/v2/payment-intents', INTENT),
      await processing('POST', '/v2/payout-intents/', PAYOUT),
      await hosted(`${INIT}/`, HOSTED),
    ],
    [
      await exchange('GET', '/v1/balances'),
      await exchange('GET', '/v1/currencies/'),
      await exchange('POST', QUOTE, { fromCurrency: 'EUR', toCurrency: 'BTC', fromAmount: 10 }),
      await processing('POST', '/v2/payment-intents/', INTENT),
      await processing('POST', '/v2/payout-intents', PAYOUT),
      await hosted(INIT, HOSTED),
    ],
  ].map((answers) => answers.map((answer) => answer.status));
  // In strict mode `/v1/currencies` with the headers of 000 is not a path of 000.
  expect([other, own]).toEqual([Array.from({ length: 6 }, () => status), Array.from({ length: 6 }, () => 200)]);
});

test('A7: nonsense in addresses to call, countries, languages and currencies is refused in all three interfaces', async () => {
  const { exchange, processing, hosted } = await served();
  const wire = { countryIso2: 'ZZ', currency: 'EUR' };
  const beneficiary = { firstName: 'A', lastName: 'B', countryOfBirthCode: 'ZZ', dateOfBirth: '1990-01-01' };
  const withdrawal = { currency: 'ETH', networkCode: 'ETH', amount: 1, destinationAddress: ETHEREUM };
  const answers = [
    await exchange('GET', `/v1/fiat/deposits/wire-transfer/bank-accounts?${new URLSearchParams(wire).toString()}`),
    await exchange('POST', '/v2/withdrawals', { ...withdrawal, beneficiary }),
    await exchange('POST', '/v2/withdrawals', {
      ...withdrawal,
      beneficiary: { ...beneficiary, countryOfBirthCode: 'DE', dateOfBirth: '2990-01-01' },
    }),
    await processing('POST', '/v2/payment-intents/', { ...INTENT, callbackUrl: 'nonsense' }),
    await processing('POST', '/v1/payment-intents/', {
      currency: 'EUR',
      amount: 10,
      callbackUrl: 'ftp://shop.example',
      languageIso2: 'xx',
    }),
    await processing('POST', '/v2/payment-intents/deposit-addresses', {
      currency: 'BTC',
      networkCode: 'BTC',
      accountId: 'a',
      callbackUrl: '',
    }),
    await processing('POST', '/v2/payout-intents', { ...PAYOUT, callbackUrl: 'https:nowhere' }),
    await hosted(INIT, { ...HOSTED, notification_url: 'not a url', lang: 'xx', customer: { ...CUSTOMER, country: 'ZZ', currency: 'ABC' } }),
  ].map(({ status, json }) => [status, fieldsIn(json)]);
  expect(answers).toEqual([
    [400, ['countryIso2']],
    [400, ['beneficiary.countryOfBirthCode']],
    [400, ['beneficiary.dateOfBirth']],
    [400, ['callbackUrl']],
    [400, ['callbackUrl', 'languageIso2']],
    [400, ['callbackUrl']],
    [400, ['callbackUrl']],
    [422, ['customer.country', 'customer.currency', 'notification_url', 'lang']],
  ]);
});

/** The fields that a refusal names, in the shape of 000 and 001 or of 002. */
function fieldsIn(json: unknown): string[] {
  if (Array.isArray(json)) return (json as { context: { propertyPath: string } }[]).map(({ context }) => context.propertyPath);
  return Object.keys((json as { errors: object }).errors);
}

test('A8: a value of the wrong kind is told of in the words of JSON, in all three interfaces', async () => {
  const { exchange, processing, hosted } = await served();
  const order = await exchange('POST', ORDERS, { symbol: 5, type: 'Market', side: 'Buy', amount: 'x' });
  expect(order.json).toMatchObject({ errors: { symbol: ['expected a text, not a number'], amount: ['expected a number'] } });
  const intent = await processing('POST', '/v2/payment-intents/', { ...INTENT, currencyFrom: true, customOrderId: [] });
  expect(intent.json).toMatchObject({
    errors: { currencyFrom: ['expected a text, not true or false'], customOrderId: ['expected a text, not a list'] },
  });
  const payment = await hosted(INIT, { ...HOSTED, variable1: 5 });
  expect(payment.json).toEqual([
    { code: 'VALIDATION_ERROR', message: 'expected a text, not a number', context: { propertyPath: 'variable1' } },
  ]);
  expect([order.text, intent.text, payment.text].join('')).not.toMatch(/JsonNumber|Invalid input/);
});

test.each([
  ['{"symbol":', 'is not JSON at character 11: '],
  ['{"symbol":"BTC/EUR","symbol":"ETH/EUR"}', 'is not JSON at character 21: the key "symbol" stands twice'],
  ['[1]', 'must be a JSON object'],
])('A8: the body %s is refused for what is wrong with it, in all three interfaces', async (body, message) => {
  const { exchange, processing, hosted } = await served();
  for (const { json } of [await exchange('POST', ORDERS, body), await processing('POST', '/v2/payment-intents/', body)]) {
    expect((json as { errors: { body: string[] } }).errors.body[0]).toContain(message);
  }
  const [first] = (await hosted(INIT, body)).json as { message: string }[];
  expect(first!.message).toContain(message);
});

test.each([
  [500, { code: 'server-error', message: 'Server Error' }, [{ code: 'INTERNAL_ERROR', message: 'Server Error' }]],
  [404, { message: 'Not Found' }, [{ code: 'NOT_FOUND', message: 'Not Found' }]],
])(
  'A8: a %i that somebody orders by the control side has the body of the documents (000 Errors, 002 Errors)',
  async (status, own, listed) => {
    const { exchange, processing, hosted, control } = await served();
    await control('POST', '/faults', { times: 3, fault: { kind: 'status', status, apply: false } });
    expect(await exchange('POST', ORDERS, {})).toMatchObject({ status, json: own });
    expect(await processing('POST', '/v2/payment-intents/', INTENT)).toMatchObject({ status, json: own });
    expect(await hosted(INIT, HOSTED)).toMatchObject({ status, json: listed });
  },
);

test.each([
  ['referenceId', { referenceId: 'invoice-1', traceId: null }],
  ['traceId', { referenceId: null, traceId: 'invoice-1' }],
] as const)(
  'A9: the reference of a withdrawal stands as %s in the history, by a setting (000 Crypto transaction)',
  async (references, row) => {
    const { exchange } = await served({ behaviour: { references } });
    await exchange('POST', '/v2/withdrawals', {
      currency: 'ETH',
      networkCode: 'ETH',
      amount: 0.1,
      destinationAddress: ETHEREUM,
      referenceId: 'invoice-1',
    });
    const { data } = (await exchange('GET', '/v1/transactions?page=0&count=1')).json as { data: Record<string, unknown>[] };
    expect({ referenceId: data[0]!['referenceId'] ?? null, traceId: data[0]!['traceId'] ?? null }).toEqual(row);
  },
);

test.each([
  ['fills', 2],
  ['growing', 1],
  ['orders', 1],
] as const)('A9: a row of trades is an execution, or an order, by a setting: %s (000 Closed order)', async (trades, rows) => {
  const { exchange } = await served({ behaviour: { trades }, market: { symbols: 1 } });
  const book = (await exchange('GET', '/v1/spot-trading/orderbook/BTC%2FEUR?depth=250')).json as { asks: [number, number][] };
  // Two executions: what the best level has, and the rest of 0.01 or more at the next.
  const best = book.asks[0]![1];
  const { status } = await exchange('POST', ORDERS, {
    symbol: 'BTC/EUR',
    type: 'Market',
    side: 'Buy',
    amount: Number((best + 0.0001).toFixed(5)),
  });
  const { items } = (await exchange('GET', '/v1/spot-trading/trades?page=0&count=10')).json as { items: unknown[] };
  expect([status, items.length]).toEqual([201, rows]);
});
