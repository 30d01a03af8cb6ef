import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { Secret } from '../../src/base/secret.ts';
import { systemClock } from '../../src/base/systemClock.ts';
import { createHostedPageClient, type HostedPageClient, type HostedPageOperation } from '../../src/client/hostedPageClient.ts';
import { createRateLimiter } from '../../src/client/rateLimiter.ts';
import { createProcessingClient, type ProcessingClient, type ProcessingOperation } from '../../src/client/processingClient.ts';
import { patientTransport } from './patientTransport.ts';
import { serveSimulator, type SimulatorServer } from '../../src/simulator/serve.ts';
import { createSimulator } from '../../src/simulator/simulator.ts';

const OWN = '0x52908400098527886E0F7030069857D2E4169EE7';
const UUID = '0f8fad5b-d9cb-469f-a165-70867728950e';
const QUICK = { mockDepositMs: 0, confirmationMs: 0, stepMs: 0 };

const simulator = createSimulator({
  clock: systemClock,
  seed: 7,
  deliver: () => Promise.resolve(200),
  processing: { timing: QUICK },
});
const transport = patientTransport();
// An intent is read over and over until it is settled.
const limiter = createRateLimiter({ perSecond: 1000, burst: 1000, clock: systemClock });
let server: SimulatorServer;
let client: ProcessingClient;
let hosted: HostedPageClient;

beforeAll(async () => {
  server = await serveSimulator(simulator, { port: 0 });
  const { url } = server;
  const { key, secret } = simulator.processing;
  client = createProcessingClient({ url, key, secret: new Secret(secret), transport, limiter });
  const user = simulator.hostedPage;
  hosted = createHostedPageClient({ url, userUuid: user.userUuid, secret: new Secret(user.secret), transport });
});

afterAll(async () => {
  simulator.stop();
  await transport.close();
  await server.close();
});

const order = { currencyFrom: 'USDT', currencyTo: 'USDT', amountTo: dec(100), networkCode: 'ETH' } as const;
const payout = { currencyFrom: 'EUR', currencyTo: 'USDT', networkCode: 'ETH', address: OWN, amountFrom: dec(100) } as const;
const page = { currency: 'EUR', amount: dec(10) } as const;
const wallet = { currency: 'ADA', networkCode: 'ADA', accountId: 'a', callbackUrl: 'http://127.0.0.1:9/' } as const;

/** An intent that needs a decision. */
async function underpaid(): Promise<{ paymentIntentId: string }> {
  const { paymentIntentId } = await client.paymentIntents.create(order);
  simulator.payments.deposit({ paymentIntentId }, { amount: dec(50) });
  // The deposit is confirmed by a timer of its own, so the intent is read until then.
  while ((await client.paymentIntents.get({ paymentIntentId })).status !== 'ManualActionRequired');
  return { paymentIntentId };
}

const refunds = [{ transaction_id: UUID, money: { amount: 1050, currency: 'EUR' } }];

/** One call of each row. It does not compile when a row is missing. */
const WALK: { readonly [Name in ProcessingOperation]: () => PromiseLike<unknown> } = {
  'coins.list': () => client.coins.list(),
  'paymentIntents.estimate': () => client.paymentIntents.estimate({ currencyFrom: 'BTC', currencyTo: 'EUR', amountTo: dec(100) }),
  'paymentIntents.create': () => client.paymentIntents.create(order),
  'paymentIntents.createPage': () => client.paymentIntents.createPage(page),
  'paymentIntents.get': async () => client.paymentIntents.get(await underpaid()),
  'paymentIntents.search': () => client.paymentIntents.search(),
  'paymentIntents.requestRetryQuote': async () => client.paymentIntents.requestRetryQuote(await underpaid()),
  'paymentIntents.retry': async () => {
    const intent = await underpaid();
    await client.paymentIntents.requestRetryQuote(intent);
    await client.paymentIntents.retry(intent);
    return client.paymentIntents.get(intent);
  },
  'paymentIntents.acceptReceived': async () => client.paymentIntents.acceptReceived(await underpaid()),
  'paymentIntents.receivedEquivalent': async () => client.paymentIntents.receivedEquivalent(await underpaid()),
  'paymentIntents.refundNetworks': async () => client.paymentIntents.refundNetworks(await underpaid()),
  'paymentIntents.refundFee': async () => client.paymentIntents.refundFee({ ...(await underpaid()), address: OWN }),
  'paymentIntents.refund': async () => client.paymentIntents.refund(await underpaid()),
  'paymentIntents.refundLink': async () => client.paymentIntents.refundLink({ ...(await underpaid()), languageIso2: 'en' }),
  'paymentAddresses.create': () => client.paymentAddresses.create(wallet),
  'paymentAddresses.search': () => client.paymentAddresses.search({ accountId: 'a' }),
  'payouts.estimate': () => client.payouts.estimate(payout),
  'payouts.create': () => client.payouts.create(payout),
  'payouts.createPage': () => client.payouts.createPage(page),
  'payouts.get': async () => client.payouts.get({ payoutIntentId: (await client.payouts.create(payout)).payoutIntentId }),
  'payouts.search': () => client.payouts.search(),
};

const HOSTED_WALK: { readonly [Name in HostedPageOperation]: () => PromiseLike<unknown> } = {
  'payments.initiate': () =>
    hosted.payments.initiate({
      customer: {
        id: 'customer-1',
        country: 'DE',
        email: 'ada@shop.test',
        full_phone_number: '+4915112345678',
        first_name: 'Ada',
        last_name: 'Lovelace',
        currency: 'EUR',
      },
      notification_url: 'http://127.0.0.1:9/',
    }),
  'refunds.submit': () => hosted.refunds.submit({ refunds }),
  'refunds.submitByGateway': () => hosted.refunds.submitByGateway({ refunds }),
};

describe('client and simulator over HTTP', () => {
  it.each(Object.entries(WALK))('%s', { tags: 'long' }, async (_name, ask) => {
    expect(await ask()).toBeDefined();
  });

  it.each(Object.entries(HOSTED_WALK))('%s', async (_name, ask) => {
    expect(await ask()).toBeDefined();
  });

  it('nothing went wrong inside', () => {
    expect(simulator.truth().failures).toEqual([]);
  });
});
