import { expect, test } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import { stringifyJson } from '../../../src/base/json.ts';
import { VIBAN_REFUSALS } from '../../../src/contract/exchange/vibanDeposits.ts';
import type { SimulatorOptions } from '../../../src/simulator/simulatorOptions.ts';
import { type Answered, only, openVenue, type VenueUnderTest } from '../venueUnderTest.ts';

const VIBAN = '/v1/fiat/deposits/viban';
const FEE = `${VIBAN}/fee`;
const REQUEST = { amount: 250.5, currency: 'EUR', clientIp: '203.0.113.7' };

interface Opened extends VenueUnderTest {
  readonly notices: string[];
}

function opened(options: Partial<SimulatorOptions> = {}): Opened {
  const notices: string[] = [];
  const venue = openVenue({ balances: only({ EUR: '0' }), onFiatDeposit: ({ body }) => notices.push(stringifyJson(body)), ...options });
  return { ...venue, notices };
}

const fieldErrors = ({ status, json }: Answered): unknown => [status, (json as { errors?: unknown }).errors];
const codeOf = ({ status, json }: Answered): unknown => [status, (json as { code?: unknown }).code];
const history = async ({ call }: VenueUnderTest): Promise<object[]> =>
  ((await call('GET', '/v1/fiat/transactions?page=0&count=500')).json as { data: object[] }).data;

test('a fee quote names the currency in capitals, however it was asked for (000 ViBAN deposit; 000 Deposit fee quote)', async () => {
  const { call } = opened();
  expect((await call('POST', FEE, { amount: 250, currency: 'eur' })).json).toEqual({
    netAmount: 249,
    feeAmount: 1,
    grossAmount: 250,
    currency: 'EUR',
  });
  expect((await call('POST', FEE, { amount: 250.5, currency: 'Gbp' })).json).toEqual({
    netAmount: 249.49,
    feeAmount: 1.01,
    grossAmount: 250.5,
    currency: 'GBP',
  });
});

test('a deposit is pending, with the instructions of the personal account (000 ViBAN deposit)', async () => {
  const venue = opened();
  const { status, json } = await venue.call('POST', VIBAN, REQUEST);
  expect(status).toBe(200);
  const { instructions } = json as { instructions: Record<string, unknown> };
  expect(json).toMatchObject({
    transactionId: 40000,
    status: 'Pending',
    amount: 250.5,
    feeAmount: 1.01,
    netAmount: 249.49,
    currency: 'EUR',
  });
  expect(instructions).toMatchObject({ amount: 250.5, currency: 'EUR', accountHolderName: 'Simulated Customer' });
  const second = (await venue.call('POST', VIBAN, { ...REQUEST, amount: 99, currency: 'usd' })).json as { instructions: object };
  expect(second.instructions, 'the personal account stays the same').toEqual({ ...instructions, amount: 99, currency: 'USD' });
  expect(await history(venue)).toMatchObject([
    { id: '40001', currency: 'USD' },
    { id: '40000', status: 'Pending', totalAmount: 250.5, executedAmount: 249.49 },
  ]);
});

test.each(['EUR', 'USD', 'GBP', 'eur'])('%s is supported (000 Limits, ViBAN currencies)', async (currency) => {
  expect((await opened().call('POST', VIBAN, { ...REQUEST, currency })).status).toBe(200);
});

test.each(['CHF', 'BTC', 'x'])('currency-not-supported: %s (000 Errors 8)', async (currency) => {
  const { call } = opened();
  expect(codeOf(await call('POST', VIBAN, { ...REQUEST, currency }))).toEqual([400, 'currency-not-supported']);
  expect(codeOf(await call('POST', FEE, { amount: 20, currency }))).toEqual([400, 'currency-not-supported']);
});

test('deposit-locked: the same amount and currency again within ten minutes (000 ViBAN deposit, rule 1)', async () => {
  const { call, advance } = opened();
  expect((await call('POST', VIBAN, REQUEST)).status).toBe(200);
  expect(codeOf(await call('POST', VIBAN, { ...REQUEST, currency: 'eur' }))).toEqual([400, 'deposit-locked']);
  expect((await call('POST', VIBAN, { ...REQUEST, amount: 250.51 })).status, 'another amount').toBe(200);
  expect((await call('POST', VIBAN, { ...REQUEST, currency: 'USD' })).status, 'another currency').toBe(200);
  await advance(600_000);
  expect((await call('POST', VIBAN, REQUEST)).status, 'later').toBe(200);
});

test('server-error: no deposit is created, and the same request may then be locked (000 ViBAN deposit, rule 2; 000 Errors 6)', async () => {
  const venue = opened();
  venue.simulator.world.refuseViban('server-error');
  const failed = await venue.call('POST', VIBAN, REQUEST);
  expect([failed.status, failed.text]).toEqual([500, '{"code":"server-error","message":"Server Error"}']);
  expect(await history(venue)).toEqual([]);
  venue.simulator.world.refuseViban(undefined);
  expect(codeOf(await venue.call('POST', VIBAN, REQUEST))).toEqual([400, 'deposit-locked']);
});

const PROFILE_CODES = VIBAN_REFUSALS.map(({ code }) => code).filter((code) => code !== 'server-error' && code !== 'deposit-locked');

test.each(PROFILE_CODES)('%s is refused with 400 when the world says so, and no deposit is created (000 Errors 8)', async (code) => {
  const venue = opened();
  venue.simulator.world.refuseViban(code);
  expect(codeOf(await venue.call('POST', VIBAN, REQUEST))).toEqual([400, code]);
  expect(await history(venue)).toEqual([]);
  venue.simulator.world.refuseViban(undefined);
  expect((await venue.call('POST', VIBAN, REQUEST)).status, 'account-not-ready and the like pass').toBe(200);
});

test('entity-not-valid: more than the most that may be deposited, of both calls (000 ViBAN deposit, rule 3)', async () => {
  const { call } = opened();
  expect(codeOf(await call('POST', VIBAN, { ...REQUEST, amount: 1_000_000.01 }))).toEqual([400, 'entity-not-valid']);
  expect(codeOf(await call('POST', FEE, { amount: 1_000_000.01, currency: 'EUR' }))).toEqual([400, 'entity-not-valid']);
});

test.each([
  [{ amount: 0 }, { amount: ['must be greater than 0'] }],
  [{ amount: -5 }, { amount: ['must be greater than 0'] }],
  [{ amount: 250.123 }, { amount: ['must have at most 2 decimals'] }],
  [{ amount: 9.99 }, { amount: ['must be at least 10'] }],
  [{ amount: undefined }, { amount: ['is required'] }],
  [{ currency: undefined }, { currency: ['is required'] }],
  [{ clientIp: undefined }, { clientIp: ['is required'] }],
  [{ clientIp: '203.0.113.256' }, { clientIp: ['expected an IPv4 or IPv6 address'] }],
  [{ clientIp: '2001:db8::g' }, { clientIp: ['expected an IPv4 or IPv6 address'] }],
  [
    { clientIp: 'me', amount: 1.234 },
    { amount: ['must have at most 2 decimals'], clientIp: ['expected an IPv4 or IPv6 address'] },
  ],
])('field errors of %j, without a code (000 Errors 5; 000 Limits, ViBAN amount)', async (more, errors) => {
  const answer = await opened().call('POST', VIBAN, { ...REQUEST, ...more });
  expect(fieldErrors(answer)).toEqual([400, errors]);
  expect(answer.json).toMatchObject({ title: 'One or more validation errors occurred.', status: 400 });
  expect(answer.json).not.toHaveProperty('code');
});

test.each(['203.0.113.7', '0.0.0.0', '2001:db8::7', '::1', '::ffff:203.0.113.7'])(
  'clientIp %s is taken (000 ViBAN deposit)',
  async (clientIp) => {
    expect((await opened().call('POST', VIBAN, { ...REQUEST, clientIp })).status).toBe(200);
  },
);

test('a restricted currency has its code (000 Errors 7)', async () => {
  const { call } = opened({ market: { restrictedCurrencies: ['GBP'] } });
  expect(codeOf(await call('POST', VIBAN, { ...REQUEST, currency: 'gbp' }))).toEqual([400, 'operation-for-currency-not-allowed']);
});

test('a transfer of another amount completes the deposit too: its own net amount is credited (000 States, ViBAN deposit)', async () => {
  const venue = opened();
  await venue.call('POST', VIBAN, REQUEST);
  venue.simulator.world.bankTransfer('40000', dec('100.01'));
  expect(await history(venue)).toMatchObject([{ status: 'Completed', totalAmount: 100.01, executedAmount: 99.3, fee: 0.71 }]);
  expect((await venue.call('GET', '/v1/balances')).json).toMatchObject([{ currency: 'EUR', availableBalance: 99.3 }]);
  expect(venue.simulator.truth().sums['EUR']!.toFixed()).toBe('0');
  expect(venue.notices).toEqual([
    '{"transactionId":40000,"status":"Pending","amount":250.5,"feeAmount":1.01,"netAmount":249.49,"currency":"EUR"}',
    '{"transactionId":40000,"status":"Completed","amount":100.01,"feeAmount":0.71,"netAmount":99.3,"currency":"EUR"}',
  ]);
});

test('a transfer smaller than the fee credits nothing', async () => {
  const venue = opened();
  await venue.call('POST', VIBAN, REQUEST);
  venue.simulator.world.bankTransfer('40000', dec('0.3'));
  expect(await history(venue)).toMatchObject([{ status: 'Completed', totalAmount: 0.3, executedAmount: 0, fee: 0.3 }]);
});

test.each(['Declined', 'Failed'] as const)(
  '%s carries its reason in the notification, and nothing is credited (000 Events; 000 States)',
  async (end) => {
    const venue = opened();
    await venue.call('POST', VIBAN, REQUEST);
    venue.simulator.world.endFiatDeposit('40000', end, 'review');
    expect(venue.notices.at(-1)).toBe(
      `{"transactionId":40000,"status":"${end}","amount":250.5,"feeAmount":1.01,"netAmount":249.49,"currency":"EUR","reason":"review"}`,
    );
    expect(await history(venue)).toMatchObject([{ status: 'Declined' }]);
    expect((await venue.call('GET', '/v1/balances')).json).toMatchObject([{ currency: 'EUR', availableBalance: 0 }]);
    expect(() => venue.simulator.world.bankTransfer('40000')).toThrow(`is ${end} already`);
  },
);

test('the fiat history is filtered by currency and time, and has at most 500 records at once (000 Transaction history; 000 Limits)', async () => {
  const venue = opened();
  await venue.call('POST', VIBAN, REQUEST);
  await venue.advance(1000);
  await venue.call('POST', VIBAN, { ...REQUEST, currency: 'USD' });
  const ids = async (query: string): Promise<string[]> =>
    ((await venue.call('GET', `/v1/fiat/transactions?page=0&count=500${query}`)).json as { data: { id: string }[] }).data.map(
      ({ id }) => id,
    );
  expect(await ids('')).toEqual(['40001', '40000']);
  expect(await ids('&currency=EUR')).toEqual(['40000']);
  expect(await ids('&dateFrom=2026-11-20T10:00:00.500Z')).toEqual(['40001']);
  expect(await ids('&dateTo=2026-11-20T10:00:00.500Z')).toEqual(['40000']);
  expect(fieldErrors(await venue.call('GET', '/v1/fiat/transactions?page=0&count=501'))).toEqual([400, { count: ['must be 1 to 500'] }]);
});
