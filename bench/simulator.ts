import { Pool } from 'undici';
import { dec } from '../src/base/decimal.ts';
import { Secret } from '../src/base/secret.ts';
import { systemClock } from '../src/base/systemClock.ts';
import { contentHashOf, createSigner } from '../src/client/signer.ts';
import { createSimulator } from '../src/simulator/simulator.ts';
import { median } from './harness.ts';
import { startProcess } from './startProcess.ts';
import { startSimulator } from './startSimulator.ts';

/**
 * How many requests a second the simulator answers: a book of 50 levels per side, and placing an order. Over HTTP, `sluice
 * simulator` runs with a live market in its own process. Beside it, a bare `node:http` server in another process sends the same
 * bodies and checks nothing. One client asks both over the same number of keep-alive sockets, and signs for both alike. In
 * process there is no socket: `simulator.fetch(request)`.
 */
const ROUNDS = 11;
/** How many requests go first, until the compilers of both servers have settled. */
const WARM_UP_ROUNDS = 12;
const SOCKETS = 8;
const REQUESTS = { book: 4000, order: 900 };
const TARGET = 0.5;
const ORDERS = '/v1/spot-trading/orders';

interface Ask {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly query?: string;
  readonly body?: string;
}

interface Answered {
  readonly status: number;
  readonly text: string;
}

type Send = (ask: Ask, headers: Record<string, string>) => Promise<Answered>;

interface Venue {
  readonly send: Send;
  readonly headers: (ask: Ask) => Record<string, string>;
}

const BOOK: Ask = { method: 'GET', path: '/v1/spot-trading/orderbook/BTC%2FEUR', query: '?depth=50' };
/** Far below the market, so it rests as one more order of the same level. */
const ORDER: Ask = {
  method: 'POST',
  path: ORDERS,
  body: '{"symbol":"BTC/EUR","type":"Limit","side":"Buy","amount":0.001,"price":1000}',
};
const WORK = [
  { name: 'order book, 50 levels', ask: BOOK, count: REQUESTS.book, checksum: bookChecksum },
  { name: 'place an order', ask: ORDER, count: REQUESTS.order, checksum: orderChecksum },
] as const;

const simulator = await startSimulator([]);
const ours = overHttp(simulator.url, simulator);
const [book, order] = [await once(ours, BOOK), await once(ours, ORDER)];
await cancelAll(ours);
const bare = await startProcess('bareServer.ts', [book.text, order.text]);
const theirs = overHttp(`http://127.0.0.1:${bare.line}`, simulator);
const own = inProcess();
try {
  for (const { name, ask, checksum } of WORK) {
    const sums = [ours, theirs, own].map(async (venue) => checksum(await once(venue, ask)));
    const [first, ...others] = await Promise.all(sums);
    if (others.some((other) => other !== first)) throw new Error(`${name}: the work differs: ${(await Promise.all(sums)).join(' / ')}`);
  }
  report(await measure());
} finally {
  own.stop();
  await Promise.all([ours.close(), theirs.close(), simulator.stop(), bare.stop()]);
}

interface Rates {
  readonly http: number;
  readonly bare: number;
  readonly inProcess: number;
}

/** Runs alternating rounds. The sides are compared within each round. */
async function measure(): Promise<Rates[][]> {
  const rounds: Rates[][] = [];
  for (let i = -WARM_UP_ROUNDS; i < ROUNDS; i++) {
    const rates: Rates[] = [];
    for (const { ask, count } of WORK) {
      rates.push({ http: await rate(ours, ask, count), bare: await rate(theirs, ask, count), inProcess: await rate(own, ask, count) });
      if (ask.method === 'POST') await Promise.all([cancelAll(ours), cancelAll(own)]);
    }
    if (i >= 0) rounds.push(rates);
  }
  return rounds;
}

/** Requests a second, with as many under way as there are sockets. All share one signature, which the venue accepts for 60 s. */
async function rate({ send, headers }: Venue, ask: Ask, count: number): Promise<number> {
  const signed = headers(ask);
  let left = count;
  const lane = async (): Promise<void> => {
    while (left-- > 0) {
      const { status } = await send(ask, signed);
      if (status >= 300) throw new Error(`${ask.method} ${ask.path}: HTTP ${status}`);
    }
  };
  const begunMs = performance.now();
  await Promise.all(Array.from({ length: SOCKETS }, lane));
  return (count * 1000) / (performance.now() - begunMs);
}

function report(rounds: readonly Rates[][]): void {
  const whole = (values: readonly number[]): string => Math.round(median(values)).toLocaleString('en');
  const rows = WORK.map(({ name }, i) => {
    const rates = rounds.map((round) => round[i]!);
    const ratios = rates.map(({ http, bare: plain }) => http / plain);
    const isMet = median(ratios) >= TARGET;
    if (!isMet) process.exitCode = 1;
    return {
      'requests a second': name,
      'over HTTP': whole(rates.map(({ http }) => http)),
      'bare node:http': whole(rates.map(({ bare: plain }) => plain)),
      ratio: median(ratios).toFixed(2),
      range: `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`,
      target: `>= ${TARGET} ${isMet ? 'met' : 'MISSED'}`,
      'in process': whole(rates.map(({ inProcess: rateOf }) => rateOf)),
    };
  });
  console.log(`The simulator (Node ${process.version}, median of ${ROUNDS} alternating rounds, ${SOCKETS} requests under way)`);
  console.table(rows);
}

function overHttp(url: string, access: { readonly key: string; readonly secret: string }): Venue & { close(): Promise<void> } {
  const pool = new Pool(url, { connections: SOCKETS, pipelining: 1 });
  return {
    headers: signing(access),
    send: async ({ method, path, query = '', body }, headers) => {
      const reply = await pool.request({ method, path: path + query, headers, body: body ?? null });
      return { status: reply.statusCode, text: await reply.body.text() };
    },
    close: () => pool.close(),
  };
}

function inProcess(): Venue & { stop(): void } {
  const created = createSimulator({ clock: systemClock, seed: 7, balances: { EUR: dec(100_000), BTC: dec(2) } });
  created.start();
  return {
    headers: signing(created.exchange),
    send: async ({ method, path, query = '', body }, headers) => {
      const reply = await created.fetch(new Request(`http://venue${path}${query}`, { method, headers, body: body ?? null }));
      return { status: reply.status, text: await reply.text() };
    },
    stop: () => created.stop(),
  };
}

function signing({ key, secret }: { readonly key: string; readonly secret: string }): Venue['headers'] {
  const signer = createSigner({ key, secret: new Secret(secret) });
  return ({ method, path, body }) => ({
    ...signer.headers(Date.now(), { method, path, contentHash: contentHashOf(body) }),
    'user-agent': 'sluice-bench',
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  });
}

async function once({ send, headers }: Venue, ask: Ask): Promise<Answered> {
  const answered = await send(ask, headers(ask));
  if (answered.status >= 300) throw new Error(`${ask.method} ${ask.path}: HTTP ${answered.status} ${answered.text}`);
  return answered;
}

/** This part is not timed: an account may have at most 1000 open orders. */
async function cancelAll(venue: Venue): Promise<void> {
  const open: Ask = { method: 'GET', path: ORDERS, query: '?count=1000&page=0' };
  const { text } = await once(venue, open);
  for (const [, orderId] of text.matchAll(/"id":(\d+)/g)) {
    await once(venue, { method: 'DELETE', path: `${ORDERS}/${orderId}` });
  }
}

/** The market moves between two answers, so only what stays the same is compared. */
function bookChecksum({ text }: Answered): string {
  const { bids, asks } = JSON.parse(text) as { bids: unknown[]; asks: unknown[] };
  return `${bids.length} bids, ${asks.length} asks`;
}

function orderChecksum({ text }: Answered): string {
  return text.replaceAll(/"id":\d+/g, '"id":').replaceAll(/"\d{4}-[^"]+Z"/g, '""');
}
