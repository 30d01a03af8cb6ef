import { expect, test } from 'vitest';
import { signedRequest } from './signedRequests.ts';
import { answered, BEGINNING, openVenue } from './venueUnderTest.ts';

const ORDERS = '/v1/spot-trading/orders';

test.each([
  ['in the query alone', `${ORDERS}?symbol=BTC%2FEUR&type=Limit&side=Buy&amount=0.01&price=50000`, undefined],
  ['in the body alone', ORDERS, '{"price":50000,"amount":0.01,"side":"Buy","type":"Limit","symbol":"BTC/EUR"}'],
  ['in both, mixed', `${ORDERS}?price=50000&symbol=BTC%2FEUR`, '{"side":"Buy","type":"Limit","amount":1e-2}'],
  [
    'in both, and the query counts',
    `${ORDERS}?price=50000&amount=0.01`,
    '{"symbol":"BTC/EUR","side":"Buy","type":"Limit","amount":5,"price":1}',
  ],
])('parameters of a POST may stand %s (000 Common conventions 4)', async (_, path, body) => {
  const { call } = openVenue();
  const { status, json } = await call('POST', path, body);
  expect(status).toBe(201);
  expect(json).toMatchObject({ symbol: 'BTC/EUR', side: 'Buy', amount: 0.01, price: 50000 });
});

test('digits of the query and of the body are kept: nothing passes through a float', async () => {
  const { call } = openVenue();
  // As floats, both would be on the grid.
  const [inQuery, inBody] = [
    await call('POST', `${ORDERS}?symbol=BTC%2FEUR&type=Limit&side=Buy&amount=0.01&price=50000.00000000000000001`),
    await call('POST', ORDERS, '{"symbol":"BTC/EUR","type":"Limit","side":"Buy","amount":0.01000000000000000000001,"price":50000}'),
  ];
  expect(inQuery).toMatchObject({ status: 400, json: { errors: { price: ['must have at most 2 decimals'] } } });
  expect(inBody).toMatchObject({ status: 400, json: { errors: { amount: ['must be a multiple of 0.00001'] } } });
});

test.each(['[]', '"text"', '12', 'null'])('a body of %s is refused, since it is no object (000 Common conventions 1)', async (body) => {
  const { call } = openVenue();
  expect(await call('POST', ORDERS, body)).toMatchObject({ status: 400, json: { errors: { body: ['must be a JSON object'] } } });
});

test.each(['{', '{"symbol":"BTC/EUR",}', "{'symbol':1}", '{"amount":01}', '<html>'])(
  'a body of %s is refused, since it is no JSON (000 Common conventions 1)',
  async (body) => {
    const { call } = openVenue();
    const message = expect.stringMatching(/^is not JSON/) as unknown;
    expect(await call('POST', ORDERS, body)).toMatchObject({ status: 400, json: { errors: { body: [message] } } });
  },
);

test.each([
  ['the name of a member', '{"symbol":"BTC/EUR","type":"Limit","side":"Buy","amount":0.01,"price":50000,"n\xe9":1}'],
  ['a value', '{"currency":"XRP","networkCode":"XRP","addressType":"UniqueTag","clientTag":"caf\xe9"}'],
])('a body is refused when %s is written in Latin-1: JSON is UTF-8 (000 Common conventions 1)', async (_, text) => {
  const { call, simulator } = openVenue();
  const path = text.includes('symbol') ? ORDERS : '/v2/deposit-addresses/';
  const bytes = Uint8Array.from(Buffer.from(text, 'latin1'));
  const body = ['is not JSON: the bytes are not UTF-8 text'];
  expect(await call('POST', path, bytes)).toMatchObject({ status: 400, json: { errors: { body } } });
  expect(simulator.truth().orders).toEqual([]);
  expect(await call('POST', path, text)).toMatchObject({ status: path === ORDERS ? 201 : 200 });
});

test.each([
  ['POST', '/v2/deposit-addresses/?currency=BTC&networkCode=BTC&clientTag=caf%E9', 'clientTag'],
  ['GET', '/v1/spot-trading/orders?symbol=%FFBTC', 'symbol'],
  ['GET', '/v1/spot-trading/orders?caf%E9=1', 'query'],
] as const)('a query is refused when it is written in Latin-1: %s %s', async (method, path, field) => {
  const { call } = openVenue();
  expect(await call(method, path)).toMatchObject({ status: 400, json: { errors: { [field]: ['must be UTF-8 text'] } } });
});

test('a query may hold any text, and a per cent sign that stands for itself', async () => {
  const { call } = openVenue();
  for (const tag of ['caf%C3%A9', '100%', '%EF%BF%BD', 'a%20b+c', '%zz']) {
    const asked = await call('POST', `/v2/deposit-addresses/?currency=XRP&networkCode=XRP&addressType=UniqueTag&clientTag=${tag}`);
    expect(asked, tag).toMatchObject({ status: 200 });
  }
});

test('several fields may fail at once (000 Errors 5)', async () => {
  const { call } = openVenue();
  const { json } = await call('POST', ORDERS, '{"symbol":"BTC","type":"Stop","side":1,"amount":0}');
  expect(Object.keys((json as { errors: object }).errors)).toEqual(['symbol', 'type', 'side', 'amount']);
});

test.each([
  ['/v1/spot-trading/trades', ['page', 'count'], ['is required']],
  ['/v1/spot-trading/trades?page=x&count=10', ['page'], ['expected a number']],
  ['/v1/spot-trading/trades?page=1.5&count=10', ['page'], ['expected a whole number of 32 bits']],
  ['/v1/spot-trading/trades?page=0&count=0', ['count'], ['must be 1 or more']],
  ['/v1/spot-trading/trades?page=0&count=1001', ['count'], ['must be at most 1000']],
  ['/v1/spot-trading/orders?count=1001', ['count'], ['must be at most 1000']],
  ['/v1/spot-trading/symbols?page=0&count=1001', ['count'], ['must be at most 1000']],
  ['/v1/otc-trading/history?page=0&count=1001', ['count'], ['must be at most 1000']],
  ['/v1/spot-trading/trades?page=0&count=10&dateFrom=yesterday', ['dateFrom'], ['expected an ISO 8601 UTC time']],
  ['/v1/spot-trading/orderbook/BTC%2FEUR?depth=251', ['depth'], ['must be 1 to 250']],
  ['/v1/spot-trading/orderbook/BTC%2FEUR?depth=0', ['depth'], ['must be 1 to 250']],
])('GET %s names %j', async (path, fields, messages) => {
  const { call } = openVenue();
  const { status, json } = await call('GET', path);
  const { errors } = json as { errors: Record<string, string[]> };
  expect(status).toBe(400);
  expect(Object.keys(errors)).toEqual(fields);
  expect(errors[fields[0]!]).toEqual(messages);
});

test.each([
  ['GET', '/v1/nothing', 'Not Found'],
  ['PUT', ORDERS, 'Not Found'],
  ['GET', '/v1/spot-trading/orderbook/BTC%2FABC', 'symbol BTC/ABC is not known'],
])('%s %s gives 404 with a message alone (000 Errors 3)', async (method, path, message) => {
  const { call } = openVenue();
  const { status, text } = await call(method, path);
  expect({ status, text }).toEqual({ status: 404, text: JSON.stringify({ message }) });
});

test('every answer carries the time of the venue, which does not follow our own clock when that is stepped', async () => {
  const { call, advance, clock } = openVenue({ clockSkewMs: -7000 });
  expect((await call('GET', '/v1/balances')).headers.get('date')).toBe('Fri, 20 Nov 2026 09:59:53 GMT');
  await advance(8000);
  clock.stepWall(-3000);
  const refusedOrNot = await call('GET', '/v1/nothing');
  expect(refusedOrNot.headers.get('date')).toBe('Fri, 20 Nov 2026 10:00:01 GMT');
});

test('a body of more than one MiB is refused before it is looked at', async () => {
  const { simulator } = openVenue();
  const body = `{"symbol":"${'A'.repeat(1024 * 1024)}"}`;
  const { status, text } = await answered(
    await simulator.fetch(signedRequest(simulator.exchange, { method: 'POST', path: ORDERS, body, at: BEGINNING })),
  );
  expect({ status, text }).toEqual({ status: 413, text: '' });
  expect(simulator.truth().requests).toEqual([]);
});

test('with a rate limit the requests beyond it get 429 and when to come again', async () => {
  const { call, advance } = openVenue({ behaviour: { rateLimit: { perSecond: 0.5, burst: 2 } } });
  const statuses = [await call('GET', '/v1/balances'), await call('GET', '/v1/balances'), await call('POST', ORDERS, '{}')];
  expect(statuses.map(({ status }) => status)).toEqual([200, 200, 429]);
  expect(statuses[2]!.headers.get('retry-after')).toBe('2');
  await advance(2000);
  expect((await call('GET', '/v1/balances')).status).toBe(200);
  expect((await call('GET', '/v1/balances')).status).toBe(429);
});
