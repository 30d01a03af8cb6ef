import { createHash, createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ccxt from 'ccxt';
import { sleep } from '../src/base/clock.ts';
import { systemClock } from '../src/base/systemClock.ts';
import { createHttpTransport } from '../src/client/httpTransport.ts';
import type { Transport } from '../src/client/transport.ts';
import type { Journal } from '../src/model/journal.ts';
import { openStore } from '../src/store/store.ts';
import { MARKET } from './ccxtMarket.ts';
import { diskFloor, type Floor, socketFloor } from './floors.ts';
import { median } from './harness.ts';
import { nodeTransport, undiciTransport } from './libraryTransports.ts';
import { decided, orderLoop, SECRET, SYMBOL } from './orderLoop.ts';
import { startProcess } from './startProcess.ts';

/**
 * From a poll to an acknowledged order, over loopback: ask for a book of 250 levels per side, decode it, decide on a price, sign
 * and send an order, decode the acknowledgement. The same server gives all contenders the same book.
 *
 * All contenders decode the whole book and its numbers, sign the order and read its acknowledgement. They differ in these points,
 * none of them in our favour:
 *
 * - Ours is the client as in production: every order goes over its own connection, with or without the journal's commit to disk
 *   before the first byte. The others keep their connections, as they do by default.
 * - Ours and `fetch` also sign the poll, as this venue demands. The venue that ccxt speaks to gives its books to anyone.
 * - Ours asks its rate limiter and checks the venue's clock. ccxt's limiter is off.
 *
 * Ours over `node:http` and over undici shows whether HTTP of our own still pays for its lines (decision 0015).
 *
 * Loops run back to back, so the time to open and close connections falls into the next loop, on both sides. `-- 3` waits for
 * three milliseconds after each loop, as polls do: then the cores have gone to sleep and caches are cold, for all.
 *
 * The floors of this machine are shown beside them: the two requests on a bare socket, and a flush to disk.
 */
const ROUNDS = 11;
/** Loops per round, taken in turns of fifty, so that other work on the machine disturbs all contenders alike. */
const LOOPS = 300;
const TURN = 50;
/** Runs until the compilers have settled, since a daemon runs for days. */
const WARM_UP = 10_000;
const PAUSE_MS = Number(process.argv[2] ?? 0);

interface Contender {
  readonly name: string;
  /** One way from poll to acknowledgement. It returns the id of the order; a floor has none. */
  readonly once: () => Promise<string | undefined>;
  readonly isFloor?: true;
  /** Work before the next loop that is not timed. */
  readonly after?: () => Promise<void>;
}

interface Times {
  readonly p50Us: number;
  readonly p99Us: number;
  /** Some of our loops open the connections of the next ones, which the median alone would hide. */
  readonly meanUs: number;
  /** Processor time of this process with all its threads. */
  readonly cpuUs: number;
}

/** What one contender has done so far in a round. */
interface Timed {
  readonly wallUs: number[];
  cpuUs: number;
}

const folder = mkdtempSync(join(tmpdir(), 'sluice-bench-'));
const server = await startProcess('answeringServer.ts', []);
const url = `http://127.0.0.1:${server.line}`;
const transports = { own: createHttpTransport(), node: nodeTransport(), undici: undiciTransport(url) };
const disk = diskFloor(folder);
const socket = socketFloor(Number(server.line), [
  `GET /v1/spot-trading/orderbook/BTC%2FEUR?depth=250 HTTP/1.1\r\nhost: ${url}\r\n\r\n`,
  `POST /v1/spot-trading/orders HTTP/1.1\r\nhost: ${url}\r\ncontent-length: 2\r\n\r\n{}`,
]);
const store = await openStore({ path: join(folder, 'state.sqlite'), clock: systemClock });
try {
  await run([
    sluice('sluice', transports.own, undefined),
    sluice('sluice, journal on disk', transports.own, store.journal),
    library(),
    plainFetch(),
    sluice('node:http, journal', transports.node, store.journal),
    sluice('undici, journal', transports.undici, store.journal),
    floor('floor: bare socket', socket),
    floor('floor: disk flush', disk),
  ]);
} finally {
  disk.close();
  socket.close();
  await server.stop();
  for (const transport of Object.values(transports)) await transport.close();
  await store.close();
  rmSync(folder, { recursive: true });
}

/** Runs alternating rounds. All contenders are compared within each round. */
async function run(contenders: readonly Contender[]): Promise<void> {
  for (const contender of contenders) if (contender.isFloor !== true) await take(contender, WARM_UP, { wallUs: [], cpuUs: 0 }, 0);
  const rounds: Times[][] = [];
  for (let i = 0; i < ROUNDS; i++) {
    const timed = contenders.map((): Timed => ({ wallUs: [], cpuUs: 0 }));
    for (let turn = 0; turn < LOOPS / TURN; turn++)
      for (const [at, contender] of contenders.entries()) await take(contender, TURN, timed[at]!);
    rounds.push(timed.map(timesOf));
  }
  report(contenders, rounds);
}

async function take({ name, once, after, isFloor }: Contender, loops: number, into: Timed, pauseMs = PAUSE_MS): Promise<void> {
  for (let i = 0; i < loops; i++) {
    const cpu = process.cpuUsage();
    const begun = performance.now();
    const id = await once();
    into.wallUs.push((performance.now() - begun) * 1000);
    const { user, system } = process.cpuUsage(cpu);
    into.cpuUs += user + system;
    if (isFloor !== true && id !== '9007199254741000') throw new Error(`${name}: order ${id} was acknowledged`);
    await after?.();
    if (pauseMs > 0) await sleep(systemClock, pauseMs);
  }
}

function timesOf({ wallUs, cpuUs }: Timed): Times {
  const sorted = wallUs.toSorted((a, b) => a - b);
  const { length } = sorted;
  const meanUs = sorted.reduce((sum, time) => sum + time, 0) / length;
  return { p50Us: sorted[Math.floor(length / 2)]!, p99Us: sorted[Math.floor(length * 0.99)]!, meanUs, cpuUs: cpuUs / length };
}

function sluice(name: string, transport: Transport, journal: Journal | undefined): Contender {
  return orderLoop(name, url, transport, journal);
}

function floor(name: string, { once }: Floor): Contender {
  return { name, isFloor: true, once: () => once().then(() => undefined) };
}

/** ccxt, with its rate limit off and its market known. Its acknowledgements have the shape of Coinbase Exchange's. */
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

interface Comparison {
  /** Selects the contender. */
  readonly ours: number;
  readonly theirs: number;
  readonly what: 'p50Us' | 'p99Us' | 'cpuUs';
  /** The target, where there is one. */
  readonly most?: number;
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
      'cpu us': us(median(rounds.map((times) => times[i]!.cpuUs))),
    })),
  );
  const [bare, journalled, ccxtAt, fetchAt, nodeAt, undiciAt] = [0, 1, 2, 3, 4, 5];
  const quantiles = ['p50Us', 'p99Us'] as const;
  const comparisons: Comparison[] = [
    ...quantiles.map((what) => ({ ours: bare, theirs: ccxtAt, what, most: 0.45 })),
    ...quantiles.map((what) => ({ ours: bare, theirs: fetchAt, what, most: 0.5 })),
    // The disk takes the same time for anyone. A row in the journal is the price of knowing what was sent.
    { ours: journalled, theirs: ccxtAt, what: 'p50Us', most: 1 },
    { ours: journalled, theirs: fetchAt, what: 'p50Us' },
    // At 1.1 a library would do.
    ...[nodeAt, undiciAt].flatMap((library) => (['p50Us', 'cpuUs'] as const).map((what) => ({ ours: library, theirs: journalled, what }))),
  ];
  console.table(
    comparisons.map(({ ours, theirs, what, most }) => {
      const ratios = rounds.map((times) => times[ours]![what] / times[theirs]![what]);
      const ratio = median(ratios);
      if (most !== undefined && ratio > most) process.exitCode = 1;
      return {
        comparison: `${contenders[ours]!.name} / ${contenders[theirs]!.name}, ${what.slice(0, 3)}`,
        ratio: ratio.toFixed(2),
        range: `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`,
        target: most === undefined ? '' : `<= ${most} ${ratio <= most ? 'ok' : 'MISSED'}`,
      };
    }),
  );
}
