import type { Observable, Subscription } from 'rxjs';
import { afterEach, describe, expect, it } from 'vitest';
import { seededRandom } from '../../src/base/random.ts';
import type { CancelTimer } from '../../src/base/clock.ts';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import type { MarketDataClient } from '../../src/gateway/marketDataClient.ts';
import { marketFeed, type MarketFeed, type MarketFeedOptions } from '../../src/gateway/marketFeed.ts';
import type { EventBody, MarketWarning } from '../../src/model/event.ts';
import { bodyAt, type ClientSettings, clientOf, pairOf, pass, TinyVenue } from './tinyVenue.ts';
import { copyBook } from '../model/copyBook.ts';

/** Virtual time that knows how many timers are set. */
class CountingClock extends VirtualClock {
  readonly pending = new Set<object>();

  override setTimer(delayMs: number, callback: () => void): CancelTimer {
    const timer = {};
    this.pending.add(timer);
    const cancel = super.setTimer(delayMs, () => {
      this.pending.delete(timer);
      callback();
    });
    return () => {
      this.pending.delete(timer);
      cancel();
    };
  }
}

interface Setup {
  readonly clock: CountingClock;
  readonly venue: TinyVenue;
  readonly feed: MarketFeed;
  readonly flights: { now: number; most: number };
}

function setup(symbols: readonly string[], options: Partial<MarketFeedOptions> & ClientSettings = {}): Setup {
  const clock = new CountingClock(1_763_630_000_000);
  const venue = new TinyVenue(clock);
  const { client, flights } = clientOf(venue, clock, options);
  const feed = marketFeed({
    client,
    pairs: symbols.map(pairOf),
    every: { bookMs: 1000, statisticsMs: 10_000 },
    depth: 50,
    clock,
    random: seededRandom(7),
    ...options,
  });
  return { clock, venue, feed, flights };
}

const subscriptions: Subscription[] = [];
afterEach(() => {
  for (const subscription of subscriptions.splice(0)) subscription.unsubscribe();
});

function collect(feed: MarketFeed): EventBody[] {
  const events: EventBody[] = [];
  subscriptions.push(
    feed.events$.subscribe((event) => events.push(event.type === 'book' ? { ...event, book: copyBook(event.book) } : event)),
  );
  return events;
}

const warningsOf = (events: readonly EventBody[]): MarketWarning[] => events.filter((event) => event.type === 'market-warning');

const gapsOf = (times: readonly number[]): number[] => times.slice(1).map((at, i) => at - times[i]!);

describe('the market feed', () => {
  it('polls each symbol and the statistics at their pace', async () => {
    const { clock, venue, feed } = setup(['BTC/EUR', 'ETH/EUR']);
    const events = collect(feed);
    await pass(clock, 10_500);
    expect(gapsOf(venue.timesOf('ETH/EUR'))).toEqual(new Array(10).fill(1000));
    expect(gapsOf(venue.timesOf('BTC/EUR'))).toEqual([500, ...new Array<number>(10).fill(1000)]);
    expect(venue.timesOf('*')).toEqual([0, 10_000]);
    expect(venue.seen[1]).toMatchObject({ symbol: 'BTC/EUR', depth: '50' });
    expect(events.filter((event) => event.type === 'book')).toHaveLength(23);
    expect(events.filter((event) => event.type === 'statistics')).toHaveLength(2);
    expect(warningsOf(events)).toEqual([]);
  });

  it('stamps a book with its poll: sequence, time of receipt and depth', async () => {
    const { clock, feed } = setup(['BTC/EUR'], { depth: 20, latencyMs: 30 });
    const events = collect(feed);
    await pass(clock, 1500);
    const books = events.filter((event) => event.type === 'book').map((event) => event.book);
    expect(books.map(({ sequence, receivedAt, depth }) => ({ sequence, receivedAt, depth }))).toEqual([
      { sequence: 1, receivedAt: 1_763_630_000_030, depth: 20 },
      { sequence: 2, receivedAt: 1_763_630_001_030, depth: 20 },
    ]);
    expect(books[0]).toMatchObject({ symbol: 'BTC/EUR', bids: { length: 1 }, asks: { length: 1 } });
  });

  it('leaves a book whole while three more are handed out', async () => {
    const { clock, venue, feed } = setup(['BTC/EUR']);
    let price = 100;
    venue.answer = (symbol) => new Response(symbol === '*' ? '[]' : bodyAt(clock.now(), String(price), String(price + 1)));
    const books: { ticks: number; live: () => number }[] = [];
    subscriptions.push(
      feed.book$('BTC/EUR').subscribe((book) => books.push({ ticks: book.bids.ticks[0]!, live: () => book.bids.ticks[0]! })),
    );
    for (; price < 104; price++) await pass(clock, price === 100 ? 500 : 1000);
    expect(books.map(({ ticks }) => ticks)).toEqual([10_000, 10_100, 10_200, 10_300]);
    expect(books.map(({ live }) => live())).toEqual([10_000, 10_100, 10_200, 10_300]);
  });

  it('never has two polls of one symbol under way, however slow the venue', async () => {
    const { clock, venue, feed, flights } = setup(['BTC/EUR'], { latencyMs: 2500 });
    subscriptions.push(feed.book$('BTC/EUR').subscribe());
    await pass(clock, 11_000);
    expect(flights.most).toBe(1);
    expect(gapsOf(venue.timesOf('BTC/EUR'))).toEqual([2500, 2500, 2500]);
  });

  it('serves any number of listeners with one poll', async () => {
    const { clock, venue, feed } = setup(['BTC/EUR']);
    const seen = [0, 0, 0, 0];
    const listeners: Observable<unknown>[] = [feed.book$('BTC/EUR'), feed.events$, feed.book$('BTC/EUR'), feed.events$];
    for (const [i, stream] of listeners.entries()) subscriptions.push(stream.subscribe(() => seen[i]!++));
    await pass(clock, 4500);
    expect(venue.timesOf('BTC/EUR')).toHaveLength(5);
    // Those of `events$` see the statistics too.
    expect(seen).toEqual([5, 6, 5, 6]);
  });

  it.each([0, 400])('leaves no timer and no request when the last listener goes (latency %i ms)', async (latencyMs) => {
    const { clock, venue, feed, flights } = setup(['A/EUR', 'B/EUR', 'C/EUR', 'D/EUR', 'E/EUR', 'F/EUR'], { latencyMs });
    const listeners = [feed.events$.subscribe(), feed.book$('B/EUR').subscribe()];
    await pass(clock, 2100);
    listeners[0]!.unsubscribe();
    expect(feed.usage().inFlight).toBeLessThanOrEqual(1);
    const before = venue.timesOf('A/EUR').length;
    await pass(clock, 3000);
    expect(venue.timesOf('A/EUR')).toHaveLength(before);
    listeners[1]!.unsubscribe();
    await pass(clock, 0);
    expect(feed.usage()).toMatchObject({ inFlight: 0, waiting: 0 });
    expect(flights.now).toBe(0);
    expect(clock.pending.size).toBe(0);
    const total = venue.seen.length;
    await pass(clock, 60_000);
    expect(venue.seen).toHaveLength(total);
  });

  it('starts anew after a pause, without complaining about the pause', async () => {
    const { clock, feed } = setup(['BTC/EUR']);
    feed.events$.subscribe().unsubscribe();
    await pass(clock, 120_000);
    const events = collect(feed);
    await pass(clock, 500);
    expect(events.map((event) => event.type)).toEqual(['statistics', 'book']);
  });

  it('backs off on failures, with jitter and up to 30 s, reports them once, and recovers', { tags: 'long' }, async () => {
    const { clock, venue, feed } = setup(['BTC/EUR', 'ETH/EUR']);
    let down = true;
    venue.answer = (symbol) => {
      if (symbol === 'BTC/EUR' && down) return new Response('<html>502</html>', { status: 502 });
      return new Response(symbol === '*' ? '[]' : bodyAt(clock.now()));
    };
    const events = collect(feed);
    await pass(clock, 300_000);
    const gaps = gapsOf(venue.timesOf('BTC/EUR'));
    for (const [i, gap] of gaps.entries()) {
      const longest = Math.min(30_000, 1000 * 2 ** (i + 1));
      expect(gap).toBeGreaterThanOrEqual(longest / 2);
      expect(gap).toBeLessThanOrEqual(longest + 1);
    }
    expect(new Set(gaps.slice(-5)).size).toBeGreaterThan(1);
    expect(venue.timesOf('ETH/EUR').length).toBeGreaterThan(295);
    expect(warningsOf(events).map(({ symbol, kind }) => `${symbol} ${kind}`)).toEqual(['BTC/EUR poll-failed', 'BTC/EUR stale']);
    expect(feed.usage().counters.troubles['poll-failed']).toBe(gaps.length + 1);

    down = false;
    await pass(clock, 31_000);
    expect(warningsOf(events).slice(2)).toMatchObject([{ symbol: 'BTC/EUR', kind: 'recovered' }]);
    const after = gapsOf(venue.timesOf('BTC/EUR')).at(-1);
    expect(after).toBe(1000);
  });

  it('reports what it can not read, and hands nothing of it on', async () => {
    const { clock, venue, feed } = setup(['BTC/EUR'], { every: { bookMs: 1000, statisticsMs: 1000 } });
    venue.answer = (symbol) => new Response(symbol === '*' ? '{"a":1}' : bodyAt(clock.now(), '99.995'));
    const events = collect(feed);
    await pass(clock, 5000);
    expect(events.every((event) => event.type === 'market-warning')).toBe(true);
    expect(warningsOf(events)).toMatchObject([
      { symbol: '*', kind: 'unreadable', detail: 'expected a list of statistics' },
      { symbol: 'BTC/EUR', kind: 'unreadable', detail: 'off-grid: bids[0] price 99.995 is not a multiple of 0.01' },
    ]);
    expect(feed.usage().counters.troubles.unreadable).toBeGreaterThan(2);
  });

  it('notices a market that falls silent while its poll hangs', async () => {
    const { clock, feed } = setup(['BTC/EUR'], { latencyMs: 9500, guard: { staleAfterMs: 3000 } });
    const events = collect(feed);
    await pass(clock, 9000);
    expect(events).toMatchObject([{ type: 'market-warning', symbol: 'BTC/EUR', kind: 'stale', detail: 'no good book for 4.0 s' }]);
  });

  it('lets three polls be missed before a market that is seldom polled counts as silent', async () => {
    const { clock, venue, feed } = setup(['BTC/EUR'], { every: { bookMs: 15_000, statisticsMs: 60_000 } });
    const events = collect(feed);
    await pass(clock, 300_000);
    expect(venue.timesOf('BTC/EUR').length).toBeGreaterThan(18);
    expect(warningsOf(events)).toEqual([]);
    venue.answer = () => new Response('<html>502</html>', { status: 502 });
    await pass(clock, 44_000);
    expect(warningsOf(events).map(({ kind }) => kind)).not.toContain('stale');
    await pass(clock, 16_000);
    expect(warningsOf(events).map(({ kind }) => kind)).toContain('stale');
  });

  it('goes over to wide ticks when a price needs them', async () => {
    const { clock, venue, feed } = setup(['BTC/IDR']);
    venue.answer = (symbol) => new Response(symbol === '*' ? '[]' : bodyAt(clock.now(), '1000000000.01', '1000000000.02'));
    const events = collect(feed);
    await pass(clock, 1500);
    const book = events.findLast((event) => event.type === 'book')?.book;
    expect(book?.bids.ticks[0]).toBe(100_000_000_001);
    expect(warningsOf(events)).toEqual([]);
  });

  it('refuses a symbol that it does not poll, and a depth that the venue does not give (000 Limits)', () => {
    const { feed } = setup(['BTC/EUR']);
    expect(() => feed.book$('DOGE/EUR')).toThrow(expect.objectContaining({ code: 'not-found' }));
    expect(() => setup(['BTC/EUR'], { depth: 251 })).toThrow('depth must be 1 to 250, not 251');
  });

  it('takes the real client as it is', () => {
    const clock = new VirtualClock(0);
    const client: MarketDataClient = clientOf(new TinyVenue(clock), clock).client;
    expect(
      marketFeed({ client, pairs: [], every: { bookMs: 1, statisticsMs: 1 }, depth: 1, clock, random: seededRandom(1) }).usage(),
    ).toMatchObject({ turns: 0 });
  });
});

describe('many symbols on a small budget', () => {
  const symbols = Array.from({ length: 200 }, (_, i) => `C${i}/EUR`);

  it('has fewer polls under way when the venue says that it is too much', async () => {
    const { clock, venue, feed } = setup(['A/EUR', 'B/EUR', 'C/EUR', 'D/EUR']);
    const before = feed.usage().window;
    venue.answer = () => new Response('', { status: 429, headers: { 'retry-after': '1' } });
    collect(feed);
    await pass(clock, 3000);
    expect(feed.usage().window).toBeLessThan(before);
  });

  it('get their turn equally, and the queue of the rate limiter stays short', { tags: 'long' }, async () => {
    const clock = new CountingClock(1_763_630_000_000);
    const venue = new TinyVenue(clock);
    const { client } = clientOf(venue, clock, { perSecond: 50, burst: 10, latencyMs: 40 });
    const feed = marketFeed({
      client,
      pairs: symbols.map(pairOf),
      every: { bookMs: 1000, statisticsMs: 10_000 },
      depth: 5,
      clock,
      random: seededRandom(7),
      guard: { staleAfterMs: 60_000 },
    });
    subscriptions.push(feed.events$.subscribe());
    let longest = 0;
    for (let second = 0; second < 60; second++) {
      await pass(clock, 1000);
      longest = Math.max(longest, client.limiter.usage().waiting.book);
    }
    const counts = symbols.map((symbol) => venue.timesOf(symbol).length);
    // 50 a second for 60 seconds are 15 turns each.
    expect(Math.min(...counts)).toBeGreaterThanOrEqual(14);
    expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
    expect(venue.seen.length).toBeGreaterThan(2900);
    expect(longest).toBeLessThanOrEqual(12);
    expect(venue.timesOf('*').length).toBeGreaterThanOrEqual(5);
  });

  it('are not held up by one that is broken', { tags: 'long' }, async () => {
    const { clock, venue, feed } = setup(symbols.slice(0, 20), { perSecond: 20, burst: 5, latencyMs: 20 });
    venue.answer = (symbol) => new Response(symbol === 'C3/EUR' ? 'nonsense' : symbol === '*' ? '[]' : bodyAt(clock.now()));
    collect(feed);
    await pass(clock, 30_000);
    expect(venue.timesOf('C3/EUR').length).toBeLessThan(8);
    for (const symbol of ['C0/EUR', 'C4/EUR', 'C19/EUR']) expect(venue.timesOf(symbol).length).toBeGreaterThan(26);
  });
});
