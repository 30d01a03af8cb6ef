import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { Secret } from '../../src/base/secret.ts';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import { createInProcessTransport } from '../../src/client/inProcessTransport.ts';
import { createProcessingClient } from '../../src/client/processingClient.ts';
import type { AnyCalls } from '../../src/daemon/interfaceAccount.ts';
import { PaymentViews } from '../../src/daemon/paymentViews.ts';
import { type ApiRequest, sendApiRequest } from '../../src/daemon/sendApiRequest.ts';
import { createSimulator, type Simulator } from '../../src/simulator/simulator.ts';

const gone = new AbortController().signal;
let folder: string;
let clock: VirtualClock;
let simulator: Simulator;
let calls: AnyCalls;
let asked: string[];
let env: Readonly<Record<string, string>>;
let lives = 0;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-payments-'));
  clock = new VirtualClock(Date.UTC(2026, 10, 20, 10));
  simulator = createSimulator({ clock, seed: 7, balances: {} });
  const transport = createInProcessTransport((request) => simulator.fetch(request), { clock });
  const { key, secret } = simulator.processing;
  const client: unknown = createProcessingClient({
    url: 'http://venue.test',
    transport,
    clock,
    key,
    secret: new Secret(secret),
    prefix: 'PROC',
  });
  calls = client as AnyCalls;
  asked = [];
  env = {
    SLUICE_PROCESSING_URL: 'http://127.0.0.1:1',
    SLUICE_PROCESSING_KEY: `payments-${process.pid}-${++lives}`,
    SLUICE_PROCESSING_SECRET: secret,
  };
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function views(options: { readonly most?: number; readonly env?: Readonly<Record<string, string>> } = {}): PaymentViews {
  const call = (request: ApiRequest) => {
    asked.push('operation' in request ? request.operation : request.target);
    return sendApiRequest(request, calls, () => Promise.reject(new Error('it only looks')), {});
  };
  const place = { accounts: join(folder, 'accounts'), state: join(folder, 'state'), server: undefined };
  return new PaymentViews({ ...place, env, clock, clients: { call }, ...options });
}

async function run<T>(work: Promise<T>): Promise<T> {
  const watch = { isDone: false };
  const done = work.finally(() => (watch.isDone = true));
  done.catch(() => undefined);
  for (let steps = 0; !watch.isDone && steps < 10_000; steps++) await clock.advance(20, () => setImmediate());
  return done;
}

/** Asks for 100 EUR in USDT on a network where nobody pays by itself. */
async function made(order: string): Promise<{ readonly id: string; readonly amount: string }> {
  const terms = { currencyFrom: 'USDT', currencyTo: 'EUR', amountTo: dec(100), networkCode: 'ETH', customOrderId: order };
  const { reply } = await run(calls.send(calls.prepare('paymentIntents.create', terms)));
  const { paymentIntentId: id, amountFrom } = reply as { readonly paymentIntentId: string; readonly amountFrom: { toFixed(): string } };
  return { id, amount: amountFrom.toFixed() };
}

async function paid(id: string, amount: string): Promise<void> {
  simulator.payments.deposit({ paymentIntentId: id }, { amount: dec(amount) });
  await clock.advance(5000, () => setImmediate());
}

describe(PaymentViews.name, () => {
  it('shows the payments of some days, and what of them waits for a person, with the commands', async () => {
    const [exact, short] = [await made('order-1'), await made('order-2')];
    await paid(exact.id, exact.amount);
    await paid(short.id, '50');
    const { host, payments, open, notes, payouts, refunds } = await run(views().overview(7, gone));
    expect({ host, notes, payouts, refunds }).toEqual({ host: '127.0.0.1:1', notes: [], payouts: [], refunds: [] });
    expect(payments.map(({ customOrderId, status }) => [customOrderId, status])).toEqual([
      ['order-2', 'ManualActionRequired'],
      ['order-1', 'Completed'],
    ]);
    expect(open).toMatchObject([{ kind: 'payment', id: short.id, bucket: 'under' }]);
    expect(open[0]!.why).toContain(`sluice pay intents accept ${short.id}`);
  });

  it('tells what happened to one payment, with what earlier looks have seen', async () => {
    const { id, amount } = await made('order-1');
    await run(views().story(id, gone));
    await paid(id, amount);
    const { row, timeline } = await run(views().story(id, gone));
    expect(row.status).toBe('Completed');
    expect(timeline.map(({ what, status }) => [what, status])).toEqual([
      ['created', undefined],
      ['status', 'Pending'],
      ['deposit', undefined],
      ['status', 'Completed'],
    ]);
  });

  it('knows what was seen in each of many views at a time, the first ones too', async () => {
    const { id } = await made('order-1');
    const one = views();
    const [told, ...overviews] = await run(
      Promise.all([one.story(id, gone), ...Array.from({ length: 12 }, () => one.overview(1, gone))] as const),
    );
    expect(told.row.id).toBe(id);
    expect(overviews.flatMap(({ notes }) => notes)).toEqual([]);
  });

  it('only reads, and makes no journal', async () => {
    const { id } = await made('order-1');
    const one = views();
    await run(one.overview(1, gone));
    await run(one.story(id, gone));
    expect(new Set(asked)).toEqual(new Set(['paymentIntents.search', 'payouts.search', 'paymentAddresses.search', 'paymentIntents.get']));
  });

  it('refuses days with more payments than it reads, rather than show a part of them as all', async () => {
    await made('order-1');
    await made('order-2');
    await expect(run(views({ most: 2 }).overview(7, gone))).rejects.toMatchObject({ code: 'usage', message: /2 or more payments/ });
    expect((await run(views({ most: 3 }).overview(7, gone))).payments).toHaveLength(2);
  });

  it('says when addresses that were given out earlier are not known', async () => {
    await made('order-1');
    await made('order-2');
    await clock.advance(3 * 86_400_000, () => setImmediate());
    await made('order-3');
    const { payments, notes } = await run(views({ most: 2 }).overview(1, gone));
    expect(payments.map(({ customOrderId }) => customOrderId)).toEqual(['order-3']);
    expect(notes).toEqual([expect.stringContaining('only the newest 2 payments')]);
  });

  it('says which variables are missing where no account is named', async () => {
    await expect(views({ env: {} }).overview(7, gone)).rejects.toMatchObject({ code: 'configuration', message: /SLUICE_PROCESSING_URL/ });
  });
});
