import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import { seededRandom } from '../../../src/base/random.ts';
import { Secret } from '../../../src/base/secret.ts';
import { systemClock } from '../../../src/base/systemClock.ts';
import { VirtualClock } from '../../../src/base/virtualClock.ts';
import { createProcessingClient, type ProcessingClient } from '../../../src/client/processingClient.ts';
import type { Transport } from '../../../src/client/transport.ts';
import { patientTransport } from '../../client/patientTransport.ts';
import type { Notification } from '../../../src/daemon/listen/notification.ts';
import { notificationName } from '../../../src/daemon/listen/notificationText.ts';
import { Poller } from '../../../src/daemon/listen/poller.ts';
import { type Receiver, serveReceiver } from '../../../src/daemon/listen/receiver.ts';
import { serveSimulator, type SimulatorServer } from '../../../src/simulator/serve.ts';
import { createSimulator, type Simulator } from '../../../src/simulator/simulator.ts';
import { until } from '../../until.ts';

// The venue's time stands still until a test moves it on, so that no status is gone before it was read.
let clock: VirtualClock;
let simulator: Simulator;
let server: SimulatorServer;
let transport: Transport;
let client: ProcessingClient;
let receiver: Receiver;
let poller: Poller;
let received: Notification[];
let polled: Notification[];
let troubles: unknown[];

beforeEach(async () => {
  clock = new VirtualClock(systemClock.now());
  simulator = createSimulator({
    clock,
    wallClock: systemClock,
    seed: 7,
    processing: { fee: { percent: dec(0), fixed: {} }, euroPrice: (code) => (code === 'USDT' ? dec('0.9') : dec(1)) },
  });
  server = await serveSimulator(simulator, { port: 0 });
  transport = patientTransport();
  const { key, secret } = simulator.processing;
  client = createProcessingClient({ url: server.url, key, secret: new Secret(secret), transport, clock: systemClock });
  [received, polled, troubles] = [[], [], []];
  receiver = await serveReceiver({
    clock: systemClock,
    port: 0,
    onNotification: (each) => received.push(each),
    onRefused: (reason) => troubles.push(reason),
  });
  poller = new Poller({
    calls: client,
    clock: systemClock,
    random: seededRandom(7),
    everyMs: 10,
    createdFromMs: clock.now() - 60_000,
    onNotification: (each) => polled.push(each),
    onTrouble: (error) => troubles.push(error),
  });
  poller.start();
});

afterEach(async () => {
  await poller.stop();
  simulator.stop();
  await Promise.all([receiver.close(), server.close(), transport.close()]);
  expect(troubles).toEqual([]);
});

function sequence(notifications: readonly Notification[]): string[] {
  return notifications.map(({ body }) => `${notificationName(body).replace(/Notification$/, '')} ${body['status'] as string}`);
}

/** Moves on once both have told as much as is expected. */
async function toldOnBothWays(...expected: string[]): Promise<void> {
  await until(() => received.length >= expected.length && polled.length >= expected.length);
  expect({ received: sequence(received), polled: sequence(polled) }).toEqual({ received: expected, polled: expected });
}

async function createIntent(): Promise<string> {
  const callbackUrl = `${receiver.url}/notify`;
  const terms = { currencyFrom: 'USDT', currencyTo: 'EUR', amountTo: dec(108), networkCode: 'ETH', customOrderId: 'order-1', callbackUrl };
  return (await client.paymentIntents.create(terms)).paymentIntentId;
}

async function deposit(paymentIntentId: string, amount: string): Promise<void> {
  simulator.payments.deposit({ paymentIntentId }, { amount: dec(amount) });
  await advance(5000);
}

function advance(ms: number): Promise<void> {
  return clock.advance(ms, () => setImmediate());
}

describe('what is received and what is polled are the same', () => {
  it('for an exact deposit, member by member (001 Events 1)', async () => {
    const id = await createIntent();
    await toldOnBothWays('PaymentIntent Pending');
    await deposit(id, '120');
    await toldOnBothWays('PaymentIntent Pending', 'PaymentIntent Completed');
    const told = received.map(({ bytes }) => JSON.parse(Buffer.from(bytes).toString()) as unknown);
    expect(polled.map(({ bytes }) => JSON.parse(Buffer.from(bytes).toString()) as unknown)).toEqual(told);
  });

  it('for an underpaid intent that is topped up (001 Events 3, 8)', async () => {
    const id = await createIntent();
    await toldOnBothWays('PaymentIntent Pending');
    await deposit(id, '60');
    const needed = ['PaymentIntent Pending', 'AutoRetryPaymentIntent Failed', 'PaymentIntent ManualActionRequired'];
    await toldOnBothWays(...needed);
    await deposit(id, '60');
    await toldOnBothWays(...needed, 'AutoRetryPaymentIntent Completed', 'PaymentIntent PartiallyCompleted');
  });

  it('for a retry by hand (001 Events 6)', async () => {
    const paymentIntentId = await createIntent();
    await toldOnBothWays('PaymentIntent Pending');
    await deposit(paymentIntentId, '60');
    const needed = ['PaymentIntent Pending', 'AutoRetryPaymentIntent Failed', 'PaymentIntent ManualActionRequired'];
    await toldOnBothWays(...needed);
    await client.paymentIntents.requestRetryQuote({ paymentIntentId });
    await toldOnBothWays(...needed, 'RetryPaymentIntent Pending');
    await client.paymentIntents.retry({ paymentIntentId });
    const done = ['RetryPaymentIntent Completed', 'PaymentIntent ManuallyCompletedWithRetry'];
    await toldOnBothWays(...needed, 'RetryPaymentIntent Pending', ...done);
  });

  it('for a deposit that does not come in time (001 Events 4)', async () => {
    await createIntent();
    await toldOnBothWays('PaymentIntent Pending');
    await advance(16 * 60_000);
    await toldOnBothWays('PaymentIntent Pending', 'PaymentIntent Failed');
    expect(polled[1]!.body['statusDescription']).toBe('Out of time');
  });

  it('for each status of a payout (001 Payout intent)', async () => {
    const address = '0x52908400098527886E0F7030069857D2E4169EE7';
    const callbackUrl = receiver.url;
    await client.payouts.create({
      currencyFrom: 'EUR',
      amountFrom: dec(100),
      currencyTo: 'USDT',
      networkCode: 'ETH',
      address,
      callbackUrl,
    });
    const statuses = ['New', 'Pending', 'Processing', 'Completed'].map((status) => `PayoutIntent ${status}`);
    for (let told = 1; told <= statuses.length; told++) {
      await toldOnBothWays(...statuses.slice(0, told));
      await advance(1000);
    }
    expect(polled[3]!.body['transactionHash']).toEqual(received[3]!.body['transactionHash']);
  });
});
