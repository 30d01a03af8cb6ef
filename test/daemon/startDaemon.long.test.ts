import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { Fault } from '../../src/base/fault.ts';
import { systemClock } from '../../src/base/systemClock.ts';
import { type ControlClient, controlClient } from '../../src/control/controlClient.ts';
import { readResult } from '../../src/control/controlMessages.ts';
import type { Daemon } from '../../src/daemon/daemon.ts';
import type { StatusReport } from '../../src/daemon/status.ts';
import { Tally } from '../../src/daemon/tally.ts';
import { serveSimulator } from '../../src/simulator/serve.ts';
import { createSimulator } from '../../src/simulator/simulator.ts';
import { until } from '../until.ts';
import { DaemonFolder } from './daemonFolder.ts';

const folder = new DaemonFolder();
let daemon: Daemon;
let control: ControlClient;

const status = () => control.call('status', {}) as unknown as Promise<StatusReport>;

beforeAll(async () => {
  daemon = await folder.start('state');
  control = (await controlClient(await folder.socket('state')))!;
  await until(status, ({ state: now, strategies }) => now === 'running' && strategies.every((strategy) => strategy.state === 'running'));
});

afterAll(async () => {
  daemon.requestStop('the tests are over');
  await daemon.ended;
  expect(existsSync(await folder.socket('state')), 'the socket is gone with the daemon').toBe(false);
  expect(folder.logged).toContain('"event":"stopped"');
  for (const secret of folder.secrets) expect(folder.logged).not.toContain(secret);
  folder.remove();
});

describe('a status', () => {
  it('shows strategies, markets, rate budget and clock, and no secret', async () => {
    const found = await until(status, ({ markets }) => markets.every(({ mid }) => mid !== undefined));
    expect(found).toMatchObject({ world: 'DEMO', pid: process.pid, frozen: {}, clock: { offsetMs: expect.any(Number) as number } });
    expect(found.clock.halted).toBeUndefined();
    expect(found.strategies).toEqual([expect.objectContaining({ name: 'btc-maker', symbol: 'BTC/EUR', state: 'running' })]);
    expect(found.markets.map(({ symbol }) => symbol)).toEqual(expect.arrayContaining(['BTC/EUR', 'LTC/EUR']));
    expect(found.rate.perSecond).toBe(100);
    for (const secret of folder.secrets) expect(JSON.stringify(found)).not.toContain(secret);
  });
});

describe('a strategy', () => {
  it('is paused, its orders canceled, and resumed', async () => {
    await until(status, ({ openOrders }) => openOrders > 0);
    expect(await control.call('strategies.tell', { name: 'btc-maker', verb: 'pause' })).toMatchObject({
      name: 'btc-maker',
      state: 'paused',
    });
    await until(status, ({ openOrders }) => openOrders === 0);
    expect(await control.call('strategies.tell', { name: 'btc-maker', verb: 'resume' })).toMatchObject({ state: 'running' });
    await until(status, ({ openOrders }) => openOrders > 0);
    expect((await status()).state).toBe('running');
  });
});

describe('an operator', () => {
  const place = (more: object) =>
    control.call('ask', { type: 'place', symbol: 'LTC/EUR', side: 'Buy', orderType: 'Limit', amount: '1', ...more });

  it('places, moves and cancels an order', async () => {
    const { asks } = JSON.parse(
      Buffer.from((await control.call('read', { operation: 'book.get', symbol: 'LTC/EUR', depth: '1' })).bytes).toString(),
    ) as { asks: [number, number][] };
    const price = (asks[0]![0] * 0.97).toFixed(3);
    const opened = readResult(await place({ price }));
    expect(opened).toMatchObject({ outcome: 'opened', adopted: false });
    const orderId = 'orderId' in opened ? opened.orderId : '';
    const moved = readResult(await control.call('ask', { type: 'replace', orderId, price, amount: '2' }));
    expect(moved).toMatchObject({ outcome: 'replaced' });
    expect(readResult(await control.call('ask', { type: 'cancel', orderId, symbol: '' }))).toMatchObject({ outcome: 'canceled', orderId });
  });

  it.each<[string, object, string, RegExp]>([
    ['a pair that is not traded here', { symbol: 'BTC/USDT', price: '60000' }, 'risk', /symbol/],
    ['a pair that does not exist', { symbol: 'NO/PE', price: '1' }, 'not-found', /NO\/PE/],
    ['a price far from the book', { price: '500' }, 'risk', /collar/],
    ['a value over the limit', { amount: '1000', price: '70' }, 'risk', /./],
    ['a price that is not on the grid', { price: '70.00001' }, 'risk', /off-grid/],
    ['an amount that is not on the grid', { price: '70', amount: '1.00001' }, 'risk', /off-grid/],
    ['a huge amount', { price: '70', amount: '9'.repeat(40) }, 'risk', /./],
  ])('is refused %s, and nothing is sent', async (_what, order, code, message) => {
    await expect(place(order)).rejects.toMatchObject({ code, outcome: 'not-sent', message: expect.stringMatching(message) as string });
  });

  it('converts', async () => {
    const result = readResult(
      await control.call('ask', { type: 'convert', fromCurrency: 'EUR', toCurrency: 'BTC', size: { fromAmount: '10' } }),
    );
    expect(result).toMatchObject({ outcome: 'converted', adopted: false });
  });

  it('is told that an order is not known', async () => {
    await expect(control.call('ask', { type: 'replace', orderId: '123', price: '1', amount: '1' })).rejects.toMatchObject({
      code: 'not-found',
    });
    await expect(control.call('ask', { type: 'cancel', orderId: '123', symbol: '' })).rejects.toMatchObject({
      outcome: expect.stringMatching(/rejected|not-sent/) as string,
    });
  });
});

describe(Tally.name, () => {
  it('counts what has happened, and keeps a bounded number of fills', async () => {
    const { tally } = daemon;
    await until(
      () => tally,
      ({ fills, conversions, placed }) => fills > 0 && conversions > 0 && placed > 0,
    );
    expect(tally.fillsOf('btc-maker', 'BTC/EUR')).toBeGreaterThan(0);
    expect(tally.conversionsByStrategy.get('operator')).toBe(1);
    expect([...tally.feesByCurrency.values()].every((fee) => fee.gte(0))).toBe(true);
    expect(tally.lastFills.length).toBeLessThanOrEqual(20);
    expect(daemon.trader.feedUsage()?.counters.delivered).toBeGreaterThan(0);
  });
});

describe('a daemon that fails while it ends', () => {
  it('does not end as if all were well', async () => {
    const failing = await folder.start('failing');
    failing.requestStop('done');
    failing.giveUp(new Fault('store', 'the disk is full'));
    await expect(failing.ended).rejects.toMatchObject({ code: 'store', message: 'the disk is full' });
  });
});

describe('a daemon whose venue does not show the own orders', () => {
  it('is starting, refuses what takes risk, and lets a cancel through', async () => {
    const simulator = createSimulator({
      clock: systemClock,
      seed: 7,
      behaviour: { fault: ({ operation }) => (operation === 'orders.list' ? { kind: 'status', status: 503, apply: false } : undefined) },
    });
    const server = await serveSimulator(simulator, { port: 0 });
    const { key, secret } = simulator.exchange;
    const env = { SLUICE_EXCHANGE_URL: server.url, SLUICE_EXCHANGE_KEY: key, SLUICE_EXCHANGE_SECRET: secret };
    const waiting = await folder.start('waiting', env);
    await until(
      async () => waiting.trader.pairs.length,
      (count) => count > 0,
    );
    expect(waiting.status().state).toBe('starting');
    const order = {
      type: 'place',
      intentId: 'I',
      symbol: 'LTC/EUR',
      side: 'Buy',
      orderType: 'Limit',
      price: dec(1),
      amount: dec(1),
    } as const;
    await expect(waiting.operations.ask(order)).rejects.toMatchObject({ code: 'venue-failure', outcome: 'not-sent', retryable: true });
    await expect(waiting.operations.ask({ type: 'cancel', intentId: 'C', orderId: '7', symbol: 'LTC/EUR' })).rejects.toMatchObject({
      outcome: 'rejected',
    });
    expect(simulator.truth().requests.map(({ operation }) => operation)).toEqual(['orders.cancel']);
    waiting.requestStop('done');
    await waiting.ended;
    await server.close();
  });
});

describe('a daemon whose clock is set', () => {
  it('is up as long as it is', async () => {
    let offset = 0;
    const settable = await folder.start('settable', {}, { ...systemClock, now: () => systemClock.now() + offset });
    offset = -3_600_000;
    const back = settable.status().upMs;
    expect(back).toBeGreaterThanOrEqual(0);
    offset = 3_600_000;
    expect(settable.status().upMs).toBeLessThan(back + 3_600_000);
    settable.requestStop('done');
    await settable.ended;
  });
});
