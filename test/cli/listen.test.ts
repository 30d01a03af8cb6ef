import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { Secret } from '../../src/base/secret.ts';
import { systemClock } from '../../src/base/systemClock.ts';
import { main } from '../../src/cli/main.ts';
import { createExchangeClient, type ExchangeClient } from '../../src/client/exchangeClient.ts';
import { createHostedPageClient, type HostedPageClient } from '../../src/client/hostedPageClient.ts';
import { createProcessingClient, type ProcessingClient } from '../../src/client/processingClient.ts';
import type { Transport } from '../../src/client/transport.ts';
import { patientTransport } from '../client/patientTransport.ts';
import { openShop } from '../daemon/listen/servers.ts';
import { until } from '../until.ts';
import { run, testIo, type TestIo } from './testIo.ts';

interface Interfaces {
  readonly exchange: { readonly url: string; readonly key: string; readonly secret: string };
  readonly processing: { readonly url: string; readonly key: string; readonly secret: string };
  readonly hostedPage: { readonly url: string; readonly userUuid: string; readonly secret: string };
  readonly control: { readonly url: string; readonly token: string };
}

const venueIo = testIo();
let venueEnded: Promise<number>;
let venue: Interfaces;
let transport: Transport;
let client: ProcessingClient;
let exchange: ExchangeClient;
let hosted: HostedPageClient;

beforeAll(async () => {
  venueEnded = main(['simulator', '--time-scale', '20', '-o', 'json'], venueIo);
  await until(() => venueIo.stdout().endsWith('\n'));
  venue = JSON.parse(venueIo.stdout()) as Interfaces;
  transport = patientTransport();
  const { url, key, secret } = venue.processing;
  const base = { url, transport, clock: systemClock };
  client = createProcessingClient({ ...base, key, secret: new Secret(secret) });
  exchange = createExchangeClient({ ...base, key: venue.exchange.key, secret: new Secret(venue.exchange.secret) });
  hosted = createHostedPageClient({ ...base, userUuid: venue.hostedPage.userUuid, secret: new Secret(venue.hostedPage.secret) });
});

afterAll(async () => {
  venueIo.stop.abort('SIGTERM');
  expect(await venueEnded).toBe(0);
  await transport.close();
});

function events(io: TestIo): Record<string, unknown>[] {
  const lines = io.stdout().split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

function bodies(io: TestIo): Record<string, unknown>[] {
  return events(io)
    .filter(({ event }) => event === 'notification')
    .map(({ body }) => body as Record<string, unknown>);
}

async function end(io: TestIo, ended: Promise<number>): Promise<void> {
  io.stop.abort('SIGINT');
  expect(await ended).toBe(0);
}

function environment({ url, key, secret }: Interfaces['processing']): Record<string, string> {
  return { SLUICE_PROCESSING_URL: url, SLUICE_PROCESSING_KEY: key, SLUICE_PROCESSING_SECRET: secret };
}

/** A listener that has reported its address. */
async function listening(): Promise<{ readonly io: TestIo; readonly ended: Promise<number>; readonly url: string }> {
  const io = testIo();
  const ended = main(['listen', '-o', 'ndjson'], io);
  await until(() => io.stdout().endsWith('\n'));
  return { io, ended, url: String(events(io)[0]!['url']) };
}

async function control(method: string, path: string, body: object): Promise<void> {
  const headers = { authorization: `Bearer ${venue.control.token}` };
  const response = await fetch(`${venue.control.url}/control/v1${path}`, { method, headers, body: JSON.stringify(body) });
  expect(response.status).toBe(200);
}

async function vibanDeposit(amount: string): Promise<string> {
  const { transactionId } = await exchange.vibanDeposits.create({ amount: dec(amount), currency: 'EUR', clientIp: '203.0.113.7' });
  return transactionId;
}

/** Starts a payment and decides it on the page that the venue serves. */
async function hostedPayment(notification_url: string, given: object, decision: 'pay' | 'fail'): Promise<number> {
  const customer = {
    id: 'customer-1',
    country: 'DE',
    email: 'ada@example.com',
    full_phone_number: '+4930123456',
    first_name: 'Ada',
    last_name: 'Lovelace',
    currency: 'EUR',
  };
  const { redirect_url } = await hosted.payments.initiate({ customer, notification_url, ...given });
  const response = await fetch(redirect_url, { method: 'POST', body: new URLSearchParams({ amount: '1000', decision }) });
  return response.status;
}

describe('sluice listen', () => {
  it('prints what the simulator tells and passes it on to a server that answers 500 first (001 Events 1)', { tags: 'long' }, async () => {
    const shop = await openShop(500);
    const io = testIo();
    const ended = main(['listen', '--forward-to', shop.url, '-o', 'ndjson'], io);
    await until(() => io.stdout().endsWith('\n'));
    const [began] = events(io);
    expect(began).toEqual({ event: 'listening', url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) as unknown });
    const callbackUrl = `${String(began!['url'])}/notify`;
    // A sandbox coin, for which the deposit comes by itself (001 Sandbox).
    const terms = { currencyFrom: 'USDT', currencyTo: 'USDT', amountTo: dec(100), networkCode: 'BNB_TEST', callbackUrl };
    const { paymentIntentId } = await client.paymentIntents.create(terms);
    await until(() => events(io).filter(({ event }) => event === 'forwarded').length === 2);
    expect(bodies(io).map((body) => [body['paymentIntentId'], body['status']])).toEqual([
      [paymentIntentId, 'Pending'],
      [paymentIntentId, 'Completed'],
    ]);
    const forwarded = events(io).filter(({ event }) => event === 'forwarded');
    expect(forwarded.map(({ status, attempts, id }) => [status, attempts, id])).toEqual([
      [200, 2, paymentIntentId],
      [200, 1, paymentIntentId],
    ]);
    expect(shop.bodies.map((body) => JSON.parse(body.toString()) as unknown)).toEqual([bodies(io)[0], ...bodies(io)]);
    await end(io, ended);
    expect(events(io).at(-1)).toEqual({ event: 'stopped', taken: 2, refused: 0, unsent: 0 });
    await shop.close();
  });

  it('prints a line each for a person, and what it refused on stderr', async () => {
    const shop = await openShop();
    const io = testIo();
    const ended = main(['listen', '--port', '0', '--forward-to', shop.url], io);
    await until(() => io.stderr().includes('Ctrl-C'));
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(io.stderr())![0];
    const body =
      '{"notificationType":"PayoutIntentNotification","id":"p-1","status":"Ne\\u001b[2Jw","amountFrom":1.50,"currencyFrom":"EUR"}';
    expect((await fetch(url, { method: 'POST', body })).status).toBe(200);
    expect((await fetch(url, { method: 'POST', body: 'no' })).status).toBe(400);
    await until(() => io.stdout().includes('->'));
    expect(io.stdout()).toMatch(/^\d\d:\d\d:\d\d PayoutIntentNotification p-1 Ne \[2Jw 1\.50 EUR\n\d\d:\d\d:\d\d -> 200 \d+ ms {2}Payout/);
    await end(io, ended);
    expect(io.stderr()).toMatch(/refused: the body is no JSON.*\n1 taken, 1 refused, 0 unsent\n$/s);
    expect(shop.bodies.map(String)).toEqual([body]);
    await shop.close();
  });

  it('prints what the simulator tells of ViBAN deposits: completed, also with another amount, and declined with its reason (000 Events)', async () => {
    const { io, ended, url } = await listening();
    await control('PUT', '/fiat-notifications', { url: `${url}/fiat` });
    const ids = [await vibanDeposit('100'), await vibanDeposit('200'), await vibanDeposit('300')];
    await control('POST', `/fiat-deposits/${ids[0]}/completion`, {});
    await control('POST', `/fiat-deposits/${ids[1]}/completion`, { amount: 150 });
    await control('POST', `/fiat-deposits/${ids[2]}/decline`, { reason: 'review' });
    const told = (id: string): unknown[] =>
      bodies(io)
        .filter(({ transactionId }) => String(transactionId) === id)
        .map(({ status, amount, netAmount, currency, reason }) => [status, amount, netAmount, currency, reason]);
    await until(() => bodies(io).length >= 6);
    expect(ids.map(told)).toEqual([
      [
        ['Pending', 100, 99.3, 'EUR', undefined],
        ['Completed', 100, 99.3, 'EUR', undefined],
      ],
      [
        ['Pending', 200, 199.1, 'EUR', undefined],
        ['Completed', 150, 149.2, 'EUR', undefined],
      ],
      [
        ['Pending', 300, 298.9, 'EUR', undefined],
        ['Declined', 300, 298.9, 'EUR', 'review'],
      ],
    ]);
    await control('PUT', '/fiat-notifications', {});
    await end(io, ended);
  });

  it('prints what the simulator tells of the hosted page: paid, failed, refunded, with what was to be forwarded (002 Events)', async () => {
    const { io, ended, url } = await listening();
    const given = { origin_transaction_id: 'order-1', gtm: 'GTM-1234567', variable1: 'a', variable2: 'b', variable3: 'c' };
    const paid = await hostedPayment(`${url}/hosted`, given, 'pay');
    await until(() => bodies(io).length === 1);
    const money = { amount: 400, currency: 'EUR' };
    const [{ transaction_id }] = bodies(io) as [{ transaction_id: string }];
    expect(await hosted.refunds.submit({ refunds: [{ transaction_id, origin_transaction_id: 'refund-1', money }] })).toEqual({
      status: 'ACCEPTED',
    });
    await until(() => bodies(io).length === 2);
    const failed = await hostedPayment(`${url}/hosted`, {}, 'fail');
    await until(() => bodies(io).length === 3);
    expect([paid, failed]).toEqual([200, 200]);
    expect(bodies(io)).toMatchObject([
      { type: 'PAYMENT', status: 'COMPLETED', money: { amount: 1000, currency: 'EUR' }, ...given },
      { type: 'REFUND', status: 'COMPLETED', payment_transaction_id: transaction_id, origin_transaction_id: 'refund-1', money },
      { type: 'PAYMENT', status: 'FAILED', variable1: null, gtm: null },
    ]);
    await end(io, ended);
  });

  it('derives the same from reads with --poll, and passes it on in the same form', { tags: 'long' }, async () => {
    const shop = await openShop();
    const io = testIo({ env: environment(venue.processing) });
    const ended = main(['listen', '--poll', '--every', '20ms', '--since', '1m', '--forward-to', shop.url, '-o', 'ndjson'], io);
    await until(() => io.stdout().endsWith('\n'));
    expect(events(io)[0]).toEqual({ event: 'polling', url: venue.processing.url });
    const { paymentIntentId } = await client.paymentIntents.create({
      currencyFrom: 'USDT',
      currencyTo: 'EUR',
      amountTo: dec(100),
      networkCode: 'ETH',
    });
    const ofIntent = (): unknown[] =>
      bodies(io)
        .filter((body) => body['paymentIntentId'] === paymentIntentId)
        .map(({ notificationType, status }) => [notificationType, status]);
    await until(() => ofIntent().length === 1);
    const response = await fetch(`${venue.control.url}/control/v1/payments/${paymentIntentId}/deposits`, {
      method: 'POST',
      headers: { authorization: `Bearer ${venue.control.token}` },
      body: '{"amount":10}',
    });
    expect(response.status).toBe(200);
    await until(() => ofIntent().length === 3);
    expect(ofIntent()).toEqual([
      ['PaymentIntentNotification', 'Pending'],
      ['AutoRetryPaymentIntentNotification', 'Failed'],
      ['PaymentIntentNotification', 'ManualActionRequired'],
    ]);
    await until(() => shop.bodies.length === bodies(io).length);
    expect(shop.bodies.map((body) => JSON.parse(body.toString()) as unknown)).toEqual(bodies(io));
    await end(io, ended);
    await shop.close();
  });

  it('ends with --poll when the key is refused (001 Authentication 5)', async () => {
    const { code, stderr } = await run(['listen', '--poll', '-o', 'json'], { env: environment({ ...venue.processing, key: 'other' }) });
    expect([code === 0, JSON.parse(stderr)]).toEqual([false, expect.objectContaining({ error: 'unauthorized' })]);
  });

  it.each([
    [['--poll'], 'SLUICE_PROCESSING_URL'],
    [['--poll', '--port', '1'], '--port does not go with --poll'],
    [['--every', '5s'], '--every goes only with --poll'],
    [['--since', '5s'], '--since goes only with --poll'],
    [['--forward-to', 'ftp://x'], 'expected an address like'],
    [['-o', 'csv'], 'listen does not print csv'],
  ])('refuses %j: exit 2 or 3, nothing on stdout', async (argv, message) => {
    const { code, stdout, stderr } = await run(['listen', ...argv]);
    expect([code > 0, stdout]).toEqual([true, '']);
    expect(stderr).toContain(message);
  });

  it('says when its port is taken', async () => {
    const { code, stderr } = await run(['listen', '--port', new URL(venue.processing.url).port]);
    expect(code).toBe(2);
    expect(stderr).toContain('is taken');
  });
});
