import { expect, test } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { openVenue, only, type VenueUnderTest } from './venueUnderTest.ts';

const QUOTE = '/v1/otc-trading/request-for-quote/';
const CONVERT = '/v1/otc-trading/convert';

interface QuoteReply {
  readonly id: string;
  readonly occuredOn: string;
  readonly validTo: string;
  readonly fromCurrency: string;
  readonly toCurrency: string;
  readonly amountFrom: number;
  readonly amountTo: number;
  readonly rate: number;
}

async function quoted({ call }: VenueUnderTest, body: object): Promise<QuoteReply> {
  const { status, json } = await call('POST', QUOTE, body);
  expect(status).toBe(200);
  return json as QuoteReply;
}

function execution(quote: QuoteReply): object {
  const { id, fromCurrency, toCurrency, amountFrom, amountTo } = quote;
  return { id, fromCurrency, toCurrency, fromAmount: amountFrom, toAmount: amountTo };
}

test('a quote for a known amount says what comes out, and executing it moves exactly that (000 Conversion)', async () => {
  const venue = openVenue({ balances: only({ EUR: '1000.5' }) });
  const quote = await quoted(venue, { fromCurrency: 'EUR', toCurrency: 'BTC', fromAmount: 100.1 });
  expect(quote).toMatchObject({
    fromCurrency: 'EUR',
    toCurrency: 'BTC',
    amountFrom: 100.1,
    occuredOn: '2026-11-20T10:00:00.000Z',
    validTo: '2026-11-20T10:00:15.000Z',
  });
  expect(quote.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(await venue.call('POST', CONVERT, execution(quote))).toMatchObject({ status: 200, text: '{"id":51234}' });
  const { balances, conversions, sums } = venue.simulator.truth();
  expect(balances.map(({ currency, total }) => [currency, total.toFixed()])).toEqual([
    ['EUR', '900.4'],
    ['BTC', dec(String(quote.amountTo)).toFixed()],
  ]);
  expect(conversions).toHaveLength(1);
  expect([sums['EUR']!.toFixed(), sums['BTC']!.toFixed()]).toEqual(['1000.5', '0']);
  expect((await venue.call('GET', '/v1/otc-trading/history?page=0&count=10')).json).toMatchObject({
    items: [{ id: 51234, amountFrom: 100.1, amountTo: quote.amountTo, status: 'Completed' }],
    count: 1,
  });
});

test('amounts are rounded to the decimals of their currency, against the customer, on either side of the middle of the book', async () => {
  const venue = openVenue();
  const { bids, asks } = (await venue.call('GET', '/v1/spot-trading/orderbook/BTC%2FEUR?depth=1')).json as {
    bids: [number][];
    asks: [number][];
  };
  const buy = await quoted(venue, { fromCurrency: 'EUR', toCurrency: 'BTC', toAmount: 0.001 });
  const sell = await quoted(venue, { fromCurrency: 'BTC', toCurrency: 'EUR', fromAmount: 0.001 });
  expect(buy.amountFrom).toBe(Math.ceil((asks[0]![0] * 0.001 * 100) / 0.999) / 100);
  expect(sell.amountTo).toBe(Math.floor(bids[0]![0] * 0.001 * 100 * 0.999) / 100);
});

test.each([
  ['SOL', 'BTC', 'through the euro'],
  ['USDT', 'ETH', 'through bitcoin'],
])('%s is converted to %s %s when they share no pair', async (fromCurrency, toCurrency) => {
  const quote = await quoted(openVenue(), { fromCurrency, toCurrency, fromAmount: 5 });
  expect(quote.amountTo).toBeGreaterThan(0);
});

test.each([
  [{ fromCurrency: 'EUR', toCurrency: 'BTC' }, 'fromAmount', 'exactly one of fromAmount and toAmount must be sent'],
  [
    { fromCurrency: 'EUR', toCurrency: 'BTC', fromAmount: 1, toAmount: 1 },
    'fromAmount',
    'exactly one of fromAmount and toAmount must be sent',
  ],
  [{ fromCurrency: 'EUR', toCurrency: 'BTC', fromAmount: 1.001 }, 'fromAmount', 'must have at most 2 decimals'],
  [{ fromCurrency: 'EUR', toCurrency: 'BTC', toAmount: 0.000000001 }, 'toAmount', 'must have at most 8 decimals'],
  [{ fromCurrency: 'EUR', toCurrency: 'EUR', fromAmount: 1 }, 'toCurrency', 'must differ from fromCurrency'],
  [{ fromCurrency: 'XRP', toCurrency: 'EUR', fromAmount: 0.001 }, 'fromAmount', 'is too small to be converted'],
])('the quote request %j is refused in %s', async (body, field, message) => {
  const { status, json } = await openVenue().call('POST', QUOTE, body);
  expect({ status, errors: (json as { errors: unknown }).errors }).toEqual({ status: 400, errors: { [field]: [message] } });
});

test('more than the available balance is refused when asking, with the message of the specification', async () => {
  const { call } = openVenue({ balances: only({ EUR: '10' }) });
  const { status, json } = await call('POST', QUOTE, { fromCurrency: 'EUR', toCurrency: 'BTC', fromAmount: 10.01 });
  expect({ status, json }).toEqual({
    status: 400,
    json: { code: 'insufficient-balance', message: 'fromAmount is greater than the available balance' },
  });
});

test('an unknown currency is 404 with a message, a restricted one has its own code (000 Errors 3 and 7)', async () => {
  const { call } = openVenue({ market: { restrictedCurrencies: ['XRP'] } });
  expect(await call('POST', QUOTE, { fromCurrency: 'ABC', toCurrency: 'BTC', fromAmount: 1 })).toMatchObject({
    status: 404,
    json: { message: 'currency ABC is not known' },
  });
  const refusal = { status: 400, json: { code: 'operation-for-currency-not-allowed' } };
  expect(await call('POST', QUOTE, { fromCurrency: 'EUR', toCurrency: 'XRP', fromAmount: 1 })).toMatchObject(refusal);
  expect(await call('POST', '/v1/spot-trading/orders', { symbol: 'XRP/EUR', type: 'Market', side: 'Buy', amount: 10 })).toMatchObject(
    refusal,
  );
});

test('a quote may be used once, until validTo, with its own amounts, while the money is there', async () => {
  const venue = openVenue({ balances: only({ EUR: '150' }) });
  const ask = { fromCurrency: 'EUR', toCurrency: 'BTC', fromAmount: 100 };
  const code = async (body: object): Promise<unknown> => ((await venue.call('POST', CONVERT, body)).json as { code?: string }).code;
  const [first, second, third] = [await quoted(venue, ask), await quoted(venue, ask), await quoted(venue, { ...ask, fromAmount: 40 })];
  expect(await code({ ...execution(first), toAmount: 1 })).toBe('quote-mismatch');
  expect(await code(execution(first))).toBeUndefined();
  expect(await code(execution(first))).toBe('quote-not-found');
  expect(await code(execution(second))).toBe('insufficient-balance');
  await venue.advance(15_000);
  expect(await code(execution(third)), 'validTo itself still counts').toBeUndefined();
  const fourth = await quoted(venue, { ...ask, fromAmount: 10 });
  await venue.advance(15_001);
  expect(await code(execution(fourth))).toBe('quote-expired');
  expect(venue.simulator.truth().conversions).toHaveLength(2);
});
