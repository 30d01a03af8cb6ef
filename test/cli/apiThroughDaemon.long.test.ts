import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { systemClock } from '../../src/base/systemClock.ts';
import { serveControl } from '../../src/control/controlServer.ts';
import type { Daemon } from '../../src/daemon/daemon.ts';
import { createLog } from '../../src/daemon/log.ts';
import { startDaemon } from '../../src/daemon/startDaemon.ts';
import { loadSettings } from '../../src/settings/loadSettings.ts';
import { serveSimulator, type SimulatorServer } from '../../src/simulator/serve.ts';
import { createSimulator, type Simulator } from '../../src/simulator/simulator.ts';
import { until } from '../until.ts';
import { temporaryFolder } from './temporaryFolder.ts';
import { type Ran, run } from './testIo.ts';
import { type UnreliableProxy, unreliableProxy } from './unreliableProxy.ts';

type Env = Readonly<Record<string, string>>;

const folder = temporaryFolder();
const THROUGH = 'through the running daemon';
const PLACE = '/v1/spot-trading/orders';
const TERMS = ['--symbol', 'BTC/EUR', '--type', 'Limit', '--side', 'Buy', '--amount', '0.001', '--price', '50000'];
const ORDER = ['exchange.orders.place', ...TERMS, '--raw', '--yes'];

let simulator: Simulator;
let server: SimulatorServer;
let proxy: UnreliableProxy;
/** Answers every request with what it was sent, and with as much more as the path asks for. */
let echo: Server;
let env: Env;
let daemon: Daemon;

beforeAll(async () => {
  simulator = createSimulator({
    clock: systemClock,
    seed: 7,
    balances: { EUR: dec(100_000), BTC: dec(5) },
    deliver: () => Promise.resolve(200),
  });
  server = await serveSimulator(simulator, { port: 0 });
  proxy = await unreliableProxy(server.url);
  echo = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const fill = 'x'.repeat(Number(/fill-(\d+)/.exec(request.url!)?.[1] ?? 0));
      response.end(JSON.stringify({ url: request.url, body: Buffer.concat(chunks).toString(), fill }));
    });
  });
  echo.listen(0, '127.0.0.1');
  await once(echo, 'listening');
  env = {
    SLUICE_EXCHANGE_URL: proxy.url,
    SLUICE_EXCHANGE_KEY: simulator.exchange.key,
    SLUICE_EXCHANGE_SECRET: simulator.exchange.secret,
    SLUICE_PROCESSING_URL: server.url,
    SLUICE_PROCESSING_KEY: simulator.processing.key,
    SLUICE_PROCESSING_SECRET: simulator.processing.secret,
    SLUICE_HOSTED_URL: `http://127.0.0.1:${(echo.address() as AddressInfo).port}`,
    SLUICE_HOSTED_USER: simulator.hostedPage.userUuid,
    SLUICE_HOSTED_SECRET: simulator.hostedPage.secret,
  };
  daemon = await startIn('state');
});

afterAll(async () => {
  daemon.requestStop('the tests are over');
  await daemon.ended;
  await proxy.close();
  echo.close();
  simulator.stop();
  await server.close();
  folder.remove();
});

async function startIn(state: string): Promise<Daemon> {
  const file = folder.path('api.yaml');
  writeFileSync(file, 'mode: demo\nvenue: { rateLimit: { perSecond: 100, burst: 100 } }\n');
  const settings = await loadSettings({ file, env });
  const log = () => createLog({ write: () => undefined }, 'info', []);
  const started = await startDaemon({
    settings,
    state: folder.path(state),
    accounts: folder.path(`${state}-accounts`),
    clock: systemClock,
    env,
    log,
    serve: serveControl,
  });
  await until(() => started.status().state === 'running');
  return started;
}

const api = (words: readonly string[], more: Env = {}): Promise<Ran> =>
  run(['api', ...words], { env: { ...env, SLUICE_STATE: folder.path('state'), ...more } });
const posts = (): number => proxy.seen.filter((seen) => seen === `POST ${PLACE}`).length;
const failureOf = ({ stderr }: Ran): unknown => JSON.parse(stderr);

describe('sluice api beside a running daemon', () => {
  it('lets the daemon sign and send: a secret of its own is not asked for', async () => {
    const { code, stdout, stderr } = await api([...ORDER], { SLUICE_EXCHANGE_SECRET: 'bm90IHRoZSBzZWNyZXQ=' });
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining(THROUGH) as string });
    const { id } = JSON.parse(stdout) as { readonly id: string };
    expect(JSON.parse(stdout)).toMatchObject({ amount: '0.001', price: '50000' });
    const canceled = await api(['exchange.orders.cancel', '--orderId', id, '-o', 'json']);
    expect(canceled).toEqual({ code: 0, stdout: expect.stringContaining('200') as string, stderr: '' });
    const raw = await api(['raw', 'GET', '/v1/balances', '-o', 'json']);
    expect(JSON.parse(raw.stdout)).toContainEqual(expect.objectContaining({ currency: 'BTC', totalBalance: '5' }));
  });

  it('journals what takes money out, and lets a person decide what came of it', async () => {
    const to = ['--currency', 'BTC', '--networkCode', 'BTC', '--destinationAddress', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'];
    const withdraw = (reference: string): Promise<Ran> =>
      api(['exchange.withdrawals.create', '--yes', ...to, '--amount', '0.002', '--referenceId', reference, '-o', 'json']);
    expect((await withdraw('d-1')).code).toBe(0);
    const again = await withdraw('d-1');
    expect([again.code, failureOf(again)]).toMatchObject([7, { error: 'refused', outcome: 'not-sent' }]);
    proxy.fate = (method, path) => (method === 'POST' && path === '/v2/withdrawals' ? 'lose-request' : 'pass');
    const lost = await withdraw('d-2');
    proxy.fate = () => 'pass';
    expect([lost.code, failureOf(lost)]).toMatchObject([8, { outcome: 'unknown' }]);
    const words = { env: { ...env, SLUICE_STATE: folder.path('state') } };
    const [row] = JSON.parse((await run(['orders', 'unresolved', '-o', 'json'], words)).stdout) as { readonly id: string }[];
    expect(row).toMatchObject({ state: 'unknown', atRisk: '0.002 BTC' });
    const decided = await run(['orders', 'resolve', row!.id, '--not-placed', '--yes'], words);
    expect(decided).toMatchObject({
      code: 0,
      stdout: `not-placed  intentId ${row!.id}\n`,
      stderr: expect.stringContaining(THROUGH) as string,
    });
    expect(daemon.status().transfers).toEqual([]);
    expect((await withdraw('d-2')).code).toBe(0);
  });

  it('goes through it to the payment interfaces too, with the same account only', async () => {
    const coins = await api(['processing.coins.list']);
    expect({ code: coins.code, stderr: coins.stderr }).toEqual({ code: 0, stderr: expect.stringContaining(THROUGH) as string });
    for (const other of [
      { SLUICE_PROCESSING_SECRET: 'b3RoZXI=' },
      { SLUICE_PROCESSING_KEY: 'other' },
      { SLUICE_PROCESSING_PREFIX: 'ALT' },
    ]) {
      const { code, stderr } = await api(['processing.coins.list'], other);
      expect({ other, code, stderr }).toMatchObject({ code: 4, stderr: expect.not.stringContaining(THROUGH) as string });
    }
    expect((await api(['processing.coins.list'], { SLUICE_PROCESSING_SECRET: '' })).stderr).toContain(
      'SLUICE_PROCESSING_SECRET is not set',
    );
  });

  it('reaches the venue itself for another account, and without a daemon', async () => {
    const other = await api(['exchange.currencies.list'], { SLUICE_EXCHANGE_KEY: 'another-key' });
    expect(other).toMatchObject({ code: 4, stderr: expect.not.stringContaining(THROUGH) as string });
    const alone = await api(['exchange.currencies.list'], { SLUICE_STATE: folder.path('nobody') });
    expect(alone).toMatchObject({ code: 0, stderr: '' });
  });

  it('sends nothing with --dry-run', async () => {
    const before = proxy.seen.length;
    const { code, stdout } = await api([...ORDER, '--dry-run']);
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { method: 'POST', url: `${proxy.url}${PLACE}` }]);
    expect(proxy.seen.slice(before)).not.toContain(`POST ${PLACE}`);
  });

  it.each([
    ['a refusal of the venue', ['raw', 'POST', '/v1/otc-trading/request-for-quote/', '--body', '{"fromCurrency":"NO"}']],
    ['an order that is not known', ['exchange.orders.cancel', '--orderId', '123']],
    ['a path that there is not', ['raw', 'GET', '/v1/nowhere']],
    ['a field that is wrong', ['exchange.orders.place', ...ORDER.slice(1).with(7, '-1')]],
  ])('tells %s as a command without a daemon does', async (_what, words) => {
    const [through, direct] = [
      await api([...words, '-o', 'json']),
      await api([...words, '-o', 'json'], { SLUICE_STATE: folder.path('nobody') }),
    ];
    const { traceId: _, ...told } = failureOf(through) as Record<string, unknown>;
    expect([through.code, told]).toEqual([direct.code, expect.objectContaining({ error: expect.any(String) as string })]);
    expect(failureOf(direct)).toMatchObject(told);
  });

  it('takes bodies and gives replies of megabytes, byte for byte', async () => {
    const body = JSON.stringify({ rows: 'é"\\ '.repeat(40_000) });
    const { code, stdout } = await api(['raw', 'POST', '/v1/fill-6000000', '--interface', 'hostedPage', '--yes', '--body', body]);
    expect(code).toBe(0);
    const echoed = JSON.parse(stdout) as { readonly url: string; readonly body: string; readonly fill: string };
    expect(echoed.url).toBe('/v1/fill-6000000');
    expect(echoed.body === body).toBe(true);
    expect(echoed.fill).toHaveLength(6_000_000);
    const long = await api([
      'raw',
      'POST',
      '/v1/any',
      '--interface',
      'hostedPage',
      '--yes',
      '--body',
      JSON.stringify('x'.repeat(2_000_000)),
    ]);
    expect([long.code, long.stderr]).toEqual([2, expect.stringContaining('at most 1048576 bytes')]);
  });

  it('shows what is known of an order before a person is asked to settle or to adopt it, and names what there is', async () => {
    const orders = (...words: string[]): Promise<Ran> => run(['orders', ...words], { env: { ...env, SLUICE_STATE: folder.path('state') } });
    const { id } = JSON.parse((await api([...ORDER, '-o', 'json'])).stdout) as { readonly id: string };
    const adopted = await orders('adopt', id, '--strategy', 'nix');
    const known = `order ${id} was not placed from here, nothing is booked; the venue shows it as Buy BTC/EUR, open with 0.001 left, nothing executed`;
    expect([adopted.code, adopted.stderr]).toEqual([9, expect.stringContaining(known)]);
    const settled = await orders('settle', '12', '--as-listed');
    const nothing = 'order 12 was not placed from here, nothing is booked; the venue shows nothing of it';
    expect([settled.code, settled.stderr]).toEqual([9, expect.stringContaining(nothing)]);
    const unknown = await orders('adopt', '12', '--strategy', 'nix', '--yes');
    expect(unknown).toMatchObject({ code: 3, stderr: expect.stringContaining('there is no strategy "nix"; there') as string });
    expect((await orders('cancel', id, '--yes')).code).toBe(0);
  });

  it('sends an order whose answer is lost once, and calls it unknown', async () => {
    const before = posts();
    proxy.fate = (method, path) => (method === 'POST' && path === PLACE ? 'lose-answer' : 'pass');
    const lost = await api([...ORDER, '-o', 'json']);
    proxy.fate = () => 'pass';
    expect([lost.code, failureOf(lost)]).toMatchObject([8, { outcome: 'unknown' }]);
    expect(posts() - before).toBe(1);
  });

  it('calls an order unknown, and a read a failure, that a venue never answers', async () => {
    const before = posts();
    proxy.fate = (method, path) => ((path === PLACE && method === 'POST') || path === '/v1/hanging' ? 'hang' : 'pass');
    const other = ORDER.with(2, 'ETH/EUR').with(10, '1000');
    const [order, read] = await Promise.all([api([...other, '-o', 'json']), api(['raw', 'GET', '/v1/hanging', '-o', 'json'])]);
    proxy.fate = () => 'pass';
    expect([order.code, failureOf(order)]).toMatchObject([8, { outcome: 'unknown' }]);
    expect([read.code, failureOf(read)]).toMatchObject([6, { error: 'timeout', outcome: null }]);
    expect(posts() - before).toBe(1);
  });

  it('calls unknown what was on its way when the daemon ended, and refuses what comes later', async () => {
    // The account has one writer on a machine.
    daemon.requestStop('another one takes over');
    await daemon.ended;
    const ending = (daemon = await startIn('ending'));
    const state = { SLUICE_STATE: folder.path('ending') };
    const before = posts();
    proxy.fate = (method, path) => (path === PLACE && method === 'POST' ? 'hang' : 'pass');
    const order = api([...ORDER, '-o', 'json'], state);
    await until(() => posts() > before);
    ending.requestStop('the test ends it');
    const late = ending.call({ interface: 'exchange', operation: 'currencies.list', params: {} }, new AbortController().signal);
    await expect(late).rejects.toMatchObject({ code: 'canceled', outcome: 'not-sent' });
    await ending.ended;
    proxy.fate = () => 'pass';
    const ended = await order;
    expect([ended.code, failureOf(ended)]).toMatchObject([8, { outcome: 'unknown' }]);
    expect(posts() - before).toBe(1);
  });
});
