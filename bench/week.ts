import { mkdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Secret } from '../src/base/secret.ts';
import { VirtualClock } from '../src/base/virtualClock.ts';
import { createExchangeClient } from '../src/client/exchangeClient.ts';
import { createInProcessTransport } from '../src/client/inProcessTransport.ts';
import { createRateLimiter } from '../src/client/rateLimiter.ts';
import { readBook } from '../src/daemon/readBook.ts';
import { readPairs } from '../src/gateway/pairList.ts';
import { decodeStatistics } from '../src/gateway/statisticsDecoder.ts';
import { openMarketWriter } from '../src/recording/marketWriter.ts';
import { MARKET_CHARACTERS } from '../src/simulator/market/character.ts';
import { createSimulator } from '../src/simulator/simulator.ts';
import { oneOf } from './fidelity.ts';

/**
 * Records a seeded simulated market under virtual time: a week of it takes minutes. The same arguments give the same recording.
 *
 *     npm --prefix bench run week -- --data DIR [--days 7] [--every 2] [--seed 7] [--character calm] [--symbols BTC/EUR,ETH/EUR,SOL/EUR]
 */
const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    days: { type: 'string', default: '7' },
    every: { type: 'string', default: '2' },
    seed: { type: 'string', default: '7' },
    character: { type: 'string', default: 'calm' },
    symbols: { type: 'string', default: 'BTC/EUR,ETH/EUR,SOL/EUR' },
    depth: { type: 'string', default: '50' },
  },
});
if (values.data === undefined) throw new Error('--data DIR: where the recording goes');
const everyMs = Math.round(Number(values.every) * 1000);
const depth = Number(values.depth);
const STATISTICS_EVERY_MS = 60_000;
const START = Date.UTC(2026, 10, 9);

const clock = new VirtualClock(START);
const character = oneOf(MARKET_CHARACTERS, values.character);
// Tether against euros comes after the usual seven pairs.
const simulator = createSimulator({ clock, seed: Number(values.seed), market: { character, symbols: 8 } });
simulator.start();
const client = createExchangeClient({
  url: 'http://venue.test',
  key: simulator.exchange.key,
  secret: new Secret(simulator.exchange.secret),
  transport: createInProcessTransport((request) => simulator.fetch(request), { clock, latencyMs: () => 0 }),
  limiter: createRateLimiter({ perSecond: 100_000, burst: 100_000, clock }),
  clock,
});
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Lets time pass until the work is done. */
async function done<T>(work: Promise<T>): Promise<T> {
  const progress = { isDone: false };
  const finished = work.finally(() => {
    progress.isDone = true;
  });
  while (!progress.isDone) await clock.advance(0, settle);
  return finished;
}

const symbols = values.symbols.split(',');
const pairs = (await done(readPairs(client, () => undefined))).filter(({ symbol }) => symbols.includes(symbol));
mkdirSync(values.data, { recursive: true });
const writer = await openMarketWriter(values.data, pairs, {
  clock,
  depth,
  everyMs,
  lock: () => Promise.resolve({ release: () => Promise.resolve() }),
});
const end = START + Number(values.days) * 86_400_000;
let statisticsAt = START;
let told = performance.now();
while (clock.now() < end) {
  await clock.advance(everyMs, settle);
  for (const pair of pairs) writer.book(await done(readBook(client, pair, depth)));
  if (clock.now() >= statisticsAt) {
    statisticsAt += STATISTICS_EVERY_MS;
    const { body } = await done(client.fetchBytes('statistics.list', {}));
    for (const row of decodeStatistics(body).rows) if (symbols.includes(row.symbol)) writer.statistics(row, clock.now());
  }
  if (performance.now() - told > 5000) {
    told = performance.now();
    process.stderr.write(`${new Date(clock.now()).toISOString()}\n`);
  }
}
await writer.close();
simulator.stop();
