import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { natsMissing, NatsServer } from '../feed/natsServer.ts';
import { temporaryFolder } from '../store/builders.ts';
import { startVenue, type VenueProcess } from '../torture/startVenue.ts';
import { until } from '../until.ts';

let folder: ReturnType<typeof temporaryFolder>;
let nats: NatsServer;
let venue: VenueProcess;
let network: Server;
let env: Readonly<Record<string, string>>;
/** What was asked of the venue, by the paths. */
const asked: string[] = [];
const running: ChildProcess[] = [];

beforeEach(async ({ skip }) => {
  const missing = natsMissing();
  if (missing !== undefined) skip(`NOT TESTED: ${missing}`);
  folder = temporaryFolder();
  nats = await new NatsServer().start();
  venue = startVenue(1);
  env = await venue.env(overheard);
});
afterEach(async () => {
  for (const child of [...running.splice(0), ...(venue === undefined ? [] : [venue.child])]) await killed(child);
  network?.close();
  await nats?.remove();
  folder?.remove();
});

/** A way to the venue on which paths are written down. */
async function overheard(url: string): Promise<string> {
  const { hostname, port } = new URL(url);
  network = createServer((near) => {
    const far = connect(Number(port), hostname);
    near.on('data', (bytes: Buffer) => asked.push(/^[A-Z]+ (\S+) HTTP/.exec(bytes.toString('latin1'))?.[1] ?? ''));
    near.on('error', () => far.destroy()).pipe(far);
    far.on('error', () => near.destroy()).pipe(near);
  }).listen(0, '127.0.0.1');
  await once(network, 'listening');
  return `http://127.0.0.1:${(network.address() as AddressInfo).port}`;
}

async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}

function sluice(place: string, ...args: string[]): { readonly child: ChildProcess; readonly said: () => string } {
  const state = join(folder.path, place);
  const child = spawn(process.execPath, ['bin/sluice.js', ...args, '--state', state], {
    env: { PATH: process.env['PATH'], HOME: folder.path, ...env, SLUICE_ACCOUNTS: join(state, 'accounts') },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr] as readonly Readable[]) stream.on('data', (bytes: Buffer) => (text += String(bytes)));
  running.push(child);
  return { child, said: () => text };
}

interface ToldStatus {
  readonly feed?: { readonly state: string; readonly rows: number };
  readonly openOrders?: number;
}

async function statusOf(place: string): Promise<ToldStatus> {
  const { child, said } = sluice(place, 'status', '-o', 'json');
  const [code] = (await once(child, 'close')) as [number];
  return code === 0 ? (JSON.parse(said()) as ToldStatus) : {};
}

it('one process polls and publishes, another trades on that and asks the venue for no book', async () => {
  const record = join(folder.path, 'record.yaml');
  writeFileSync(record, `mode: demo\nrecord: { symbols: [BTC/EUR], every: 200ms, publish: ${nats.url()} }\n`);
  const trade = join(folder.path, 'trade.yaml');
  const maker = 'strategies: { m: { use: maker, symbol: BTC/EUR, budget: 20000 EUR, params: { size: 0.01, spreadBps: 6 } } }';
  writeFileSync(trade, `mode: demo\nvenue: { feed: ${nats.url()} }\npoll: { orders: 200ms, trades: 200ms }\n${maker}\n`);
  const recorder = sluice('alpha', 'record', '-c', record, '--data', join(folder.path, 'data'));
  await until(() => recorder.said().includes(`publishing to ${nats.url()}`));
  sluice('beta', 'run', trade, '--plain');
  const status = await until(
    () => statusOf('beta'),
    ({ openOrders = 0 }) => openOrders > 0,
  );
  expect(status.feed).toMatchObject({ state: 'reading', stream: nats.url(), missing: 0 });
  await killed(recorder.child);
  const since = asked.length;
  await until(() => asked.length > since + 12);
  const books = (from: number, to?: number): number => asked.slice(from, to).filter((path) => path.includes('/orderbook/')).length;
  expect([books(0, since) > 0, books(since + 1)]).toEqual([true, 0]);
});
