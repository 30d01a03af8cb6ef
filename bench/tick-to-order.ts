import { createHash, createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ccxt from 'ccxt';
import { sleep } from '../src/base/clock.ts';
import { dec } from '../src/base/decimal.ts';
import { Secret } from '../src/base/secret.ts';
import { systemClock } from '../src/base/systemClock.ts';
import { createExchangeClient, type ExchangeClient } from '../src/client/exchangeClient.ts';
import { createRateLimiter } from '../src/client/rateLimiter.ts';
import { createHttpTransport } from '../src/client/httpTransport.ts';
import { decodeBook } from '../src/gateway/bookDecoder.ts';
import { createBook } from '../src/model/book.ts';
import { gridOf, priceOf } from '../src/model/grid.ts';
import type { Journal } from '../src/model/journal.ts';
import { openStore } from '../src/store/store.ts';
import { MARKET } from './ccxtMarket.ts';
import { diskFloor, type Floor, socketFloor } from './floors.ts';
import { median } from './harness.ts';
import { startProcess } from './startProcess.ts';

/**
 * From a poll to an acknowledged order, over loopback: ask for a book of 250 levels a side, decode it, decide on a price, sign
 * and send an order, decode the acknowledgement. The same server answers the same book to all.
 *
 * All decode the whole book and its numbers, sign the order and read its acknowledgement. Not all else is the same, and none of
 * it is in our favour:
 *
 * - Ours is the client as in production: every order on a connection of its own, and with or without the journal's commit to
 *   disk before the first byte. The others keep their connections, as they do by default.
 * - Ours and `fetch` sign the poll too, as this venue demands; the venue that ccxt speaks to gives its books to anyone.
 * - Ours asks its rate limiter and checks the venue's clock; ccxt's limiter is off.
 *
 * Back to back, what opens and closes those connections is in the times of the next loop, on both sides. `-- 3` waits for three
 * milliseconds after each loop, as polls do: then the cores have gone to sleep and caches are cold, for all.
 *
 * Beside them stand the floors of this machine: the two requests on a bare socket, and a flush of the disk.
 */
const ROUNDS = 11;
const LOOPS = 300;
/** Until the compilers have settled: a daemon runs for days. */
const WARM_UP = 10_000;
const PAUSE_MS = Number(process.argv[2] ?? 0);
const SECRET = 'c2x1aWNlIHRlc3Qgc2VjcmV0IG9uZQ==';
const SYMBOL = 'BTC/EUR';
const AMOUNT = dec('0.01');

interface Contender {
  readonly name: string;
  /** One way from poll to acknowledgement; answers the id of the order. A floor has none. */
  readonly once: () => Promise<string | undefined>;
  readonly isFloor?: true;
  /** What is done before the next, and not timed. */
  readonly after?: () => Promise<void>;
}

interface Times {
  readonly p50Us: number;
  readonly p99Us: number;
  /** Some loops of ours open the connections of the next ones: the median alone would hide them. */
  readonly meanUs: number;
}

const folder = mkdtempSync(join(tmpdir(), 'sluice-bench-'));
const server = await startProcess('answeringServer.ts', []);
const url = `http://127.0.0.1:${server.line}`;
const transport = createHttpTransport();
const disk = diskFloor(folder);
const socket = socketFloor(Number(server.line), [
  `GET /v1/spot-trading/orderbook/BTC%2FEUR?depth=250 HTTP/1.1\r\nhost: ${url}\r\n\r\n`,
  `POST /v1/spot-trading/orders HTTP/1.1\r\nhost: ${url}\r\ncontent-length: 2\r\n\r\n{}`,
]);
const store = await openStore({ path: join(folder, 'state.sqlite'), clock: systemClock });
try {
  const client = createExchangeClient({
    url,
    key: 'key',
    secret: new Secret(SECRET),
    transport,
    limiter: createRateLimiter({ perSecond: 100_000, burst: 100_000, reserved: 0 }),
  });
  await run([
    sluice(client, undefined),
    sluice(client, store.journal),
    library(),
    plainFetch(),
    floor('floor: bare socket', socket),
    floor('floor: disk flush', disk),
  ]);
} finally {
  disk.close();
  socket.close();
  await server.stop();
  await transport.close();
  await store.close();
  rmSync(folder, { recursive: true });
}

/** Alternating rounds; every contender is compared within each round. */
async function run(contenders: readonly Contender[]): Promise<void> {
  for (const contender of contenders) if (contender.isFloor !== true) await round(contender, WARM_UP, 0);
  const rounds: Times[][] = [];
  for (let i = 0; i < ROUNDS; i++) {
    const times: Times[] = [];
    for (const contender of contenders) times.push(await round(contender, LOOPS));
    rounds.push(times);
  }
  report(contenders, rounds);
}

async function round({ name, once, after, isFloor }: Contender, loops: number, pauseMs = PAUSE_MS): Promise<Times> {
  const times = new Float64Array(loops);
  for (let i = 0; i < loops; i++) {
    const begun = performance.now();
    const id = await once();
    times[i] = (performance.now() - begun) * 1000;
    if (isFloor !== true && id !== '9007199254741000') throw new Error(`${name}: order ${id} was acknowledged`);
    await after?.();
    if (pauseMs > 0) await sleep(systemClock, pauseMs);
  }
  times.sort();
  const meanUs = times.reduce((sum, time) => sum + time, 0) / loops;
  return { p50Us: times[Math.floor(loops / 2)]!, p99Us: times[Math.floor(loops * 0.99)]!, meanUs };
}

function sluice(client: ExchangeClient, journal: Journal | undefined): Contender {
  const grid = gridOf(2, dec('0.00000001'));
  const book = createBook(SYMBOL, grid);
  let intents = 0;
  const once = async (): Promise<string> => {
    const { body } = await client.fetchBytes('book.get', { symbol: SYMBOL, depth: 250 });
    const outcome = decodeBook(body, book);
    if (!outcome.ok) throw new Error(outcome.detail);
    const price = priceOf(grid, decided(book.bids.ticks[0]!, book.asks.ticks[0]!));
    const decidedAt = systemClock.now();
    const prepared = client.prepare('orders.place', { symbol: SYMBOL, type: 'Limit', side: 'Buy', amount: AMOUNT, price });
    if (journal === undefined) return (await client.send(prepared, { decidedAt, maxAgeMs: 500 })).reply.id;
    const intent = {
      id: `intent-${++intents}`,
      kind: 'place',
      decision: `intent-${intents}`,
      lane: SYMBOL,
      strategy: 'bench',
      fingerprint: `${SYMBOL} Buy Limit ${AMOUNT} ${price}`,
      body: prepared.body,
      bodyHash: prepared.bodyHash,
      createdAt: decidedAt,
      exposure: price.times(AMOUNT),
      exposureCurrency: 'EUR',
      targetId: undefined,
    } as const;
    const beforeSend = (): Promise<void> => journal.begin(intent);
    return (await client.send(prepared, { decidedAt, maxAgeMs: 500, beforeSend })).reply.id;
  };
  if (journal === undefined) return { name: 'sluice', once };
  return {
    name: 'sluice, journal on disk',
    once,
    // The lane is free again when the intent is settled.
    after: () => journal.settle(`intent-${intents}`, { state: 'rejected', at: systemClock.now(), evidence: 'bench' }),
  };
}

function floor(name: string, { once }: Floor): Contender {
  return { name, isFloor: true, once: () => once().then(() => undefined) };
}

/** ccxt, with its rate limit off and its market known. The shapes of its acknowledgement are Coinbase Exchange's. */
function library(): Contender {
  const venue = new ccxt.coinbaseexchange({ apiKey: 'key', secret: SECRET, password: 'phrase', enableRateLimit: false });
  venue.setMarkets([MARKET]);
  venue.urls['api'] = { public: url, private: url };
  return {
    name: 'ccxt',
    once: async () => {
      const { bids, asks } = await venue.fetchOrderBook(SYMBOL);
      const price = decided(Number(bids[0]![0]) * 100, Number(asks[0]![0]) * 100) / 100;
      const { id } = await venue.createOrder(SYMBOL, 'limit', 'buy', 0.01, price);
      return String(id);
    },
  };
}

/** What one writes without a library: our venue's signature, `fetch`, JSON. */
function plainFetch(): Contender {
  const secret = Buffer.from(SECRET, 'base64');
  const ask = async (method: string, path: string, body?: string): Promise<string> => {
    const timestamp = String(Date.now());
    const hashed = body === undefined ? '' : createHash('sha256').update(body).digest('base64');
    const signature = createHmac('sha256', secret).update(`${timestamp}${method}${path}${hashed}`).digest('base64');
    const response = await fetch(url + path, {
      method,
      headers: {
        'svc-api-key': 'key',
        'svc-api-sign': signature,
        'svc-api-timestamp': timestamp,
        'user-agent': 'bench',
        'content-type': 'application/json',
      },
      ...(body === undefined ? {} : { body }),
    });
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    return response.text();
  };
  return {
    name: 'fetch, JSON',
    once: async () => {
      const { bids, asks } = JSON.parse(await ask('GET', '/v1/spot-trading/orderbook/BTC%2FEUR')) as Record<'bids' | 'asks', number[][]>;
      const price = decided(bids[0]![0]! * 100, asks[0]![0]! * 100) / 100;
      const order = JSON.stringify({ symbol: SYMBOL, type: 'Limit', side: 'Buy', amount: 0.01, price });
      const text = await ask('POST', '/v1/spot-trading/orders', order);
      return String((JSON.parse(text) as { id: number }).id);
    },
  };
}

/** In ticks: a quarter of the spread above the best bid. */
function decided(bidTicks: number, askTicks: number): number {
  return Math.round(bidTicks + (askTicks - bidTicks) / 4);
}

function report(contenders: readonly Contender[], rounds: readonly Times[][]): void {
  const us = (value: number): string => value.toFixed(0);
  console.log(
    `From poll to acknowledgement (Node ${process.version}, ${ROUNDS} alternating rounds of ${LOOPS}, ${PAUSE_MS} ms apart, medians)`,
  );
  console.table(
    contenders.map(({ name }, i) => ({
      contender: name,
      'p50 us': us(median(rounds.map((times) => times[i]!.p50Us))),
      'p99 us': us(median(rounds.map((times) => times[i]!.p99Us))),
      'mean us': us(median(rounds.map((times) => times[i]!.meanUs))),
    })),
  );
  const [bare, journalled, ccxtAt, fetchAt] = [0, 1, 2, 3];
  const comparisons = [bare, journalled].flatMap((ours) => [
    { ours, theirs: ccxtAt, target: 0.45 },
    { ours, theirs: fetchAt, target: 0.5 },
  ]);
  console.table(
    comparisons.flatMap(({ ours, theirs, target }) =>
      (['p50Us', 'p99Us'] as const).map((what) => {
        const ratios = rounds.map((times) => times[ours]![what] / times[theirs]![what]);
        const ratio = median(ratios);
        if (ratio > target) process.exitCode = 1;
        return {
          comparison: `${contenders[ours]!.name} / ${contenders[theirs]!.name}, ${what.slice(0, 3)}`,
          ratio: ratio.toFixed(2),
          range: `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`,
          target: `<= ${target} ${ratio <= target ? 'ok' : 'MISSED'}`,
        };
      }),
    ),
  );
}
