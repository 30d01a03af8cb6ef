import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { signatureAuthenticator } from '../../src/simulator/authentication.ts';
import { signatureOf, signedRequest } from './signedRequests.ts';
import { answered, BEGINNING, openVenue } from './venueUnderTest.ts';

interface Vector {
  readonly secret: string;
  readonly timestamp: number;
  readonly method: string;
  readonly path: string;
  readonly body: string;
  readonly signature: string;
}

const file = await readFile(new URL('../vectors/signing.json', import.meta.url), 'utf8');
const { cases } = JSON.parse(file) as { cases: readonly Vector[] };

function headerOf({ timestamp, signature }: Vector): (name: string) => string | undefined {
  const headers = new Map([
    ['svc-api-key', 'k'],
    ['svc-api-sign', signature],
    ['svc-api-timestamp', String(timestamp)],
  ]);
  return (name) => headers.get(name);
}

describe.each(cases)('the vector $method $path at $timestamp (000 Authentication 4)', (vector) => {
  const body = Buffer.from(vector.body, 'utf8');
  const verify = signatureAuthenticator('k', vector.secret);

  test('is accepted as it is', () => {
    expect(verify({ ...vector, header: headerOf(vector), body }, vector.timestamp)).toBe(true);
  });

  test('is refused with one byte more, another path, method or time, or under another secret', () => {
    const call = { ...vector, header: headerOf(vector), body };
    const now = vector.timestamp;
    expect(verify({ ...call, body: Buffer.concat([body, Buffer.from(' ')]) }, now)).toBe(false);
    expect(verify({ ...call, path: `${call.path}/` }, now)).toBe(false);
    expect(verify({ ...call, method: 'PUT' }, now)).toBe(false);
    expect(verify({ ...call, header: headerOf({ ...vector, timestamp: now + 1 }) }, now)).toBe(false);
    expect(signatureAuthenticator('k', 'AAAA')(call, now)).toBe(false);
    expect(signatureAuthenticator('other', vector.secret)(call, now)).toBe(false);
  });
});

test('the signature covers the path as it is sent: %2F stays %2F', async () => {
  const { simulator } = openVenue();
  const asSent = signedRequest(simulator.exchange, { method: 'GET', path: '/v1/spot-trading/orderbook/BTC%2FEUR', at: BEGINNING });
  expect((await simulator.fetch(asSent)).status).toBe(200);
  const headers = new Headers(asSent.headers);
  headers.set('SVC-API-SIGN', signatureOf(simulator.exchange.secret, String(BEGINNING), 'GET', '/v1/spot-trading/orderbook/BTC/EUR', ''));
  expect((await simulator.fetch(new Request(asSent.url, { headers }))).status).toBe(401);
});

test.each([
  [60_000, 200],
  [-60_000, 200],
  [60_001, 401],
  [-60_001, 401],
])('a timestamp %i ms off the time of the venue gives %i (000 Authentication 3)', async (off, status) => {
  const { simulator } = openVenue({ clockSkewMs: 5000 });
  const request = signedRequest(simulator.exchange, { method: 'GET', path: '/v1/balances', at: BEGINNING + 5000 + off });
  expect((await simulator.fetch(request)).status).toBe(status);
});

test.each([
  ['SVC-API-KEY', 'someone-else'],
  ['SVC-API-KEY', undefined],
  ['SVC-API-SIGN', 'AAAA'],
  ['SVC-API-SIGN', undefined],
  ['SVC-API-TIMESTAMP', 'now'],
  ['SVC-API-TIMESTAMP', '1e12'],
  ['SVC-API-TIMESTAMP', undefined],
])('with %s being %s the answer is 401 with an empty body, and nothing happens (000 Authentication 6)', async (name, value) => {
  const { simulator } = openVenue();
  const body = '{"symbol":"BTC/EUR","type":"Market","side":"Buy","amount":0.01}';
  const request = signedRequest(simulator.exchange, { method: 'POST', path: '/v1/spot-trading/orders', body, at: BEGINNING });
  if (value === undefined) request.headers.delete(name);
  else request.headers.set(name, value);
  const { status, text } = await answered(await simulator.fetch(request));
  expect({ status, text }).toEqual({ status: 401, text: '' });
  expect(simulator.truth()).toMatchObject({
    trades: [],
    requests: [{ operation: 'orders.place', body, status: 401, appliedAt: undefined }],
  });
});
