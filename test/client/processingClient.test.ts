import { describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import type { Fault } from '../../src/base/fault.ts';
import { Secret } from '../../src/base/secret.ts';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import { createInProcessTransport } from '../../src/client/inProcessTransport.ts';
import { createProcessingClient, type ProcessingClient } from '../../src/client/processingClient.ts';
import { SIMULATOR_REFUSALS } from '../../src/client/provenRefusals.ts';
import { createSimulator, type Simulator } from '../../src/simulator/simulator.ts';
import { faultFrom, START, turn } from './scripted.ts';

const OWN = '0x52908400098527886E0F7030069857D2E4169EE7';
const ORDER = { currencyFrom: 'USDT', currencyTo: 'USDT', amountTo: dec(100), networkCode: 'ETH' } as const;

interface Venue {
  readonly client: ProcessingClient;
  readonly simulator: Simulator;
  run<T>(promise: PromiseLike<T>): Promise<T>;
  pass(ms: number): Promise<void>;
}

function venue(prefix: 'PROC' | 'ALT' = 'PROC', asked: 'PROC' | 'ALT' = prefix): Venue {
  const clock = new VirtualClock(START);
  const simulator = createSimulator({ clock, seed: 7, prefix, deliver: () => Promise.resolve(200) });
  const transport = createInProcessTransport((request) => simulator.fetch(request), { clock });
  const { key, secret } = simulator.processing;
  const client = createProcessingClient({
    url: 'http://simulator',
    key,
    secret: new Secret(secret),
    prefix: asked,
    transport,
    clock,
    provenRefusals: SIMULATOR_REFUSALS,
  });
  const run = async <T>(promise: PromiseLike<T>): Promise<T> => {
    const state = { settled: false };
    const settle = (): void => {
      state.settled = true;
    };
    promise.then(settle, settle);
    for (let i = 0; i < 300 && !state.settled; i++) await clock.advance(100, turn);
    return promise;
  };
  return { client, simulator, run, pass: (ms) => clock.advance(ms, turn) };
}

/** An intent that needs manual action. */
async function underpaid({ client, simulator, run, pass }: Venue): Promise<string> {
  const { paymentIntentId } = await run(client.paymentIntents.create(ORDER));
  simulator.payments.deposit({ paymentIntentId }, { amount: dec(50) });
  await pass(2000);
  return paymentIntentId;
}

describe('client and simulator', () => {
  it('understand each other in every operation of the payment service', async () => {
    const world = venue();
    const { client, run, pass } = world;
    const { paymentIntents, paymentAddresses, payouts } = client;
    expect((await run(client.coins.list()))[0]!.fiatCurrency).toBe('EUR');
    expect((await run(paymentIntents.estimate({ currencyFrom: 'USDT', currencyTo: 'USDT', amountTo: dec(5) }))).amountFrom.toFixed()).toBe(
      '5',
    );
    expect((await run(paymentIntents.createPage({ currency: 'EUR', amount: dec(5) }))).url).toContain('/deposit?');

    const first = await underpaid(world);
    expect((await run(paymentIntents.get({ paymentIntentId: first }))).status).toBe('ManualActionRequired');
    expect((await run(paymentIntents.receivedEquivalent({ paymentIntentId: first }))).receivedAmountEquivalent?.toFixed()).toBe('50');
    expect((await run(paymentIntents.requestRetryQuote({ paymentIntentId: first }))).amountTo.toFixed()).toBe('50');
    expect(await run(paymentIntents.retry({ paymentIntentId: first }))).toBe(undefined);

    const second = await underpaid(world);
    expect((await run(paymentIntents.acceptReceived({ paymentIntentId: second }))).status).toBe('ManuallyCompletedAmountAcceptable');

    const third = await underpaid(world);
    expect((await run(paymentIntents.refundNetworks({ paymentIntentId: third }))).coin).toBe('USDT');
    expect((await run(paymentIntents.refundFee({ paymentIntentId: third, address: OWN }))).amount.toFixed()).toBe('46');
    expect((await run(paymentIntents.refundLink({ paymentIntentId: third, languageIso2: 'en' }))).url).toMatch(/^\/refund\?/);
    expect((await run(paymentIntents.refund({ paymentIntentId: third }))).status).toBe('Pending');
    await pass(5000);
    const page = await run(paymentIntents.search({ take: 3 }));
    expect(page.map(({ status }) => status)).toEqual([
      'ManuallyCompletedWithRefund',
      'ManuallyCompletedAmountAcceptable',
      'ManuallyCompletedWithRetry',
    ]);

    const wallet = { currency: 'ADA', networkCode: 'ADA', accountId: 'a', callbackUrl: 'https://shop.test' };
    const { address } = await run(paymentAddresses.create(wallet));
    expect((await run(paymentAddresses.search({ accountId: 'a' }))).map((found) => found.address)).toEqual([address]);

    const terms = {
      currencyFrom: 'EUR',
      currencyTo: 'USDT',
      networkCode: 'ETH',
      address: OWN,
      amountTo: dec(10),
      amountToType: 'net',
    } as const;
    expect((await run(payouts.estimate(terms))).receivedAmount.toFixed()).toBe('10');
    const { payoutIntentId } = await run(payouts.create(terms));
    await pass(5000);
    expect((await run(payouts.get({ payoutIntentId }))).status).toBe('Completed');
    expect((await run(payouts.createPage({ currency: 'EUR', amount: dec(5) }))).url).toContain('/payout?');
    expect((await run(payouts.search())).map(({ status }) => status)).toEqual(['New', 'Completed']);
  });

  it('walk a list by what is skipped and taken, each item once', async () => {
    const { client, run } = venue();
    for (let i = 0; i < 5; i++) await run(client.paymentIntents.create({ ...ORDER, customOrderId: `o-${i}` }));
    const walk = async (): Promise<(string | undefined)[]> => {
      const seen: (string | undefined)[] = [];
      for await (const { customOrderId } of client.paymentIntents.search({ take: 2 })) seen.push(customOrderId);
      return seen;
    };
    expect(await run(walk())).toEqual(['o-4', 'o-3', 'o-2', 'o-1', 'o-0']);
  });

  it(
    'understand each other by the headers of the alternate deployment, and only by those (001 Authentication)',
    { tags: 'long' },
    async () => {
      const alternate = venue('ALT');
      expect((await alternate.run(alternate.client.coins.list())).length).toBeGreaterThan(1);
      const mistaken = venue('ALT', 'PROC');
      expect(await faultFrom(mistaken.run(mistaken.client.coins.list()))).toMatchObject({ code: 'unauthorized', status: 401 });
    },
  );
});

describe('before anything is sent', () => {
  it.each([
    ['take', 'must be 1 to 500', (client: ProcessingClient) => client.paymentIntents.search({ take: 501 })],
    ['amountTo', 'must be greater than 0', (client: ProcessingClient) => client.paymentIntents.create({ ...ORDER, amountTo: dec(0) })],
    [
      'amountFrom',
      'exactly one of amountFrom and amountTo must be sent',
      (client: ProcessingClient) => client.payouts.create({ currencyFrom: 'EUR', currencyTo: 'USDT', networkCode: 'ETH', address: OWN }),
    ],
    ['paymentIntentId', 'expected a UUID', (client: ProcessingClient) => client.paymentIntents.get({ paymentIntentId: '7' })],
  ])('a wrong %s is named (001 Limits, 001 Endpoints)', async (field, message, ask) => {
    const { client } = venue();
    const fault = await faultFrom(Promise.resolve(ask(client)));
    expect(fault).toMatchObject({ code: 'invalid-request', outcome: 'not-sent' });
    expect((fault as Fault).fieldErrors?.[field]?.[0]).toContain(message);
  });
});

describe('refusals', () => {
  it('of the state table prove that nothing happened', async () => {
    const { client, run } = venue();
    const { paymentIntentId } = await run(client.paymentIntents.create(ORDER));
    expect(await faultFrom(run(client.paymentIntents.acceptReceived({ paymentIntentId })))).toMatchObject({
      code: 'refused',
      outcome: 'rejected',
      venueCode: 'manual-action-not-allowed',
    });
  });

  it('of an intent that is not known prove nothing, since a 404 has no code', async () => {
    const { client, run } = venue();
    const paymentIntentId = '0f8fad5b-d9cb-469f-a165-70867728950e';
    expect(await faultFrom(run(client.paymentIntents.get({ paymentIntentId })))).toMatchObject({ code: 'not-found', outcome: undefined });
    expect(await faultFrom(run(client.paymentIntents.retry({ paymentIntentId })))).toMatchObject({ code: 'not-found', outcome: 'unknown' });
  });
});
