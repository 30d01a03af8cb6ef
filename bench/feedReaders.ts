import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { systemClock } from '../src/base/systemClock.ts';
import { streamFeed } from '../src/feed/streamFeed.ts';
import { resolveFeed } from '../src/settings/feedServer.ts';
import { bookSum, DEPTH, type FeedReport, type FeedTask, feedPairs, nowMs, READERS, THREADS, VENUE } from './feedBooks.ts';

/** Some of the readers of feed.ts. */
const MINE = READERS / THREADS;
const port: MessagePort = parentPort!;
const { url, sentMs, total, measured } = workerData as FeedTask;
const server = resolveFeed(url, 'venue.feed', {}, '/');
if (server === undefined || typeof server === 'string') throw new Error(url);
const [from, to] = measured;
const delays = new Float64Array(MINE * (to - from));
let counted = 0;
let ready = 0;
let lastMs = 0;

const readers = Array.from({ length: MINE }, () => {
  const feed = streamFeed({
    server,
    pairs: feedPairs(),
    venue: VENUE,
    depth: DEPTH,
    clock: systemClock,
    lateAfterMs: Infinity,
    onTrouble: () => undefined,
  });
  const reader = { feed, books: 0, sum: 0 };
  feed.events$.subscribe((event) => {
    if (event.type !== 'book') return;
    const number = event.book.bids.bestLots - 1;
    if (number >= from && number < to) delays[counted++] = nowMs() - sentMs[number]!;
    reader.sum = bookSum(reader.sum, event.book);
    if (++reader.books < total) return;
    lastMs = nowMs();
    if (++ready === MINE) tell();
  });
  return reader;
});

function tell(): void {
  const report: FeedReport = {
    delays: delays.slice(0, counted),
    lastMs,
    readers: readers.map(({ feed, books, sum }) => ({ books, sum, missing: feed.status().missing })),
  };
  port.postMessage(report);
}

const waiting = setInterval(() => {
  if (!readers.every(({ feed }) => feed.status().state === 'reading')) return;
  clearInterval(waiting);
  port.postMessage('reading');
}, 20);
