import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { ScaledClock } from '../../../src/simulator/scaledClock.ts';
import { VirtualClock } from '../../../src/base/virtualClock.ts';
import { createSimulator, type Simulator } from '../../../src/simulator/simulator.ts';
import type { SimulatorOptions } from '../../../src/simulator/simulatorOptions.ts';
import { signedRequest } from '../signedRequests.ts';
import { type Answered, answered, BEGINNING, only } from '../venueUnderTest.ts';

const opened: Simulator[] = [];
afterEach(() => opened.splice(0).forEach((simulator) => simulator.stop()));

interface Hand {
  readonly simulator: Simulator;
  call(method: string, path: string, body?: object): Promise<Answered>;
  /** A body of bytes is sent as it is. */
  control(method: string, path: string, body?: unknown, token?: string): Promise<Answered>;
}

/** A simulator whose time runs by a clock that the control side can move. Sockets and signatures use another clock, which stands still. */
function hand(options: Partial<SimulatorOptions> = {}): Hand {
  const wallClock = new VirtualClock(BEGINNING);
  const simulator = createSimulator({
    clock: new ScaledClock(wallClock, 1),
    wallClock,
    seed: 7,
    balances: only({ EUR: '1000', XRP: '100' }),
    deliver: async () => Promise.resolve(200),
    ...options,
  });
  opened.push(simulator);
  return {
    simulator,
    call: async (method, path, body) => {
      const text = body === undefined ? undefined : JSON.stringify(body);
      return answered(await simulator.fetch(signedRequest(simulator.exchange, { method, path, body: text, at: wallClock.now() })));
    },
    control: async (method, path, body, token = simulator.control.token) => {
      const text = typeof body === 'string' || body === undefined || body instanceof Uint8Array ? body : JSON.stringify(body);
      const headers = { authorization: `Bearer ${token}` };
      const init = text === undefined ? { method, headers } : { method, headers, body: text as string | Uint8Array<ArrayBuffer> };
      return answered(await simulator.fetch(new Request(`http://venue.test/control/v1${path}`, init)));
    },
  };
}

const XRP = { currency: 'XRP', networkCode: 'XRP' };

test('without its own token the control side is closed, and the venue’s keys do not open it', async () => {
  const { control, call, simulator } = hand();
  expect(await control('GET', '/state', undefined, 'x')).toMatchObject({ status: 401, text: '' });
  expect(await control('GET', '/state', undefined, simulator.exchange.secret)).toMatchObject({ status: 401, text: '' });
  expect(await call('GET', '/control/v1/state')).toMatchObject({ status: 401 });
  expect(await control('GET', '/state')).toMatchObject({
    status: 200,
    json: { now: '2026-11-20T10:00:00.000Z', region: { restricted: [], isEu: true } },
  });
  const headers = { authorization: `bearer ${simulator.control.token}` };
  expect(await simulator.fetch(new Request('http://venue.test/control/v1/state', { headers }))).toMatchObject({ status: 200 });
  expect(await control('GET', '/nothing')).toMatchObject({ status: 404 });
});

test.each([
  [
    'PUT',
    '/payment-rules',
    { preferredCurrency: 'EUR' },
    'preferredCurrency: is no member of this request, expected accountId, currency, threshold',
  ],
  ['PUT', '/region', { restrict: ['XRP'], isEu: true }, 'restrict: is no member of this request, expected restricted, isEu'],
  ['POST', '/time', { advanceMs: 1, ms: 1 }, 'ms: is no member of this request, expected advanceMs'],
  ['POST', '/faults', { fault: { kind: 'drop-after', afterMs: 1 } }, 'fault.afterMs: is no member of this request'],
  ['GET', '/state', undefined, undefined],
])('%s %s with %j is refused by the name of what is not known: %s', async (method, path, body, message) => {
  const { control } = hand();
  const { status, json } = await control(method, path, body);
  expect(status).toBe(message === undefined ? 200 : 400);
  if (message !== undefined) expect((json as { message: string }).message).toContain(message);
  expect((await control('GET', '/state')).json).toMatchObject({ region: { restricted: [], isEu: true } });
});

test.each([
  [
    'POST',
    '/faults',
    { operation: 'orders.plac', fault: { kind: 'drop-before' } },
    'operation orders.plac is not known; did you mean orders.place?',
  ],
  ['POST', '/faults', { operation: 'foo', fault: { kind: 'drop-before' } }, 'operation foo is not known'],
  ['PUT', '/region', { restricted: ['XRP', 'btc'] }, 'currency btc is not known'],
  ['PUT', '/payment-rules', { currency: 'EUR', threshold: 0 }, 'coin EUR is not known'],
  ['PUT', '/payment-rules', { merchantCurrency: 'FOO' }, 'currency FOO is not known'],
])('%s %s with %j changes nothing: %s', async (method, path, body, message) => {
  const { control } = hand();
  const looks = async (): Promise<unknown[]> => Promise.all(['/faults', '/state'].map(async (each) => (await control('GET', each)).json));
  const before = await looks();
  expect(await control(method, path, body)).toMatchObject({ status: 404, json: { message } });
  expect(await looks()).toEqual(before);
});

test('an operation is known by both of its names, with its interface and without (docs/reference)', async () => {
  const { control, call } = hand();
  const fault = { kind: 'status', status: 503, apply: false };
  for (const operation of ['balances.list', 'exchange.balances.list']) {
    expect((await control('POST', '/faults', { operation, fault })).json).toMatchObject([{ operation: 'balances.list' }]);
    expect((await call('GET', '/v1/balances')).status).toBe(503);
  }
});

test('a body that is not UTF-8 is refused', async () => {
  const { control } = hand();
  const body = Uint8Array.from(Buffer.from('{"what":"payout","reason":"caf\xe9"}', 'latin1'));
  expect(await control('POST', '/failures', body)).toMatchObject({ status: 400 });
});

test('somebody sends a coin to an address of the account, and time passes', async () => {
  const { control, call } = hand();
  const { json } = await call('POST', '/v2/deposit-addresses/', { ...XRP, addressType: 'Primary' });
  const { address } = json as { address: string };
  expect((await control('POST', '/crypto-deposits', { address, amount: 12.5 })).json).toEqual({ id: '70000', status: 'Pending' });
  expect((await control('POST', '/time', { advanceMs: 20_000 })).json).toMatchObject({ now: '2026-11-20T10:00:20.000Z' });
  expect((await call('GET', '/v1/balances')).json).toMatchObject([{}, { currency: 'XRP', totalBalance: 112.5 }]);
  expect(await control('POST', '/crypto-deposits', { address: 'nobody', amount: 1 })).toMatchObject({ status: 404 });
});

test('a month passes at once, and requests are still signed by the time of the wall', async () => {
  const { control, call, simulator } = hand();
  simulator.start();
  await call('POST', '/v2/withdrawals', { ...XRP, amount: 10, destinationAddress: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh' });
  await control('POST', '/time', { advanceMs: 30 * 86_400_000 });
  expect((await control('GET', '/state')).json).toMatchObject({ now: '2026-12-20T10:00:00.000Z' });
  const history = await call('GET', '/v1/transactions?page=0&count=1');
  expect(history).toMatchObject({ status: 200, json: { data: [{ status: 'Completed' }] } });
  expect(history.headers.get('date')).toBe('Fri, 20 Nov 2026 10:00:00 GMT');
  expect((await call('GET', '/v1/spot-trading/orderbook/BTC%2FEUR')).status).toBe(200);
});

test('a short time is lived through by the market', async () => {
  const { control, simulator } = hand();
  simulator.start();
  const before = simulator.truth().at;
  await control('POST', '/time', { advanceMs: 5000 });
  expect(simulator.truth().at - before).toBe(5000);
  expect(simulator.truth().failures).toEqual([]);
});

test('a bank transfer arrives, of any amount; another deposit is declined, a third fails', async () => {
  const { control, call } = hand();
  const viban = { currency: 'EUR', clientIp: '203.0.113.7' };
  for (const amount of [100, 200, 300]) await call('POST', '/v1/fiat/deposits/viban', { ...viban, amount });
  expect((await control('POST', '/fiat-deposits/40000/completion', { amount: 99.99 })).json).toEqual({ id: '40000', status: 'Completed' });
  expect((await control('POST', '/fiat-deposits/40001/decline', { reason: 'review' })).json).toEqual({ id: '40001', status: 'Declined' });
  expect((await control('POST', '/fiat-deposits/40002/failure', { reason: 'blocked' })).json).toEqual({ id: '40002', status: 'Failed' });
  expect(await control('POST', '/fiat-deposits/40000/completion')).toMatchObject({
    status: 400,
    json: { message: 'fiat deposit 40000 is Completed already' },
  });
  expect(await control('POST', '/fiat-deposits/1/completion')).toMatchObject({ status: 404 });
});

test('withdrawals are confirmed or declined', async () => {
  const { control, call } = hand();
  const withdrawal = { ...XRP, amount: 10, destinationAddress: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh' };
  for (let i = 0; i < 2; i++) await call('POST', '/v2/withdrawals', withdrawal);
  expect((await control('POST', '/withdrawals/70000/completion')).json).toEqual({ id: '70000', status: 'Completed' });
  expect((await control('POST', '/withdrawals/70001/decline')).json).toEqual({ id: '70001', status: 'Declined' });
});

test('the region changes: restricted currencies, and the EU (000 Errors 7; 000 Limits, Travel Rule)', async () => {
  const { control, call } = hand();
  expect((await control('PUT', '/region', { restricted: ['XRP'] })).json).toMatchObject({ region: { restricted: ['XRP'], isEu: true } });
  expect((await call('POST', '/v2/deposit-addresses/', { ...XRP, addressType: 'Primary' })).json).toMatchObject({
    code: 'operation-for-currency-not-allowed',
  });
  expect((await control('PUT', '/region', { isEu: false })).json).toMatchObject({ region: { restricted: ['XRP'], isEu: false } });
});

test('ViBAN deposits are refused with a code until they are taken again (000 Errors 8)', async () => {
  const { control, call } = hand();
  await control('PUT', '/viban', { refusal: 'email-required' });
  const create = async (): Promise<Answered> => call('POST', '/v1/fiat/deposits/viban', { amount: 50, currency: 'EUR', clientIp: '::1' });
  expect((await create()).json).toMatchObject({ code: 'email-required' });
  expect((await control('PUT', '/viban', {})).json).toEqual({ refusal: null });
  expect((await create()).status).toBe(200);
  expect(await control('PUT', '/viban', { refusal: 'no-such-code' })).toMatchObject({ status: 400 });
});

test('every status of a ViBAN deposit is posted to the URL that was set, and is in the delivery log (000 Events)', async () => {
  const posted: string[] = [];
  const deliver = async ({ url, body }: { url: string; body: string }): Promise<number> => {
    posted.push(`${url} ${body}`);
    return Promise.resolve(200);
  };
  const { control, call } = hand({ deliver });
  expect((await control('PUT', '/fiat-notifications', { url: 'http://127.0.0.1:9/fiat' })).json).toEqual({
    url: 'http://127.0.0.1:9/fiat',
  });
  await call('POST', '/v1/fiat/deposits/viban', { amount: 50, currency: 'EUR', clientIp: '::1' });
  await control('POST', '/fiat-deposits/40000/decline', { reason: 'review' });
  await setImmediate();
  const members = '"amount":50,"feeAmount":0.6,"netAmount":49.4,"currency":"EUR"';
  expect(posted).toEqual([
    `http://127.0.0.1:9/fiat {"transactionId":40000,"status":"Pending",${members}}`,
    `http://127.0.0.1:9/fiat {"transactionId":40000,"status":"Declined",${members},"reason":"review"}`,
  ]);
  expect((await control('GET', '/deliveries')).json).toMatchObject([
    { subject: 'fiat-deposit-40000', type: 'fiat-deposit', state: 'delivered', attempts: [{ outcome: 200 }] },
    { state: 'delivered' },
  ]);
  expect((await control('PUT', '/fiat-notifications', {})).json).toEqual({ url: null });
});

describe('faults', () => {
  test('meet the next calls of their operation, as often as they should', async () => {
    const { control, call } = hand();
    const fault = { kind: 'status', status: 503, body: 'busy', apply: false };
    expect((await control('POST', '/faults', { operation: 'balances.list', times: 2, fault })).json).toEqual([
      { operation: 'balances.list', times: 2, fault },
    ]);
    expect((await call('GET', '/v1/currencies/')).status).toBe(200);
    for (let i = 0; i < 2; i++) expect(await call('GET', '/v1/balances')).toMatchObject({ status: 503, text: 'busy' });
    expect((await call('GET', '/v1/balances')).status).toBe(200);
    expect((await control('GET', '/faults')).json).toEqual([]);
  });

  test('may drop any call, and are forgotten on request', async () => {
    const { control, call } = hand();
    await control('POST', '/faults', { fault: { kind: 'drop-before' }, times: 5 });
    await expect(call('GET', '/v1/balances')).rejects.toThrow('dropped');
    expect((await control('DELETE', '/faults')).json).toEqual([]);
    expect((await call('GET', '/v1/balances')).status).toBe(200);
  });
});

test('payments: a payer sends a coin to an intent, and the deliveries of its notifications are listed (001 Events)', async () => {
  const { control, simulator } = hand();
  expect(await control('POST', '/payments/none/deposits', { amount: 1 })).toMatchObject({ status: 404 });
  expect((await control('POST', '/failures', { what: 'refund', reason: 'no funds' })).json).toEqual({ what: 'refund' });
  expect((await control('GET', '/deliveries')).json).toEqual(simulator.deliveries());
});

test.each([
  ['/time', '{"advanceMs":-1}', 'advanceMs: must be 0 or more'],
  ['/time', '{', 'body: Invalid input: expected object, received undefined'],
  ['/time', '{"advanceMs":99999999999999}', 'time advances by 0 to 31622400000 ms, not by 99999999999999'],
  ['/crypto-deposits', '{"address":"a","amount":0}', 'amount: must be greater than 0'],
  ['/faults', '{"fault":{"kind":"status","status":99,"apply":true}}', 'fault.status: must be 200 to 599'],
])('%s with %s is told what is wrong', async (path, body, message) => {
  expect(await hand().control('POST', path, body)).toMatchObject({ status: 400, json: { message } });
});

test('a venue with a clock of its own kind is not moved from here', async () => {
  const { control } = hand({ clock: new VirtualClock(BEGINNING) });
  expect(await control('POST', '/time', { advanceMs: 1 })).toMatchObject({ status: 400 });
});
