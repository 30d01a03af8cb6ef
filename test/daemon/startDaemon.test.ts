import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { Fault } from '../../src/base/fault.ts';
import { systemClock } from '../../src/base/systemClock.ts';
import { type Clock, sleep } from '../../src/base/clock.ts';
import { type ControlClient, controlClient } from '../../src/daemon/control/controlClient.ts';
import { readResult } from '../../src/daemon/control/controlMessages.ts';
import type { Daemon } from '../../src/daemon/daemon.ts';
import { createLog } from '../../src/daemon/log.ts';
import { loadSettings } from '../../src/daemon/settings/loadSettings.ts';
import { startDaemon } from '../../src/daemon/startDaemon.ts';
import { statePaths } from '../../src/daemon/statePaths.ts';
import type { StatusReport } from '../../src/daemon/status.ts';
import { Tally } from '../../src/daemon/tally.ts';
import { serveSimulator } from '../../src/simulator/serve.ts';
import { createSimulator } from '../../src/simulator/simulator.ts';

const CONFIG = `mode: demo
venue: { rateLimit: { perSecond: 100, burst: 100 }, knows: { replace: atomic-keeps-id } }
poll: { books: 250ms, orders: 250ms, trades: 250ms }
risk: { symbols: [BTC/EUR, LTC/EUR], maxOrderValue: 5000 EUR, priceCollar: 5% }
strategies:
  btc-maker: { use: maker, symbol: BTC/EUR, budget: 20000 EUR, params: { spreadBps: 6, size: 0.01, smooth: 3, maxBase: 0.2 } }
`;

let folder: string;
let state: string;
let daemon: Daemon;
let control: ControlClient;
let logged = '';
let secrets: readonly string[] = [];

async function start(inState: string, env: Readonly<Record<string, string>> = {}, clock: Clock = systemClock): Promise<Daemon> {
  const file = join(folder, 'demo.yaml');
  writeFileSync(file, CONFIG);
  return startDaemon({
    settings: await loadSettings({ file, env }),
    state: inState,
    clock,
    log: (venue) => {
      secrets = venue.secrets.map((secret) => secret.reveal());
      return createLog({ write: (line) => (logged += line) }, 'trace', venue.secrets);
    },
  });
}

async function until<T>(read: () => Promise<T>, holds: (value: T) => boolean): Promise<T> {
  for (;;) {
    const value = await read();
    if (holds(value)) return value;
    await sleep(systemClock, 50);
  }
}

const status = () => control.get('/status') as Promise<StatusReport>;

async function socketOf(inState: string): Promise<string> {
  return statePaths(inState, await loadSettings({ file: undefined, env: {} })).socket;
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-daemon-'));
  state = join(folder, 'state');
  daemon = await start(state);
  control = (await controlClient(await socketOf(state)))!;
  await until(status, ({ state: now, strategies }) => now === 'running' && strategies.every((strategy) => strategy.state === 'running'));
});

afterAll(async () => {
  daemon.requestStop('the tests are over');
  await daemon.ended;
  expect(existsSync(await socketOf(state)), 'the socket is gone with the daemon').toBe(false);
  expect(logged).toContain('"event":"stopped"');
  for (const secret of secrets) expect(logged).not.toContain(secret);
  rmSync(folder, { recursive: true });
});

/** A raw request, as another program may send it. */
async function raw(method: string, path: string, body = ''): Promise<{ status: number | undefined; text: string }> {
  const socketPath = await socketOf(state);
  return new Promise((resolve, reject) => {
    const sent = request({ socketPath, method, path, agent: false }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('end', () => resolve({ status: response.statusCode, text }));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

describe('the control socket', () => {
  it('can be opened by its owner alone', async () => {
    const { mode } = statSync(await socketOf(state));
    expect(mode & 0o777).toBe(0o600);
    expect(statSync(state).mode & 0o777).toBe(0o700);
  });

  it('refuses a second daemon on the same state directory, and leaves the first alone', async () => {
    await expect(start(state)).rejects.toMatchObject({
      code: 'daemon-running',
      message: expect.stringContaining(String(process.pid)) as string,
    });
    expect((await status()).state).toBe('running');
  });

  it.each([
    ['GET', '/nonsense', ''],
    ['DELETE', '/status', ''],
    ['POST', '/strategies/btc-maker/explode', ''],
    ['POST', '/strategies/nobody/pause', ''],
    ['POST', '/ask', ''],
    ['POST', '/ask', '{'],
    ['POST', '/ask', '[]'],
    ['POST', '/ask', '{"type":"place","symbol":"BTC/EUR"}'],
    ['POST', '/ask', `{"type":"cancel","orderId":"${'1'.repeat(100_000)}","symbol":""}`],
    ['POST', '/read/orders.place', '{}'],
    ['POST', '/read/orders.cancel', '{"orderId":"1"}'],
    ['POST', '/read/constructor', '{}'],
    ['POST', '/read/book.get', '{"symbol":7}'],
  ])('answers %s %s with a fault and goes on', async (method, path, body) => {
    const { status: code, text } = await raw(method, path, body);
    expect(code).toBe(400);
    expect(JSON.parse(text)).toMatchObject({
      fault: { code: expect.stringMatching(/usage|not-found/) as string, message: expect.any(String) as string },
    });
    expect((await status()).state).toBe('running');
  });

  it('gives the venue’s own bytes for a read', async () => {
    const book = JSON.parse(await control.read('book.get', { symbol: 'BTC/EUR', depth: '3' })) as { bids: unknown[] };
    expect(book.bids).toHaveLength(3);
  });
});

describe('a status', () => {
  it('shows strategies, markets, rate budget and clock, and no secret', async () => {
    const found = await until(status, ({ markets }) => markets.every(({ mid }) => mid !== undefined));
    expect(found).toMatchObject({ world: 'DEMO', pid: process.pid, frozen: {}, clock: { offsetMs: expect.any(Number) as number } });
    expect(found.clock.halted).toBeUndefined();
    expect(found.strategies).toEqual([expect.objectContaining({ name: 'btc-maker', symbol: 'BTC/EUR', state: 'running' })]);
    expect(found.markets.map(({ symbol }) => symbol)).toEqual(expect.arrayContaining(['BTC/EUR', 'LTC/EUR']));
    expect(found.rate.perSecond).toBe(100);
    for (const secret of secrets) expect(JSON.stringify(found)).not.toContain(secret);
  });
});

describe('a strategy', () => {
  it('is paused, its orders canceled, and resumed', async () => {
    await until(status, ({ openOrders }) => openOrders > 0);
    expect(await control.post('/strategies/btc-maker/pause')).toMatchObject({ name: 'btc-maker', state: 'paused' });
    await until(status, ({ openOrders }) => openOrders === 0);
    expect(await control.post('/strategies/btc-maker/resume')).toMatchObject({ state: 'running' });
    await until(status, ({ openOrders }) => openOrders > 0);
    expect((await status()).state).toBe('running');
  });
});

describe('an operator', () => {
  const place = (more: object) => control.ask({ type: 'place', symbol: 'LTC/EUR', side: 'Buy', orderType: 'Limit', amount: '1', ...more });

  it('places, moves and cancels an order', async () => {
    const { asks } = JSON.parse(await control.read('book.get', { symbol: 'LTC/EUR', depth: '1' })) as { asks: [number, number][] };
    const price = (asks[0]![0] * 0.97).toFixed(3);
    const opened = readResult(await place({ price }));
    expect(opened).toMatchObject({ outcome: 'opened', adopted: false });
    const orderId = 'orderId' in opened ? opened.orderId : '';
    const moved = readResult(await control.ask({ type: 'replace', orderId, price, amount: '2' }));
    expect(moved).toMatchObject({ outcome: 'replaced' });
    expect(readResult(await control.ask({ type: 'cancel', orderId, symbol: '' }))).toMatchObject({ outcome: 'canceled', orderId });
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
    const result = readResult(await control.ask({ type: 'convert', fromCurrency: 'EUR', toCurrency: 'BTC', size: { fromAmount: '10' } }));
    expect(result).toMatchObject({ outcome: 'converted', adopted: false });
  });

  it('is told that an order is not known', async () => {
    await expect(control.ask({ type: 'replace', orderId: '123', price: '1', amount: '1' })).rejects.toMatchObject({ code: 'not-found' });
    await expect(control.ask({ type: 'cancel', orderId: '123', symbol: '' })).rejects.toMatchObject({
      outcome: expect.stringMatching(/rejected|not-sent/) as string,
    });
  });
});

describe(Tally.name, () => {
  it('counts what has happened, and keeps a bounded number of fills', async () => {
    const { tally } = daemon;
    await until(
      () => Promise.resolve(tally),
      ({ fills, conversions, placed }) => fills > 0 && conversions > 0 && placed > 0,
    );
    expect(tally.fillsByStrategy.get('btc-maker')).toBeGreaterThan(0);
    expect(tally.conversionsByStrategy.get('operator')).toBe(1);
    expect([...tally.feesByCurrency.values()].every((fee) => fee.gte(0))).toBe(true);
    expect(tally.lastFills.length).toBeLessThanOrEqual(20);
    expect(daemon.trader.feedUsage()?.counters.delivered).toBeGreaterThan(0);
  });
});

describe('a socket that is left over', () => {
  it('is taken over when nobody listens on it, and never when somebody does', async () => {
    const other = join(folder, 'other');
    const path = await socketOf(other);
    const held = createServer();
    rmSync(path, { force: true });
    const { stateDirectory } = await import('../../src/daemon/stateDirectory.ts');
    stateDirectory(other);
    await new Promise<void>((resolve) => held.listen(path, resolve));
    await expect(start(other)).rejects.toMatchObject({ code: 'daemon-running', message: expect.stringContaining(path) as string });
    expect(existsSync(path)).toBe(true);
    await new Promise((resolve) => held.close(resolve));
    writeFileSync(path, '');
    const second = await start(other);
    expect(await controlClient(path)).toBeDefined();
    second.requestStop('done');
    await second.ended;
    expect(await controlClient(path)).toBeUndefined();
  });
});

describe('a daemon that fails while it ends', () => {
  it('does not end as if all were well', async () => {
    const failing = await start(join(folder, 'failing'));
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
    const waiting = await start(join(folder, 'waiting'), env);
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
    await expect(waiting.ask(order)).rejects.toMatchObject({ code: 'venue-failure', outcome: 'not-sent', retryable: true });
    await expect(waiting.ask({ type: 'cancel', intentId: 'C', orderId: '7', symbol: 'LTC/EUR' })).rejects.toMatchObject({
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
    const settable = await start(join(folder, 'settable'), {}, { ...systemClock, now: () => systemClock.now() + offset });
    offset = -3_600_000;
    const back = settable.status().upMs;
    expect(back).toBeGreaterThanOrEqual(0);
    offset = 3_600_000;
    expect(settable.status().upMs).toBeLessThan(back + 3_600_000);
    settable.requestStop('done');
    await settable.ended;
  });
});
