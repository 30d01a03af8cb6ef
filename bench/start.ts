import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { dec } from '../src/base/decimal.ts';
import { Secret } from '../src/base/secret.ts';
import { systemClock } from '../src/base/systemClock.ts';
import { createExchangeClient } from '../src/client/exchangeClient.ts';
import { createHttpTransport } from '../src/client/httpTransport.ts';
import { statePaths } from '../src/daemon/statePaths.ts';
import { loadSettings } from '../src/settings/loadSettings.ts';
import { openConnection } from '../src/store/connection.ts';
import { openStore } from '../src/store/store.ts';
import { median } from './harness.ts';
import { startSimulator } from './startSimulator.ts';

/**
 * From the start of `sluice run` to the first order of a strategy, for an account with a long past: fills in the log, and open orders
 * at the venue. `-- FILLS STARTS`.
 */
const FILLS = Number(process.argv[2] ?? 1_000_000);
const STARTS = Number(process.argv[3] ?? 10);
const OPEN_ORDERS = 50;
const SLUICE = fileURLToPath(new URL('../bin/sluice.js', import.meta.url));

const folder = mkdtempSync(join(tmpdir(), 'sluice-start-'));
const simulator = await startSimulator([]);
const env = { SLUICE_EXCHANGE_URL: simulator.url, SLUICE_EXCHANGE_KEY: simulator.key, SLUICE_EXCHANGE_SECRET: simulator.secret };
const database = statePaths(folder, await loadSettings({ file: undefined, env })).database;

await makePast();
const foldedMs = await workOutSums();
const starts: (readonly [firstOrderMs: number, peakMb: number])[] = [];
for (let i = 0; i < STARTS; i++) starts.push(await startOnce(i));
await simulator.stop();
rmSync(folder, { recursive: true });
report();

async function makePast(): Promise<void> {
  const store = await openStore({ path: database, clock: systemClock });
  const transport = createHttpTransport();
  const { url, key, secret } = simulator;
  const client = createExchangeClient({ url, key, secret: new Secret(secret), transport });
  for (let i = 0; i < OPEN_ORDERS; i++) {
    const order = { symbol: 'BTC/EUR', side: 'Buy', type: 'Limit', amount: dec('0.001'), price: dec(String(20_000 + i)) } as const;
    const { id } = await client.orders.place(order);
    const intent = {
      id: `past-${i}`,
      kind: 'place',
      decision: `past-${i}`,
      lane: 'spot:BTC/EUR',
      strategy: 'operator',
      targetId: undefined,
    } as const;
    const at = systemClock.now();
    const shape = {
      fingerprint: `BTC/EUR Buy Limit 0.001 ${20_000 + i}`,
      body: '{}',
      bodyHash: '',
      exposure: dec('20'),
      exposureCurrency: 'EUR',
    };
    await store.journal.begin({ ...intent, ...shape, createdAt: at, venueAt: undefined, expiresAt: undefined });
    const { type, ...rest } = order;
    const bound = {
      ...rest,
      type,
      orderId: id,
      intentId: intent.id,
      strategy: 'operator',
      openedAt: at,
      closedAt: undefined,
      end: undefined,
      tag: undefined,
    };
    await store.journal.settle(intent.id, { state: 'acknowledged', at, venueId: id, order: bound });
  }
  await transport.close();
  await store.close();
  const connection = await openConnection(database, 'write');
  await connection.exec(`WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${FILLS})
    INSERT INTO fill(id, order_id, symbol, side, type, price, amount, fee, fee_currency, fee_type, opened_at, traded_at, received_at, intent_id, strategy)
    SELECT 'past-' || n, 'past-' || n, CASE n % 3 WHEN 0 THEN 'ETH/EUR' WHEN 1 THEN 'BTC/EUR' ELSE 'SOL/EUR' END,
      CASE WHEN n * 104729 / 7 % 2 THEN 'Buy' ELSE 'Sell' END, 'Limit', printf('%d.%02d', 20000 + n * 7907 % 40000, n % 100),
      printf('0.%08d', n * 7919 % 100000000 + 1), printf('0.%08d', n * 31 % 1000 + 1), CASE n % 2 WHEN 0 THEN 'EUR' ELSE 'BTC' END, 'Maker',
      0, ${systemClock.now() - 86_400_000} - (${FILLS} - n) * 1000, 0, 'intent-' || n, CASE n % 3 WHEN 0 THEN 'eth' WHEN 1 THEN 'btc' ELSE 'sol' END
    FROM numbers`);
  await connection.close();
}

/** What the first start of a version that keeps sums has to do once. */
async function workOutSums(): Promise<number> {
  const store = await openStore({ path: database, clock: systemClock });
  const began = performance.now();
  await store.fillLog.past();
  const ms = performance.now() - began;
  await store.close();
  return ms;
}

/** A strategy with a new name has no order yet, so it sends one as soon as it may. */
async function startOnce(turn: number): Promise<readonly [firstOrderMs: number, peakMb: number]> {
  const config = join(folder, 'start.yaml');
  writeFileSync(
    config,
    `mode: demo
log: { level: debug }
risk: { symbols: [BTC/EUR, ETH/EUR, SOL/EUR, LTC/EUR], maxOpenOrders: 1000, onStop: keep }
strategies:
  btc: { use: maker, symbol: BTC/EUR, budget: 1 EUR, params: { spreadBps: 50, size: 0.01, smooth: 2, maxBase: 0.2 } }
  eth: { use: maker, symbol: ETH/EUR, budget: 1 EUR, params: { spreadBps: 50, size: 0.01, smooth: 2, maxBase: 0.2 } }
  first-${turn}: { use: maker, symbol: LTC/EUR, budget: 1000 EUR, params: { spreadBps: 50, size: 0.1, smooth: 2, maxBase: 2 } }
`,
  );
  const began = performance.now();
  const args = ['--max-semi-space-size=4', SLUICE, 'run', config, '--state', folder, '-o', 'json'];
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...env, SLUICE_ACCOUNTS: join(folder, 'accounts') },
  });
  const ended = once(child, 'exit');
  let said = '';
  for await (const chunk of child.stderr) {
    said += String(chunk);
    if (said.includes('"event":"order-opened"')) break;
  }
  const firstOrderMs = performance.now() - began;
  if (!said.includes('"event":"order-opened"')) throw new Error(`no order was opened:\n${said}`);
  const peak = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'));
  child.kill('SIGTERM');
  child.stderr.resume();
  await ended;
  return [firstOrderMs, Number(peak![1]) / 1024];
}

function report(): void {
  const row = (name: string, values: readonly number[], target: number) => {
    const most = Math.max(...values);
    if (most > target) process.exitCode = 1;
    return { name, median: median(values).toFixed(0), most: most.toFixed(0), target: `<= ${target} ${most <= target ? 'ok' : 'MISSED'}` };
  };
  console.log(
    `Start with ${FILLS} fills and ${OPEN_ORDERS} open orders (Node ${process.version}, ${STARTS} starts); the sums were worked out once, in ${(foldedMs / 1000).toFixed(1)} s`,
  );
  const [times, peaks] = [0, 1].map((part) => starts.map((start) => start[part]!)) as [number[], number[]];
  console.table([row('first order, ms', times, 5000), row('resident memory at its peak, MB', peaks, 200)]);
}
