import { copyFileSync, existsSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dec, ZERO } from '../../src/base/decimal.ts';
import { Secret } from '../../src/base/secret.ts';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import { createExchangeClient } from '../../src/client/exchangeClient.ts';
import { createInProcessTransport } from '../../src/client/inProcessTransport.ts';
import { createRateLimiter } from '../../src/client/rateLimiter.ts';
import { oneShot } from '../../src/daemon/oneShot.ts';
import { openOwnedStore } from '../../src/daemon/openOwnedStore.ts';
import type { OperatorAsk, OperatorResult } from '../../src/daemon/askOperator.ts';
import { Ownerless } from '../../src/daemon/ownerless.ts';
import { type Recovery, recoverAccount } from '../../src/daemon/recoverAccount.ts';
import { STRATEGY_STATE } from '../../src/daemon/restore.ts';
import { resumeSavedTrading, savedStops } from '../../src/daemon/savedTrading.ts';
import { statePaths } from '../../src/daemon/statePaths.ts';
import { STOPS_KEY, writeStops } from '../../src/engine/savedStops.ts';
import { orderFingerprint } from '../../src/gateway/fingerprint.ts';
import { releaseRecovered } from '../../src/gateway/recoveredLanes.ts';
import { orderLane } from '../../src/model/command.ts';
import { ALL_TRADING } from '../../src/model/tradingStop.ts';
import { loadSettings, type Settings } from '../../src/settings/loadSettings.ts';
import { createSimulator, type Simulator } from '../../src/simulator/simulator.ts';
import { tradedAccount } from '../../src/store/accountDatabase.ts';
import type { Store } from '../../src/store/store.ts';

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

let folder: string;
let clock: VirtualClock;
let simulator: Simulator;
let settings: Settings;
let said: string[];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-recover-'));
  clock = new VirtualClock(Date.UTC(2026, 10, 20));
  simulator = createSimulator({ clock, seed: 1 });
  said = [];
  const { key, secret } = simulator.exchange;
  const env = { SLUICE_EXCHANGE_URL: `http://127.0.0.1:1/${process.pid}`, SLUICE_EXCHANGE_KEY: key, SLUICE_EXCHANGE_SECRET: secret };
  settings = await loadSettings({ file: undefined, env });
});
afterEach(() => rmSync(folder, { recursive: true }));

const database = (): string => statePaths(folder, settings).database;

function options() {
  const { key, secret } = simulator.exchange;
  const client = createExchangeClient({
    url: 'http://venue.test',
    key,
    secret: new Secret(secret),
    transport: createInProcessTransport((request) => simulator.fetch(request), { clock, latencyMs: () => 10 }),
    limiter: createRateLimiter({ perSecond: 50, burst: 50, clock }),
    clock,
  });
  const venue = { client, host: 'venue.test', key, secrets: [], holdsOrders: true, close: () => Promise.resolve() };
  const onTrouble = (message: string): void => void said.push(message);
  return { settings, state: folder, accounts: join(folder, 'accounts'), clock, venue, onTrouble };
}

/** Lets time pass until the work is done. */
async function done<T>(work: Promise<T>): Promise<T> {
  const watch = { isDone: false };
  const mark = (): void => void (watch.isDone = true);
  work.then(mark, mark);
  while (!watch.isDone) await clock.advance(500, settle);
  return work;
}

const ask = (order: object, symbols: readonly string[] = ['LTC/EUR']): Promise<OperatorResult> =>
  done(oneShot((newId) => ({ ...order, intentId: newId() }) as OperatorAsk, symbols, options()));

async function place(symbol: string, price: string, amount = '1'): Promise<string> {
  const order = { type: 'place', symbol, side: 'Buy', orderType: 'Limit', price: dec(price), amount: dec(amount) } as const;
  const placed = await ask(order, [symbol]);
  if (!('orderId' in placed)) throw new Error(`not placed: ${JSON.stringify(placed)}`);
  return placed.orderId;
}

/** What the lost part of the journal would have. */
const replace = async (orderId: string, price: string, amount: string): Promise<void> => {
  const { client } = options().venue;
  await done(client.send(client.prepare('orders.replace', { orderId, price: dec(price), amount: dec(amount) })));
};

/** Leaves in the journal what a daemon leaves that is killed while it replaces the order. */
async function replacing(orderId: string, price: string): Promise<void> {
  const store = await openAgain();
  const { symbol, strategy, amount, side } = (await store.journal.order(orderId))!;
  const fingerprint = orderFingerprint({ symbol, side, type: 'Limit', amount, price: dec(price) });
  const id = `replacing-${orderId}`;
  const sent = { body: '', bodyHash: '', createdAt: clock.now(), venueAt: clock.now(), expiresAt: undefined };
  const exposure = { exposure: dec(price).times(amount), exposureCurrency: 'EUR' };
  const intent = { id, kind: 'replace', decision: id, lane: orderLane(symbol), strategy, fingerprint, targetId: orderId } as const;
  await store.journal.begin({ ...intent, ...sent, ...exposure });
  await store.close();
}

const rebuilt = (): Promise<Recovery | undefined> =>
  done(
    recoverAccount({
      ...options(),
      account: tradedAccount(settings)!,
      sinceMs: 86_400_000,
      holdMoves: () => Promise.resolve(0),
      onProgress: (message) => said.push(message),
    }),
  );

/** Recovers, and lets trading go on as a person does who has looked. */
async function recover(): Promise<Recovery | undefined> {
  const found = await rebuilt();
  if (found === undefined) return undefined;
  const store = await openAgain();
  await resumeSavedTrading(store.state, ALL_TRADING, clock);
  await store.close();
  return found;
}

const openAgain = (): Promise<Store> =>
  openOwnedStore({ settings, paths: statePaths(folder, settings), accounts: join(folder, 'accounts'), clock });

/** Puts the database back as it was at the time of the call: an old copy. */
function copied(): () => void {
  copyFileSync(database(), `${database()}.old`);
  return () => {
    for (const suffix of ['-wal', '-shm']) rmSync(database() + suffix, { force: true });
    copyFileSync(`${database()}.old`, database());
  };
}

describe('V10: sluice recover', () => {
  it('leaves a journal alone that is whole', async () => {
    await place('LTC/EUR', '50');
    expect(await recover()).toBeUndefined();
    expect(existsSync(`${database()}.before-recovery`)).toBe(false);
  });

  it('brings an old copy in step: executions are booked, and a pair with an order that it does not know is shut until that is gone', async () => {
    const known = await place('SOL/EUR', '90');
    const restore = copied();
    const lost = await place('LTC/EUR', '50');
    const filled = await place('BTC/EUR', '62500', '0.01');
    restore();
    await expect(openAgain()).rejects.toMatchObject({ code: 'journal-incomplete' });

    const found = (await recover())!;
    expect(found).toMatchObject({ isEmpty: false, unknownOrders: [{ id: lost, symbol: 'LTC/EUR' }], unresolved: 0 });
    expect(found.executions).toBeGreaterThan(0);
    expect(existsSync(found.kept!)).toBe(true);
    const store = await openAgain();
    expect((await store.journal.openOrders()).map(({ orderId }) => orderId)).toEqual([known]);
    expect((await store.fillLog.fills({ orderId: filled })).length).toBeGreaterThan(0);
    await store.close();

    await expect(place('LTC/EUR', '51')).rejects.toMatchObject({ code: 'lane-frozen', message: expect.stringContaining(lost) as string });
    await place('SOL/EUR', '91');
    await ask({ type: 'cancel', orderId: lost, symbol: '' }, []);
    await place('LTC/EUR', '51');
  });

  it('tells what belongs to no strategy, and so does the next daemon', async () => {
    settings = { ...settings, strategies: { maker: { use: 'maker.ts', symbol: 'BTC/EUR', params: {} } } };
    await place('SOL/EUR', '90');
    const restore = copied();
    for (const amount of ['0.01', '0.02']) await place('BTC/EUR', '62500', amount);
    restore();
    const { ownerless } = (await recover())!;
    expect(ownerless).toMatchObject([
      {
        symbol: 'BTC/EUR',
        commands: [expect.stringMatching(/^sluice position adjust maker --bought 0\.02994 --price 6\d{4}\.\d+ /) as string],
      },
    ]);
    const store = await openAgain();
    const daemon = new Ownerless(store);
    await daemon.look();
    expect(daemon.left.map(({ bought }) => bought.amount.toFixed())).toEqual(['0.02994']);
    await store.close();
  });

  it('halts trading until a person says so, and keeps what is left of the stops', async () => {
    await place('LTC/EUR', '50');
    const store = await openAgain();
    const paused = {
      scope: { of: 'strategy', name: 'maker' },
      state: 'halted',
      cause: 'operator',
      orders: 'cancel',
      reason: 'a person said so',
    } as const;
    await store.state.save(STRATEGY_STATE, STOPS_KEY, writeStops([{ ...paused, since: clock.now(), until: undefined }]));
    await store.close();
    const restore = copied();
    const lost = await place('SOL/EUR', '90');
    restore();
    await rebuilt();
    await ask({ type: 'cancel', orderId: lost, symbol: '' }, []);
    await expect(place('LTC/EUR', '51')).rejects.toMatchObject({ message: expect.stringMatching(/halted.*recovered/) as string });
    const again = await openAgain();
    expect((await savedStops(again.state, clock)).map(({ scope }) => scope.of)).toEqual(['strategy', 'all']);
    await resumeSavedTrading(again.state, ALL_TRADING, clock);
    await again.close();
    await place('LTC/EUR', '51');
  });

  it('takes an order for what it is now, which the lost part of the journal had replaced', async () => {
    const [resting, filled] = [await place('LTC/EUR', '50'), await place('BTC/EUR', '50000', '0.01')];
    const restore = copied();
    await replace(resting, '49', '2');
    await replace(filled, '62500', '0.03');
    const lost = await place('SOL/EUR', '90');
    restore();
    expect(await recover()).toMatchObject({ unknownOrders: [{ id: lost }], unresolved: 0 });

    const store = await openAgain();
    expect(await store.journal.openOrders()).toMatchObject([{ orderId: resting, price: dec('49'), amount: dec('2') }]);
    const fills = await store.fillLog.fills({ orderId: filled });
    expect(fills.reduce((sum, { fill }) => sum.plus(fill.amount), ZERO).toFixed()).toBe('0.03');
    expect(new Set(fills.map(({ fill }) => fill.strategy))).toEqual(new Set([(await store.journal.order(filled))!.strategy]));
    await store.close();
    // Neither lane is shut.
    await place('LTC/EUR', '51');
    await place('BTC/EUR', '50000', '0.01');
  });

  it('does so where a replacement was on its way when the copy was made', async () => {
    const [resting, filled] = [await place('LTC/EUR', '50'), await place('BTC/EUR', '50000', '0.01')];
    await replacing(resting, '49');
    await replacing(filled, '50001');
    const restore = copied();
    await replace(resting, '48', '2');
    await replace(filled, '62500', '0.03');
    const lost = await place('SOL/EUR', '90');
    restore();
    expect(await recover()).toMatchObject({ unknownOrders: [{ id: lost }], unresolved: 0 });
    await place('LTC/EUR', '51');
    await place('BTC/EUR', '50000', '0.01');
  });

  it('begins a journal anew that is gone, and waits first until nothing can be on its way any more', async () => {
    const filled = await place('BTC/EUR', '62500', '0.01');
    const lost = await place('LTC/EUR', '50');
    rmSync(database());
    const found = (await recover())!;
    expect(found).toMatchObject({ isEmpty: true, kept: undefined, unknownOrders: [{ id: lost, symbol: 'LTC/EUR' }] });
    expect(said.join()).toContain('waiting until');
    const store = await openAgain();
    expect((await store.fillLog.fills({ orderId: filled })).length).toBe(found.executions);
    await releaseRecovered(store.state, 'LTC/EUR');
    await store.close();
    await place('LTC/EUR', '51');
  });

  it('keeps a file that is damaged, and begins anew', async () => {
    await place('LTC/EUR', '50');
    truncateSync(database(), 4096 * 3);
    await expect(openAgain()).rejects.toMatchObject({ code: 'store', suggestion: expect.stringContaining('sluice recover') as string });
    const found = (await recover())!;
    expect(found.isEmpty).toBe(true);
    expect(existsSync(found.kept!)).toBe(true);
    expect(await recover()).toBeUndefined();
  });

  it('seals anew what a damaged seal no longer vouches for', async () => {
    await place('LTC/EUR', '50');
    writeFileSync(join(folder, 'accounts', `${tradedAccount(settings)!.id}.seal`), 'damage');
    await expect(openAgain()).rejects.toMatchObject({ code: 'journal-incomplete' });
    expect(await recover()).toMatchObject({ isEmpty: false, unknownOrders: [] });
    await (await openAgain()).close();
  });

  it('that ends half way leaves the refusal as it was', async () => {
    await place('SOL/EUR', '90');
    const restore = copied();
    await place('LTC/EUR', '50');
    restore();
    const healthy = simulator.fetch;
    simulator = { ...simulator, fetch: () => Promise.reject(new Error('the venue is gone')) };
    await expect(recover()).rejects.toThrow('the venue is gone');
    await expect(openAgain()).rejects.toMatchObject({ code: 'journal-incomplete' });
    simulator = { ...simulator, fetch: healthy };
    expect(await recover()).toMatchObject({ unknownOrders: [{ symbol: 'LTC/EUR' }] });
    await (await openAgain()).close();
  });
});
