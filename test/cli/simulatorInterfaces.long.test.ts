import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { main } from '../../src/cli/main.ts';
import { allOperations } from '../../src/contract/contract.ts';
import { signedRequest } from '../simulator/signedRequests.ts';
import { until } from '../until.ts';
import { run, testIo } from './testIo.ts';

interface Listening {
  readonly processing: { readonly url: string; readonly key: string; readonly secret: string };
  readonly hostedPage: { readonly url: string; readonly userUuid: string; readonly secret: string };
  readonly control: { readonly url: string; readonly token: string };
}

const io = testIo();
let ended: Promise<number>;
let line: Listening;

beforeAll(async () => {
  ended = main(['simulator', '--prefix', 'ALT', '-o', 'json'], io);
  while (!io.stdout().endsWith('\n')) await once(io.out, 'data');
  line = JSON.parse(io.stdout()) as Listening;
});

afterAll(async () => {
  io.stop.abort('SIGTERM');
  expect(await ended).toBe(0);
});

it('says how to reach the payment service and the hosted page', () => {
  const { processing, hostedPage } = line;
  expect([Object.keys(processing), Object.keys(hostedPage)]).toEqual([
    ['url', 'key', 'secret'],
    ['url', 'userUuid', 'secret'],
  ]);
});

it('takes signed payments with the prefix that was chosen, and posts notifications over HTTP (001 Events 1)', async () => {
  const statuses: string[] = [];
  let done = (): void => {};
  const completed = new Promise<void>((resolve) => {
    done = resolve;
  });
  const shop = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      response.end();
      statuses.push((JSON.parse(body) as { status: string }).status);
      if (statuses.length === 2) done();
    });
  });
  shop.listen(0, '127.0.0.1');
  await once(shop, 'listening');
  try {
    const callbackUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/notify`;
    const body = JSON.stringify({ currencyFrom: 'USDT', currencyTo: 'USDT', amountTo: 100, networkCode: 'BNB_TEST', callbackUrl });
    const { processing } = line;
    const request = signedRequest(
      processing,
      { method: 'POST', path: '/v2/payment-intents/', body, at: Date.now() },
      processing.url,
      'ALT',
    );
    const response = await fetch(request);
    expect([response.status, await response.json()]).toMatchObject([200, { amountFrom: 100, amountTo: 100 }]);
    await completed;
    expect(statuses).toEqual(['Pending', 'Completed']);
  } finally {
    shop.closeAllConnections();
    shop.close();
  }
});

it('starts a payment on the hosted page, which is served at the same address (002 Endpoints)', async () => {
  const { url, userUuid, secret } = line.hostedPage;
  const exp = Math.floor(Date.now() / 1000) + 60;
  const token = await new SignJWT({ user_uuid: userUuid, exp })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(new TextEncoder().encode(secret));
  const customer = {
    id: 'c-1',
    country: 'DE',
    email: 'ada@shop.test',
    full_phone_number: '+4915112345678',
    first_name: 'Ada',
    last_name: 'Lovelace',
    currency: 'EUR',
  };
  const response = await fetch(`${url}/business-api/v1/intent/init`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ customer, notification_url: 'http://127.0.0.1:9/notify' }),
  });
  const { redirect_url } = (await response.json()) as { redirect_url: string };
  expect(redirect_url.startsWith(`${url}/pay?jwt=`)).toBe(true);
  const page = await fetch(redirect_url);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Ada Lovelace')]);
});

it('has a control side with a token of its own, by which its time is moved', async () => {
  const { url, token } = line.control;
  const advance = (authorization: string): Promise<Response> =>
    fetch(`${url}/control/v1/time`, { method: 'POST', headers: { authorization }, body: '{"advanceMs":86400000}' });
  expect((await advance('Bearer x')).status).toBe(401);
  const { now } = (await (await advance(`Bearer ${token}`)).json()) as { now: string };
  expect(Date.parse(now) - Date.now()).toBeGreaterThan(80_000_000);
});

it('posts the notifications of ViBAN deposits to where it was told (000 Events)', async () => {
  const told: string[] = [];
  const shop = createServer((request, response) => {
    request.on('data', (chunk: Buffer) => told.push(chunk.toString()));
    request.on('end', () => response.end());
  });
  shop.listen(0, '127.0.0.1');
  await once(shop, 'listening');
  const venue = testIo();
  const url = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/fiat`;
  const venueEnded = main(['simulator', '--fiat-notifications', url, '-o', 'json'], venue);
  try {
    while (!venue.stdout().endsWith('\n')) await once(venue.out, 'data');
    const { exchange } = JSON.parse(venue.stdout()) as { readonly exchange: { url: string; key: string; secret: string } };
    const body = '{"amount":100,"currency":"EUR","clientIp":"203.0.113.7"}';
    const { method, path } = allOperations().find(({ name }) => name === 'exchange.vibanDeposits.create')!.row;
    const response = await fetch(signedRequest(exchange, { method, path, body, at: Date.now() }, exchange.url));
    expect(response.ok).toBe(true);
    await until(() => told.length > 0);
    expect(JSON.parse(told[0]!)).toMatchObject({ status: 'Pending', amount: 100, currency: 'EUR' });
  } finally {
    venue.stop.abort('SIGTERM');
    expect(await venueEnded).toBe(0);
    shop.closeAllConnections();
    shop.close();
  }
});

it('takes only an address to post to', async () => {
  const { code, stderr } = await run(['simulator', '--fiat-notifications', 'ftp://x']);
  expect([code, stderr]).toEqual([2, expect.stringContaining('expected an address like')]);
});
