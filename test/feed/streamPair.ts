import { systemClock } from '../../src/base/systemClock.ts';
import type { Clock } from '../../src/base/clock.ts';
import { MarketPublisher, type MarketPublisherOptions } from '../../src/feed/marketPublisher.ts';
import { streamFeed, type StreamFeed, type StreamFeedOptions } from '../../src/feed/streamFeed.ts';
import type { LateRow } from '../../src/gateway/marketFeed.ts';
import { type Book, createBook, showLevels } from '../../src/model/book.ts';
import type { EventBody } from '../../src/model/event.ts';
import type { Pair } from '../../src/model/pair.ts';
import { type FeedServer, type FeedSetting, resolveFeed } from '../../src/settings/feedServer.ts';
import { PAIR } from '../recording/worlds.ts';
import { copyBook } from '../model/copyBook.ts';

export const VENUE = 'venue.test';

type Env = Readonly<Record<string, string>>;

export function serverAt(url: string, setting: FeedSetting, env: Env = {}): FeedServer {
  const server = resolveFeed(url, setting, env, '/');
  if (server === undefined || typeof server === 'string') throw new Error(`${url}: ${server}`);
  return server;
}

/** A book of one level a side whose best bid has so many lots. */
export function bookWith(lots: number, receivedAt: number, pair: Pair = PAIR): Book {
  const book = createBook(pair.symbol, pair.grid, 2);
  for (const [side, ticks] of [
    [book.bids, 6_123_450],
    [book.asks, 6_123_460],
  ] as const) {
    side.ticks[0] = ticks;
    side.lots[0] = lots;
    showLevels(side, 0, 1);
  }
  return Object.assign(book, { receivedAt, exchangeAt: receivedAt - 20, depth: 2 });
}

export interface TestPublisher {
  readonly publisher: MarketPublisher;
  readonly troubles: string[];
  /** Publishes a book of now. */
  book(lots: number, receivedAt?: number): void;
}

export function publisherTo(
  url: string,
  more: Partial<MarketPublisherOptions> & { readonly pairs?: readonly Pair[]; readonly depth?: number; readonly env?: Env } = {},
): TestPublisher {
  const { pairs = [PAIR], depth = 2, env, ...options } = more;
  const troubles: string[] = [];
  const publisher = new MarketPublisher({
    server: serverAt(url, 'record.publish', env),
    clock: systemClock,
    venue: VENUE,
    limits: { keepMs: 3_600_000, mostBytes: 64 * 1024 * 1024 },
    onTrouble: (message) => troubles.push(message),
    ...options,
  });
  publisher.begin(pairs.map((pair) => ({ pair, everyMs: 100, depth })));
  return {
    publisher,
    troubles,
    book: (lots, receivedAt = systemClock.now()) => publisher.market({ type: 'book', book: bookWith(lots, receivedAt) }),
  };
}

export interface TestReader {
  readonly feed: StreamFeed;
  readonly events: EventBody[];
  readonly late: LateRow[];
  readonly troubles: string[];
  /** The lots of all books so far, those that came late included, in order. */
  lots(): number[];
  end(): void;
}

export function readerOf(
  url: string,
  { env, ...more }: Partial<StreamFeedOptions> & { readonly clock?: Clock; readonly env?: Env } = {},
): TestReader {
  const events: EventBody[] = [];
  const late: LateRow[] = [];
  const lots: number[] = [];
  const troubles: string[] = [];
  const feed = streamFeed({
    server: serverAt(url, 'venue.feed', env),
    clock: systemClock,
    venue: VENUE,
    pairs: [PAIR],
    depth: 2,
    lateAfterMs: 60_000,
    onTrouble: (message) => troubles.push(message),
    ...more,
  });
  feed.late$.subscribe((row) => {
    if (row.type === 'book') lots.push(row.book.bids.bestLots);
    late.push(row.type === 'book' ? { ...row, book: copyBook(row.book) } : row);
  });
  const subscription = feed.events$.subscribe((event) => {
    if (event.type === 'book') lots.push(event.book.bids.bestLots);
    events.push(event.type === 'book' ? { ...event, book: copyBook(event.book) } : event);
  });
  return { feed, events, late, troubles, lots: () => lots, end: () => subscription.unsubscribe() };
}
