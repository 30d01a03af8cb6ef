import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { systemClock } from '../src/base/systemClock.ts';
import { MarketPublisher } from '../src/feed/marketPublisher.ts';
import { createBook, MAX_DEPTH, showLevels } from '../src/model/book.ts';
import { resolveFeed } from '../src/settings/feedServer.ts';
import { BOOKS_A_SECOND, bookSum, DEPTH, type FeedReport, type FeedTask, feedPairs, nowMs, READERS, THREADS, VENUE } from './feedBooks.ts';

/**
 * 2,000 books a second of 100 pairs with 50 levels a side over JetStream, from this thread to 20 readers, each with a connection, decoders and
 * guards of its own, a few of them to a thread. The delay is from the moment in which the publisher is given a book until the reader gives it to its engine.
 * Then the server is killed for so long, and comes back. Every reader must have had every book, digit for digit.
 */
const SECONDS = Number(process.argv[2] ?? 20);
const CUT_SECONDS = Number(process.argv[3] ?? 30);
const WARM_UP_SECONDS = 5;
const MOST_P99_MS = 10;
const TOTAL = BOOKS_A_SECOND * (WARM_UP_SECONDS + SECONDS + CUT_SECONDS + 5);
/** In /proc, behind the name of the process. */
const USER_TICKS = 11;
const SYSTEM_TICKS = 12;
const TICKS_A_SECOND = 100;
const DEBIAN = '/usr/sbin/nats-server';

const folder = mkdtempSync(join(tmpdir(), 'sluice-bench-feed-'));
const port = await freePort();
let nats = await started();
try {
  await measure();
} finally {
  nats.kill('SIGKILL');
  rmSync(folder, { recursive: true });
}

async function measure(): Promise<void> {
  const url = `nats://127.0.0.1:${port}/bench`;
  const server = resolveFeed(url, 'record.publish', {}, '/');
  if (server === undefined || typeof server === 'string') throw new Error(url);
  const limits = { keepMs: 3_600_000, mostBytes: 2 ** 31 };
  const publisher = new MarketPublisher({ server, clock: systemClock, venue: VENUE, limits, onTrouble: (text) => console.error(text) });
  const pairs = feedPairs();
  publisher.begin(pairs.map((pair) => ({ pair, everyMs: 50, depth: DEPTH })));
  while (publisher.status().state !== 'publishing') await pause(10);

  const sentMs = new Float64Array(new SharedArrayBuffer(8 * TOTAL));
  const task: FeedTask = {
    url,
    sentMs,
    total: TOTAL,
    measured: [WARM_UP_SECONDS * BOOKS_A_SECOND, (WARM_UP_SECONDS + SECONDS) * BOOKS_A_SECOND],
  };
  const workers = Array.from({ length: THREADS }, () => new Worker(new URL('./feedReaders.ts', import.meta.url), { workerData: task }));
  await Promise.all(workers.map((worker) => once(worker, 'message')));

  const books = pairs.map((pair) => createBook(pair.symbol, pair.grid, MAX_DEPTH));
  let sum = 0;
  let given = 0;
  const beganMs = nowMs();
  const giveUpTo = async (end: number): Promise<void> => {
    for (;;) {
      const due = Math.min(end, Math.floor(((nowMs() - beganMs) / 1000) * BOOKS_A_SECOND));
      for (; given < due; given++) {
        const book = books[given % books.length]!;
        fill(book, given);
        sum = bookSum(sum, book);
        sentMs[given] = nowMs();
        publisher.market({ type: 'book', book });
      }
      if (given >= end) return;
      await pause(1);
    }
  };
  const cutAt = (WARM_UP_SECONDS + SECONDS) * BOOKS_A_SECOND;
  const use = process.cpuUsage();
  const served = serverSeconds();
  await giveUpTo(cutAt);
  const { user, system } = process.cpuUsage(use);
  const serverUse = serverSeconds() - served;
  nats.kill('SIGKILL');
  await giveUpTo(cutAt + CUT_SECONDS * BOOKS_A_SECOND);
  const waited = publisher.status();
  nats = await started();
  const told = Promise.all(workers.map((worker) => once(worker, 'message')));
  await giveUpTo(TOTAL);
  const reports = (await told).map(([report]) => report as FeedReport);
  const status = publisher.status();
  await publisher.close();
  await Promise.all(workers.map((worker) => worker.terminate()));
  const readers = reports.flatMap((report) => report.readers);
  const wrong = readers.filter((reader) => reader.books !== TOTAL || reader.sum !== sum || reader.missing !== 0).length;
  const delays = Float64Array.from(reports.flatMap((report) => [...report.delays])).toSorted();
  const at = (share: number): string => (delays[Math.min(delays.length - 1, Math.floor(delays.length * share))] ?? NaN).toFixed(2);
  const lastMs = Math.max(...reports.map((report) => report.lastMs));
  console.log(
    `${TOTAL} books, ${READERS} readers, ${BOOKS_A_SECOND} books a second for ${SECONDS} s: delay p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, at most ${at(1)} ms (p99 to reach: ${MOST_P99_MS})`,
  );
  const cores = (seconds: number): string => (seconds / (WARM_UP_SECONDS + SECONDS)).toFixed(2);
  console.log(`processor time of publisher and readers: ${cores((user + system) / 1e6)} cores, of the server: ${cores(serverUse)}`);
  console.log(
    `a cut of ${CUT_SECONDS} s: ${waited.queued} messages waited; dropped ${status.dropped}; readers with a hole or another sum: ${wrong} (to reach: 0); all were there ${(lastMs - beganMs - (1000 * TOTAL) / BOOKS_A_SECOND).toFixed(0)} ms after the last book`,
  );
  if (wrong > 0 || Number(at(0.99)) > MOST_P99_MS) process.exitCode = 1;
}

/** A book whose every level has its own amounts. */
function fill(book: ReturnType<typeof createBook>, number: number): void {
  const mid = 6_000_000 + Math.round(500 * Math.sin(number / 700));
  for (let i = 0; i < DEPTH; i++) {
    book.bids.ticks[i] = mid - 1 - 3 * i;
    book.asks.ticks[i] = mid + 1 + 3 * i;
    book.bids.lots[i] = 1000 + ((number * 31 + i * 977) % 500_000);
    book.asks.lots[i] = 1000 + ((number * 37 + i * 991) % 500_000);
  }
  // Its number, by which the reader finds the time at which it was sent.
  book.bids.lots[0] = number + 1;
  showLevels(book.bids, 0, DEPTH);
  showLevels(book.asks, 0, DEPTH);
  const now = systemClock.now();
  Object.assign(book, { receivedAt: now, exchangeAt: now - 5, depth: DEPTH });
}

async function started(): Promise<ChildProcess> {
  const program = existsSync(DEBIAN) ? DEBIAN : 'nats-server';
  const child = spawn(program, ['-js', '-sd', folder, '-a', '127.0.0.1', '-p', String(port)], { stdio: ['ignore', 'ignore', 'pipe'] });
  await new Promise<void>((resolve) => child.stderr.on('data', (text: Buffer) => String(text).includes('Server is ready') && resolve()));
  return child;
}

/** The processor time of the server. */
function serverSeconds(): number {
  const fields = readFileSync(`/proc/${nats.pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[USER_TICKS]) + Number(fields[SYSTEM_TICKS])) / TICKS_A_SECOND;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

async function freePort(): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port: free } = listener.address() as AddressInfo;
  listener.close();
  return free;
}
