import { expect, test } from 'vitest';
import { ZERO } from '../../src/base/decimal.ts';
import { openVenue, only, type VenueUnderTest } from './venueUnderTest.ts';

const ORDERS = '/v1/spot-trading/orders';
const TRADES = '/v1/spot-trading/trades';

interface OrderRow {
  readonly id: number;
  readonly amount: number;
  readonly initialAmount?: number;
  readonly price: number;
}

/** Ids are larger than `JSON.parse` can hold, so they are taken from the text. */
function idIn(text: string): string {
  return /"id":(\d+)/.exec(text)![1]!;
}

function limit(side: string, amount: number, price: number): object {
  return { symbol: 'BTC/EUR', type: 'Limit', side, amount, price };
}

test('an order that can not trade rests, is listed and holds what it may cost (000 Spot trading, POST orders)', async () => {
  const { call } = openVenue({ balances: only({ EUR: '1000' }) });
  const placed = await call('POST', ORDERS, limit('Buy', 0.01, 50000));
  expect(placed.status).toBe(201);
  expect(placed.text).toMatch(/^\{"id":9007199254\d{6},/);
  expect(placed.json).toMatchObject({
    symbol: 'BTC/EUR',
    baseCurrency: 'BTC',
    quoteCurrency: 'EUR',
    type: 'Limit',
    side: 'Buy',
    amount: 0.01,
    initialAmount: 0.01,
    price: 50000,
    openTime: '2026-11-20T10:00:00.000Z',
    makerCommission: 0.001,
    takerCommission: 0.002,
  });
  const listed = await call('GET', ORDERS);
  expect(listed.text).toContain(`"total":1,"items":[{"id":${idIn(placed.text)}`);
  const balances = await call('GET', '/v1/balances');
  expect(balances.json).toMatchObject([{ currency: 'EUR', totalBalance: 1000, availableBalance: 500 }]);
});

test('an order beyond the available balance is refused with a code, and changes nothing', async () => {
  const { call, simulator } = openVenue({ balances: only({ EUR: '1000' }) });
  const { status, json } = await call('POST', ORDERS, limit('Buy', 0.03, 50000));
  expect({ status, json }).toEqual({
    status: 400,
    json: { code: 'insufficient-balance', message: 'the available EUR balance does not cover the order' },
  });
  expect(simulator.truth()).toMatchObject({ orders: [], requests: [{ status: 400, appliedAt: undefined }] });
});

test('a market order that meets several levels is one order with one row for each execution, newest first', async () => {
  const { call, simulator } = openVenue();
  const placed = await call('POST', ORDERS, { symbol: 'BTC/EUR', type: 'Market', side: 'Buy', amount: 0.02 });
  expect(placed.json).toMatchObject({ amount: 0, initialAmount: 0.02, type: 'Market' });
  const rows = (await call('GET', `${TRADES}?page=0&count=100`)).json as { total: number; items: (OrderRow & { status: string })[] };
  expect(rows.total).toBeGreaterThan(1);
  expect(rows.items.map(({ status }) => status)).toEqual([
    'Executed',
    ...Array.from({ length: rows.total - 1 }, () => 'PartiallyExecuted'),
  ]);
  const sum = simulator.truth().trades.reduce((total, { amount }) => total.plus(amount), ZERO);
  expect(sum.toFixed()).toBe('0.02');
  expect(rows.items.map(({ price }) => price)).toEqual(rows.items.map(({ price }) => price).toSorted((a, b) => b - a));
});

test('a cancelled order leaves the list, frees what it held and is told as a row with its rest (000 Spot trading, DELETE orders)', async () => {
  const { call } = openVenue({ balances: only({ EUR: '1000' }) });
  const id = idIn((await call('POST', ORDERS, limit('Buy', 0.01, 50000))).text);
  const canceled = await call('DELETE', `${ORDERS}/${id}`);
  expect(canceled).toMatchObject({ status: 200, text: '' });
  expect((await call('GET', ORDERS)).json).toEqual({ total: 0, items: [] });
  expect((await call('GET', '/v1/balances')).json).toMatchObject([{ availableBalance: 1000 }]);
  const trades = await call('GET', `${TRADES}?page=0&count=10&orderId=${id}`);
  expect(trades.text).toContain(`"id":${id}`);
  expect(trades.json).toMatchObject({ total: 1, items: [{ status: 'Canceled', amount: 0.01, fee: 0, price: 50000 }] });
});

test('cancelling twice, or what never was, gives 400 and no other answer', async () => {
  const { call } = openVenue();
  const id = idIn((await call('POST', ORDERS, limit('Buy', 0.01, 50000))).text);
  await call('DELETE', `${ORDERS}/${id}`);
  for (const unknown of [id, '1', '99999999999999999999999999']) {
    expect(await call('DELETE', `${ORDERS}/${unknown}`)).toMatchObject({ status: 400, json: { code: 'order-not-found' } });
  }
  expect(await call('DELETE', `${ORDERS}/first`)).toMatchObject({ status: 400, json: { errors: { orderId: ['expected a number'] } } });
});

test('a self-trade is refused: the order that rests stays', async () => {
  const { call } = openVenue();
  await call('POST', ORDERS, limit('Buy', 0.001, 60700));
  const bid = ((await call('GET', '/v1/spot-trading/orderbook/BTC%2FEUR?depth=1')).json as { bids: [number, number][] }).bids[0]![0];
  await call('POST', ORDERS, limit('Buy', 0.001, bid + 0.01));
  expect(await call('POST', ORDERS, limit('Sell', 0.001, bid))).toMatchObject({ status: 400, json: { code: 'self-trade' } });
  expect((await call('GET', ORDERS)).json).toMatchObject({ total: 2 });
});

test.each([
  ['keep', 'remaining'],
  ['keep', 'total'],
  ['new', 'remaining'],
] as const)('replace with id "%s" and amount "%s" (000 Spot trading, replace)', async (replaceId, replaceAmount) => {
  const { call } = openVenue({ behaviour: { replaceId, replaceAmount } });
  const id = idIn((await call('POST', ORDERS, limit('Buy', 0.01, 50000))).text);
  const replaced = await call('POST', `${ORDERS}/${id}/replace`, { amount: 0.008, price: 50100.5 });
  expect(replaced.status).toBe(201);
  expect(replaced.json).toMatchObject({ amount: 0.008, price: 50100.5 });
  expect(replaced.json, '000 Order: absent in the replace response').not.toHaveProperty('initialAmount');
  expect(idIn(replaced.text) === id).toBe(replaceId === 'keep');
  const rows = (await call('GET', `${TRADES}?page=0&count=10`)).json;
  expect(rows).toMatchObject({ total: replaceId === 'keep' ? 0 : 1 });
  const listed = await call('GET', ORDERS);
  expect(idIn(listed.text)).toBe(idIn(replaced.text));
  expect(listed.json).toMatchObject({ total: 1, items: [{ amount: 0.008, initialAmount: 0.008 }] });
});

test('after a partial fill "total" counts what is filled and "remaining" does not', async () => {
  for (const [replaceAmount, open] of [
    ['total', 3],
    ['remaining', 4],
  ] as const) {
    const venue = openVenue({ behaviour: { replaceAmount } });
    const id = await partlyFilled(venue, 1);
    expect((await venue.call('POST', `${ORDERS}/${id}/replace`, { amount: 4 })).json).toMatchObject({ amount: open });
    expect((await venue.call('GET', ORDERS)).json).toMatchObject({ items: [{ amount: open, initialAmount: open + 1 }] });
  }
});

test('as "orders", a closed order is one row with its average price and all its fees, and an open one is none', async () => {
  const venue = openVenue({ behaviour: { trades: 'orders' } });
  const id = await partlyFilled(venue, 1);
  const rows = async (): Promise<unknown> => (await venue.call('GET', `${TRADES}?page=0&count=10&orderId=${id}`)).json;
  expect(await rows()).toEqual({ total: 0, items: [] });
  await venue.call('DELETE', `${ORDERS}/${id}`);
  const trades = venue.simulator.truth().trades.filter((trade) => trade.orderId === id);
  const notional = trades.reduce((sum, { price, amount }) => sum.plus(price.times(amount)), ZERO);
  const fee = trades.reduce((sum, trade) => sum.plus(trade.fee), ZERO);
  expect(trades.length, 'several prices make an average').toBeGreaterThan(1);
  expect(await rows()).toMatchObject({
    total: 1,
    items: [{ status: 'PartiallyExecuted', amount: 1, price: notional.toDecimalPlaces(8).toNumber(), fee: fee.toNumber() }],
  });
});

test.each([
  [{ symbol: 'BTC/EUR', type: 'Limit', side: 'Buy', amount: 0.01 }, 'price', 'is required for a Limit order'],
  [limit('Buy', 0.00009, 50000), 'amount', 'must be at least 0.0001'],
  [limit('Buy', 101, 5), 'amount', 'must be at most 100'],
  [limit('Buy', 0.000105, 50000), 'amount', 'must be a multiple of 0.00001'],
  [limit('Buy', 0.01, 50000.001), 'price', 'must have at most 2 decimals'],
  [limit('Buy', -1, 50000), 'amount', 'must be greater than 0'],
  [limit('buy', 1, 50000), 'side', 'expected Buy or Sell'],
  [{ ...limit('Buy', 1, 50000), symbol: 'BTC/ABC' }, 'symbol', 'there is no pair BTC/ABC'],
  [{ ...limit('Buy', 1, 50000), amount: '1' }, 'amount', 'expected a number'],
  [{ type: 'Market', side: 'Buy', amount: 1 }, 'symbol', 'is required'],
])('the field error of %j names %s (000 Errors 5)', async (body, field, message) => {
  const { call } = openVenue();
  const { status, json } = await call('POST', ORDERS, body);
  expect(status).toBe(400);
  expect(json).toEqual({
    type: expect.stringMatching(/^https:\/\//) as unknown,
    title: 'One or more validation errors occurred.',
    status: 400,
    errors: { [field]: [message] },
    traceId: expect.stringMatching(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/) as unknown,
  });
});

test('open orders are filtered, and paged newest first', async () => {
  const { call, advance } = openVenue();
  const ids: string[] = [];
  for (let i = 0; i < 5; i++) {
    ids.push(idIn((await call('POST', ORDERS, limit('Buy', 0.01, 50000 + i))).text));
    await advance(1000);
  }
  const idsOf = async (query: string): Promise<string[]> =>
    [...(await call('GET', `${ORDERS}?${query}`)).text.matchAll(/"id":(\d+)/g)].map((match) => match[1]!);
  const newestFirst = ids.toReversed();
  expect(await idsOf('')).toEqual(newestFirst);
  expect(await idsOf('page=1&count=2')).toEqual(newestFirst.slice(0, 2));
  expect(await idsOf('page=3&count=2')).toEqual(newestFirst.slice(4));
  expect(await idsOf(`orderId=${ids[1]}`)).toEqual([ids[1]]);
  expect(await idsOf('side=Sell')).toEqual([]);
  expect(await idsOf('symbol=ETH%2FEUR')).toEqual([]);
  expect(await idsOf('from=2026-11-20T10:00:01Z&to=2026-11-20T10:00:02Z')).toEqual([ids[2], ids[1]]);
});

test('open orders count pages from 1, and page 0 is the first one too', async () => {
  const { call } = openVenue();
  for (let i = 0; i < 3; i++) await call('POST', ORDERS, limit('Buy', 0.01, 50000 + i));
  const prices = async (query: string): Promise<number[]> =>
    ((await call('GET', `${ORDERS}?${query}`)).json as { items: OrderRow[] }).items.map(({ price }) => price);
  expect(await prices('page=0&count=2')).toEqual([50002, 50001]);
  expect(await prices('page=1&count=2')).toEqual([50002, 50001]);
  expect(await prices('page=2&count=2')).toEqual([50000]);
  expect(await prices('')).toEqual([50002, 50001, 50000]);
});

/** Leaves a buy of 3 ETH resting of which exactly this much has been filled, over several levels. Returns its id. */
async function partlyFilled({ call, simulator }: VenueUnderTest, amount: number): Promise<string> {
  const book = (await call('GET', '/v1/spot-trading/orderbook/ETH%2FBTC?depth=250')).json as { asks: [number, number][] };
  let lots = 0;
  let price = 0;
  for (const [ask, open] of book.asks) {
    if (lots >= amount) break;
    lots += open;
    price = ask;
  }
  // Removes the excess, so that exactly `amount` is left up to this price.
  const excess = Number((lots - amount).toFixed(3));
  if (excess > 0) await call('POST', ORDERS, { symbol: 'ETH/BTC', type: 'Market', side: 'Buy', amount: excess });
  const placed = await call('POST', ORDERS, { symbol: 'ETH/BTC', type: 'Limit', side: 'Buy', amount: 3, price });
  expect(simulator.truth().orders.map((order) => order.filled.toNumber())).toEqual([amount]);
  return idIn(placed.text);
}
