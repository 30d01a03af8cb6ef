import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { Secret } from '../src/base/secret.ts';
import { systemClock } from '../src/base/systemClock.ts';
import { createExchangeClient, type ExchangeClient } from '../src/client/exchangeClient.ts';
import { createRateLimiter } from '../src/client/rateLimiter.ts';
import { createHttpTransport } from '../src/client/httpTransport.ts';
import { EMA } from '../src/market/ema.ts';
import { Trader } from '../src/daemon/trader.ts';
import { strategy } from '../src/engine/strategy.ts';
import type { StrategySettings } from '../src/engine/strategySettings.ts';
import { type Store, openStore } from '../src/store/store.ts';
import type { PollWindow } from './pollingRun.ts';

/**
 * The polling process of `pollingRun.ts`. It holds everything that a daemon runs between socket and decision: client, limiter, feed,
 * guards, engine, store, and on every symbol a strategy that looks at the book and wants nothing; with the word `trading`, two that
 * quote with candles and an average, and guard what they hold with stops. The last argument is the time between two books of a symbol.
 * Statistics, own orders and balances are polled as usual. It prints its own measurements as one line of JSON.
 */
const [url, key, secret, kind, booksMs = '1000'] = process.argv.slice(2);
const POLL = { booksMs: Number(booksMs), depth: 50, statisticsMs: 5000, ordersMs: 500, balancesMs: 5000, pairsMs: 3_600_000 };
/** Urgent requests need little beside 200 books a second. */
const RATE = { perSecond: 250, burst: 250, reserved: 25 };
const WARM_UP_MS = 10_000;
const WINDOWS = 3;
const WINDOW_MS = 20_000;

let seen = 0;
let orders = 0;
if (url === undefined || key === undefined || secret === undefined) console.log('loaded');
else console.log(JSON.stringify(await run(url, key, new Secret(secret))));

async function run(venueUrl: string, venueKey: string, venueSecret: Secret): Promise<PollWindow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-bench-'));
  const transport = createHttpTransport();
  const store = await openStore({ path: join(folder, 'state.sqlite'), clock: systemClock });
  const limiter = createRateLimiter(RATE);
  const client = createExchangeClient({ url: venueUrl, key: venueKey, secret: venueSecret, transport, limiter });
  try {
    const trader = traderOn(client, store, await symbolsOf(client));
    await trader.start();
    await pause(WARM_UP_MS);
    const windows: PollWindow[] = [];
    for (let i = 0; i < WINDOWS; i++) windows.push(await measure());
    await trader.stop('keep', 2000);
    return windows;
  } finally {
    await transport.close();
    await store.close();
    rmSync(folder, { recursive: true });
  }
}

function traderOn(venue: ExchangeClient, store: Store, symbols: readonly string[]): Trader {
  return new Trader({
    clock: systemClock,
    client: venue,
    ...store,
    engine: {
      strategies:
        kind === 'trading' ? symbols.flatMap((symbol) => [quoter(symbol, 1), quoter(symbol, 2)]) : symbols.map((symbol) => watcher(symbol)),
      limits: {
        symbols,
        maxOrderValue: undefined,
        maxOpenOrders: 100,
        priceCollar: undefined,
        staleAfterMs: 5000,
        maxOrdersPerMinute: 10_000,
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
    replacesAtomically: true,
    onFatal: (fault) => {
      throw fault;
    },
    onTrouble: (message) => console.error(message),
  });
}

function watcher(symbol: string): StrategySettings {
  const definition = strategy({
    about: 'Looks at every book and wants nothing.',
    params: {},
    setup: () => ({
      onBook: (book) => {
        if (book.mid !== undefined) seen++;
      },
    }),
  });
  return { name: `watch ${symbol}`, symbol, definition, params: {} };
}

/** Quotes half a tenth of a per cent beside the average, moves when that moves, and guards what it holds. */
function quoter(symbol: string, number: number): StrategySettings {
  const definition = strategy({
    about: 'Quotes around an average and guards its position.',
    params: {},
    setup: (_params, { context }) => {
      const average = context.candles('5s').use(new EMA(3));
      const lots = context.pair.minVolume.div(context.pair.grid.lot).toNumber() * 20 + number;
      return {
        onBook(book, ctx) {
          if (book.midTicks !== undefined) seen++;
          if (ctx.positionLots > 0 && ctx.deskOrders.length === 0) {
            ctx.place({
              kind: 'one-of',
              amount: 'position',
              orders: [
                { kind: 'stop', lossBps: 500 },
                { kind: 'trailing-stop', trailBps: 500 },
              ],
            });
          }
        },
        onCandle(_candle, ctx) {
          const fair = average.value!;
          ctx.quoteTicks(Math.floor(fair * 0.9995), lots, Math.ceil(fair * 1.0005), lots);
        },
        onReport: ({ type }) => void (type === 'order-opened' && orders++),
      };
    },
  });
  return { name: `quote ${symbol} ${number}`, symbol, definition, params: {} };
}

async function symbolsOf(venue: ExchangeClient): Promise<string[]> {
  const symbols: string[] = [];
  for await (const { symbol } of venue.symbols.list({ page: 0, count: 100 })) symbols.push(symbol);
  return symbols;
}

async function measure(): Promise<PollWindow> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const seenBefore = seen;
  const ordersBefore = orders;
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
    ordersPerSecond: ((orders - ordersBefore) * 1000) / ms,
  };
}
