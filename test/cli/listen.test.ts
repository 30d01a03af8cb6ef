import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { Secret } from '../../src/base/secret.ts';
import { systemClock } from '../../src/base/systemClock.ts';
import { main } from '../../src/cli/main.ts';
import { createProcessingClient, type ProcessingClient } from '../../src/client/processingClient.ts';
import type { Transport } from '../../src/client/transport.ts';
import { createHttpTransport } from '../../src/client/httpTransport.ts';
import { openShop, until } from '../daemon/listen/servers.ts';
import { run, testIo, type TestIo } from './testIo.ts';

interface Interfaces {
  readonly processing: { readonly url: string; readonly key: string; readonly secret: string };
  readonly control: { readonly url: string; readonly token: string };
}

const venueIo = testIo();
let venueEnded: Promise<number>;
let venue: Interfaces;
let transport: Transport;
let client: ProcessingClient;

beforeAll(async () => {
  venueEnded = main(['simulator', '--time-scale', '20', '-o', 'json'], venueIo);
  await until(() => venueIo.stdout().endsWith('\n'));
  venue = JSON.parse(venueIo.stdout()) as Interfaces;
  transport = createHttpTransport();
  const { url, key, secret } = venue.processing;
  client = createProcessingClient({ url, key, secret: new Secret(secret), transport, clock: systemClock });
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

describe('sluice listen', () => {
  it('prints what the simulator tells and passes it on to a server that answers 500 first (001 Events 1)', async () => {
    const shop = await openShop(500);
    const io = testIo();
    const ended = main(['listen', '--forward-to', shop.url, '-o', 'ndjson'], io);
    await until(() => io.stdout().endsWith('\n'));
    const [began] = events(io);
    expect(began).toEqual({ event: 'listening', url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) as unknown });
    const callbackUrl = `${String(began!['url'])}/notify`;
    // A coin of the sandbox: the deposit comes by itself (001 Sandbox).
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

  it('derives the same from reads with --poll, and passes it on in the same form', async () => {
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
