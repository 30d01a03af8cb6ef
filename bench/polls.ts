import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { Secret } from '../src/base/secret.ts';
import { systemClock } from '../src/base/systemClock.ts';
import { createExchangeClient, type ExchangeClient } from '../src/client/exchangeClient.ts';
import { createRateLimiter } from '../src/client/rateLimiter.ts';
import { createUndiciTransport } from '../src/client/undiciTransport.ts';
import { Trader } from '../src/daemon/trader.ts';
import type { StrategySettings } from '../src/engine/strategyRun.ts';
import { type Store, openStore } from '../src/store/store.ts';
import { median } from './harness.ts';
import { startSimulator } from './startSimulator.ts';

/**
 * What it costs to watch a whole venue: 200 symbols at 1 Hz, depth 50, from a simulator in another process over signed HTTP.
 * This process holds all that a daemon runs between socket and decision: client, limiter, feed, guards, engine, and on every
 * symbol a strategy that looks at the book and wants nothing. Statistics, own orders and balances are polled as usual.
 */
const SYMBOLS = 200;
const POLL = { booksMs: 1000, depth: 50, statisticsMs: 5000, ordersMs: 500, balancesMs: 5000 };
const RATE = { perSecond: 250, burst: 50, reserved: 5 };
const WARM_UP_MS = 10_000;
const WINDOWS = 3;
const WINDOW_MS = 20_000;

interface Window {
  readonly corePercent: number;
  readonly rssMb: number;
  readonly delayP99Ms: number;
  readonly booksPerSecond: number;
}

let seen = 0;
const folder = mkdtempSync(join(tmpdir(), 'sluice-bench-'));
const simulator = await startSimulator(['--symbols', String(SYMBOLS)]);
const transport = createUndiciTransport();
const store = await openStore({ path: join(folder, 'state.sqlite'), clock: systemClock });
const client = createExchangeClient({
  url: simulator.url,
  key: simulator.key,
  secret: new Secret(simulator.secret),
  transport,
  limiter: createRateLimiter(RATE),
});
try {
  const trader = traderOn(client, store, await symbolsOf(client));
  await trader.start();
  await pause(WARM_UP_MS);
  const windows: Window[] = [];
  for (let i = 0; i < WINDOWS; i++) windows.push(await measure());
  report(windows);
  await trader.stop('keep', 2000);
} finally {
  await simulator.stop();
  await transport.close();
  await store.close();
  rmSync(folder, { recursive: true });
}

function traderOn(venue: ExchangeClient, { journal, fillLog, state }: Store, symbols: readonly string[]): Trader {
  return new Trader({
    clock: systemClock,
    client: venue,
    journal,
    fillLog,
    state,
    engine: {
      strategies: symbols.map((symbol) => watcher(symbol)),
      limits: {
        symbols,
        maxOrderValue: undefined,
        maxOpenOrders: 10,
        priceCollar: undefined,
        staleAfterMs: 5000,
        maxOrdersPerMinute: 60,
        maxDailyLoss: undefined,
        budgets: {},
      },
      replaces: true,
      seed: 1,
    },
    symbols,
    poll: POLL,
    polls: true,
    seed: 1,
    firstPage: 0,
    onFatal: (fault) => {
      throw fault;
    },
    onTrouble: (message) => console.error(message),
  });
}

function watcher(symbol: string): StrategySettings {
  const definition: StrategySettings['definition'] = {
    about: 'Looks at every book and wants nothing.',
    params: {},
    setup: () => ({
      onBook: (book) => {
        if (book.mid !== undefined) seen++;
      },
    }),
  };
  return { name: `watch ${symbol}`, symbol, definition, params: {} };
}

async function symbolsOf(venue: ExchangeClient): Promise<string[]> {
  const symbols: string[] = [];
  for await (const { symbol } of venue.symbols.list({ page: 0, count: 100 })) symbols.push(symbol);
  if (symbols.length !== SYMBOLS) throw new Error(`the simulator lists ${symbols.length} symbols, not ${SYMBOLS}`);
  return symbols;
}

async function measure(): Promise<Window> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const seenBefore = seen;
  const cpuBefore = process.cpuUsage();
  const begunMs = performance.now();
  delay.enable();
  let rss = 0;
  while (performance.now() - begunMs < WINDOW_MS) {
    await pause(500);
    rss = Math.max(rss, process.memoryUsage.rss());
  }
  delay.disable();
  const { user, system } = process.cpuUsage(cpuBefore);
  const ms = performance.now() - begunMs;
  return {
    corePercent: (user + system) / (ms * 10),
    rssMb: rss / 2 ** 20,
    delayP99Ms: delay.percentile(99) / 1e6,
    booksPerSecond: ((seen - seenBefore) * 1000) / ms,
  };
}

function report(windows: readonly Window[]): void {
  const row = (name: string, values: readonly number[], target: number, isMet: (value: number) => boolean, sign: string) => {
    const value = median(values);
    if (!isMet(value)) process.exitCode = 1;
    return {
      'of the polling process': name,
      median: value.toFixed(1),
      range: `${Math.min(...values).toFixed(1)} to ${Math.max(...values).toFixed(1)}`,
      target: `${sign} ${target} ${isMet(value) ? 'ok' : 'MISSED'}`,
    };
  };
  const most = (name: string, key: keyof Window, target: number) =>
    row(
      name,
      windows.map((window) => window[key]),
      target,
      (value) => value <= target,
      '<=',
    );
  console.log(`${SYMBOLS} symbols at 1 Hz, depth ${POLL.depth} (Node ${process.version}, ${WINDOWS} windows of ${WINDOW_MS / 1000} s)`);
  console.table([
    most('CPU, % of one core', 'corePercent', 25),
    most('resident memory, MB', 'rssMb', 150),
    most('event-loop delay p99, ms', 'delayP99Ms', 20),
    row(
      'books a second',
      windows.map((window) => window.booksPerSecond),
      SYMBOLS * 0.95,
      (value) => value >= SYMBOLS * 0.95,
      '>=',
    ),
  ]);
}
