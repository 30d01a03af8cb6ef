import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { systemClock } from '../../src/base/systemClock.ts';
import { TroubleNotes } from '../../src/daemon/troubleNotes.ts';
import { openNats } from '../../src/feed/openNats.ts';
import { keptBook, PAIR, pairOf } from '../recording/worlds.ts';
import { until } from '../until.ts';
import { natsMissing, NatsServer } from './natsServer.ts';
import { bookWith, publisherTo, readerOf, serverAt, type TestPublisher, type TestReader, VENUE } from './streamPair.ts';

let nats: NatsServer;
const publishers: TestPublisher[] = [];
const readers: TestReader[] = [];

beforeEach(async ({ skip }) => {
  const missing = natsMissing();
  if (missing !== undefined) skip(`NOT TESTED: ${missing}`);
  nats = await new NatsServer().start();
});
afterEach(async () => {
  for (const { end } of readers.splice(0)) end();
  await Promise.all(publishers.splice(0).map(({ publisher }) => publisher.close()));
  await nats?.remove();
});

function publishes(more: Parameters<typeof publisherTo>[1] = {}): TestPublisher {
  const one = publisherTo(nats.url(), more);
  publishers.push(one);
  return one;
}

function reads(more: Parameters<typeof readerOf>[1] = {}): TestReader {
  const one = readerOf(nats.url(), more);
  readers.push(one);
  return one;
}

const isPublishing = (one: TestPublisher): Promise<unknown> => until(() => one.publisher.status().state === 'publishing');
const isReading = (one: TestReader): Promise<unknown> => until(() => one.feed.status().state === 'reading');
const numbersTo = (count: number): number[] => Array.from({ length: count }, (_, i) => i + 1);

describe('a market from a stream', () => {
  it('has the books, statistics and warnings that were published, as they were', async () => {
    const from = publishes();
    await isPublishing(from);
    const to = reads();
    await isReading(to);
    const book = bookWith(7, systemClock.now());
    const row = {
      symbol: 'BTC/EUR',
      lastPrice: dec('61234.5'),
      lowestAsk: undefined,
      highestBid: dec('61234.50'),
      baseVolume: dec('12.5'),
      quoteVolume: dec('0'),
      priceChangePercent: dec('-1.25'),
      highestPrice: undefined,
      lowestPrice: dec('1'),
    };
    from.publisher.market({ type: 'book', book });
    from.publisher.market({ type: 'statistics', rows: [row, { ...row, symbol: 'ETH/EUR', lastPrice: undefined }] });
    from.publisher.market({ type: 'market-warning', symbol: 'BTC/EUR', kind: 'crossed', detail: 'bid 2 at ask 1' });
    from.publisher.market({ type: 'market-warning', symbol: 'XRP/EUR', kind: 'crossed', detail: 'of no pair that is recorded' });
    await until(() => to.events.length === 3);
    const [first, second, third] = to.events as [{ book: typeof book }, { rows: unknown }, unknown];
    expect(keptBook(first.book)).toEqual(keptBook(book));
    expect([first.book.receivedAt, first.book.symbol, first.book.grid]).toEqual([book.receivedAt, 'BTC/EUR', PAIR.grid]);
    expect(JSON.stringify(second.rows)).toEqual(JSON.stringify([row, { ...row, symbol: 'ETH/EUR', lastPrice: undefined }]));
    expect(third).toEqual({ type: 'market-warning', symbol: 'BTC/EUR', kind: 'crossed', detail: 'bid 2 at ask 1' });
    expect(to.feed.status()).toMatchObject({ state: 'reading', rows: 3, late: 0, missing: 0, reconnects: 0, trouble: undefined });
    expect(from.publisher.status()).toMatchObject({ rows: 3, dropped: 0, queued: 0, trouble: undefined });
  });

  it('begins with the newest book alone, and takes an old one for nothing to trade on', async () => {
    const from = publishes();
    await isPublishing(from);
    for (const lots of [1, 2, 3]) from.book(lots);
    await until(() => from.publisher.status().queued === 0);
    const to = reads();
    await until(() => to.lots().length > 0);
    from.book(4, systemClock.now());
    await until(() => to.lots().includes(4));
    expect(to.lots()).toEqual([3, 4]);
    const later = reads({ clock: { ...systemClock, now: () => systemClock.now() + 7000 }, lateAfterMs: 5000 });
    await until(() => later.late.length > 0);
    expect([later.lots(), later.events.filter(({ type }) => type === 'book')]).toEqual([[4], []]);
    expect(later.feed.status()).toMatchObject({ late: 1, rows: 1 });
  });

  it('goes on after a cut without a hole, in order, each book once', async () => {
    const from = publishes();
    await isPublishing(from);
    const notes = new TroubleNotes(systemClock, { write() {} });
    const to = reads({ onTrouble: notes.tell.bind(notes) });
    await isReading(to);
    let lots = 0;
    const some = (): void => numbersTo(100).forEach(() => from.book(++lots));
    for (let cut = 1; cut <= 3; cut++) {
      some();
      // Some of these are under way when the server dies.
      await until(() => to.lots().length > lots - 50);
      some();
      await nats.kill();
      some();
      await nats.start();
      await until(() => to.feed.status().reconnects === cut && from.publisher.status().reconnects === cut);
      await Promise.all([isPublishing(from), isReading(to)]);
    }
    some();
    await until(() => to.lots().length >= lots && from.publisher.status().queued === 0);
    expect(to.lots()).toEqual(numbersTo(lots));
    expect(to.feed.status()).toMatchObject({ missing: 0, reconnects: 3 });
    expect(from.publisher.status()).toMatchObject({ rows: lots, dropped: 0, reconnects: 3 });
    expect(from.troubles.at(-1)).toBe(`the market is published again at ${nats.url()}`);
    expect(notes.last).toEqual([]);
  });

  it('bears a server that stands still for longer than it is waited for', async () => {
    const from = publishes();
    await isPublishing(from);
    const to = reads();
    await isReading(to);
    from.book(1);
    await until(() => to.lots().length === 1);
    nats.pause();
    for (const lots of [2, 3, 4]) from.book(lots);
    await until(() => from.publisher.status().state === 'waiting' && to.feed.status().state === 'waiting');
    from.book(5);
    nats.resume();
    await until(() => to.lots().length >= 5);
    expect(to.lots()).toEqual([1, 2, 3, 4, 5]);
    expect(to.feed.status().missing).toBe(0);
    // What it stored late were our own messages.
    expect(from.troubles.filter((trouble) => trouble.includes('somebody else'))).toEqual([]);
  });

  it('has no hole and none twice when a publisher that had to wait takes over, and when the former one comes back', async () => {
    const [a, b] = [publishes(), publishes()];
    await until(() => a.troubles.length + b.troubles.length > 0);
    const [first, second] = a.troubles.length === 0 ? [a, b] : [b, a];
    const to = reads();
    await isReading(to);
    first.book(1);
    for (let lots = 1; lots <= 1542; lots++) second.book(lots);
    await until(() => second.troubles.length > 0 && second.publisher.status().queued === 0);
    await first.publisher.close();
    await isPublishing(second);
    second.book(2);
    const third = publishes();
    await until(() => third.troubles.length > 0);
    for (let lots = 1; lots <= 7; lots++) third.book(lots);
    await until(() => third.publisher.status().queued === 0);
    await second.publisher.close();
    await isPublishing(third);
    third.book(3);
    await until(() => to.lots().length === 3);
    expect(to.lots()).toEqual([1, 2, 3]);
    expect(to.feed.status().missing).toBe(0);
  });

  it('passes over what somebody else has written on the subject of hellos, and says what it is', async () => {
    const from = publishes();
    await isPublishing(from);
    const to = reads();
    await isReading(to);
    from.book(1);
    await until(() => to.lots().length === 1);
    const other = await openNats(serverAt(nats.url(), 'record.publish'), 'test');
    await other.jetstream.publish('sluice.hello', 'garbage');
    await until(() => to.troubles.length > 0);
    expect(to.troubles[0]).toMatch(
      /^a message on sluice\.hello of the stream \S+ \(venue\.feed\) is none that a sluice has written, and is passed over: .* is not JSON: garbage; let nothing else write there$/,
    );
    // A second publisher still knows who publishes, and one that begins again is not kept out.
    const second = publishes();
    await until(() => second.troubles.length > 0);
    expect(second.troubles[0]).toMatch(/is published by process \d+ of /);
    from.book(2);
    await until(() => to.lots().length === 2);
    await until(() => to.feed.status().trouble === undefined);
    expect(to.lots()).toEqual([1, 2]);
    await other.close();
  });

  it('goes on with a server that has lost all that it had', async () => {
    const from = publishes();
    await isPublishing(from);
    const to = reads();
    await isReading(to);
    for (const lots of [1, 2, 3]) from.book(lots);
    await until(() => to.lots().length === 3);
    await nats.forget();
    from.book(4);
    await nats.start();
    from.book(5);
    await until(() => to.lots().includes(5));
    expect(to.lots()).toEqual([1, 2, 3, 4, 5]);
  });

  it('marks what could not wait any longer as a gap, and counts it', async () => {
    const from = publishes({ mostQueuedBytes: 4000 });
    await isPublishing(from);
    const to = reads();
    await isReading(to);
    from.book(1);
    await until(() => to.lots().length === 1);
    await nats.kill();
    for (let lots = 2; lots <= 200; lots++) from.book(lots);
    const { dropped } = from.publisher.status();
    await nats.start();
    await isPublishing(from);
    await until(() => from.publisher.status().queued === 0);
    from.book(201);
    await until(() => to.lots().includes(201));
    expect(dropped).toBeGreaterThan(100);
    expect(to.lots()).toEqual([...numbersTo(200 - dropped), 201]);
    expect(to.feed.status()).toMatchObject({ missing: dropped });
    expect(from.troubles.join('\n')).toContain('new rows are not published, and a gap will be');
  });

  it('is stale when nothing comes, with the server there or not, and well again with the next book', async () => {
    const from = publishes();
    await isPublishing(from);
    const to = reads({ guard: { staleAfterMs: 1500 } });
    await isReading(to);
    from.book(1);
    const kinds = (): string[] => to.events.flatMap((event) => (event.type === 'market-warning' ? [event.kind] : []));
    await until(() => kinds().length === 1);
    from.book(2);
    await until(() => kinds().length === 2);
    await nats.kill();
    await until(() => kinds().length === 3);
    await nats.start();
    from.book(3);
    await until(() => to.lots().includes(3));
    expect(kinds()).toEqual(['stale', 'recovered', 'stale', 'recovered']);
    expect(to.troubles.join('\n')).toContain('nothing of the market comes: ');
  });

  it('waits for a server, a stream and a publisher that are not there yet', async () => {
    await nats.kill();
    const to = reads();
    await until(() => to.troubles.length === 1);
    await nats.start();
    await until(() => to.troubles.length === 2);
    const from = publishes();
    await isPublishing(from);
    from.book(1);
    await until(() => to.lots().length === 1);
    expect(to.troubles).toEqual([
      expect.stringMatching(
        /^nothing of the market comes: the NATS at \S+ \(venue\.feed\) can't be used: nothing listens there; start one/,
      ),
      expect.stringMatching(
        /^nothing of the market comes: there is no stream sluice at \S+ \(venue\.feed\) yet; start the sluice whose record\.publish/,
      ),
      `the market comes from the stream ${nats.url()} again`,
    ]);
  });

  it('takes nothing of another venue, and says which symbols and levels it does not have', async () => {
    const other = publishes({ venue: 'other.test' });
    await isPublishing(other);
    const to = reads();
    await until(() => to.feed.status().state === 'refused');
    other.book(1);
    expect(to.troubles).toEqual([expect.stringContaining(`it has the market of other.test, and ours is that of ${VENUE}`)]);
    await other.publisher.close();
    const from = publishes();
    const wider = reads({ pairs: [PAIR, pairOf('ETH/EUR')], depth: 50 });
    await isPublishing(from);
    from.book(2);
    await until(() => to.lots().length === 1 && wider.lots().length === 1);
    expect([to.lots(), to.feed.status().state]).toEqual([[2], 'reading']);
    expect(wider.feed.status().trouble).toMatch(
      /published by process \d+ of \S+: BTC\/EUR has 2 levels a side, and poll\.depth asks for 50; ETH\/EUR is not among what it has; add to record\.symbols there$/,
    );
  });

  it('takes no book of another grid, or from a clock that is ahead', async () => {
    const from = publishes({ pairs: [pairOf('BTC/EUR', 1)] });
    await isPublishing(from);
    const to = reads();
    await until(() => to.feed.status().trouble?.includes('BTC/EUR has another grid there (precision 1, volume step 0.00001)') === true);
    from.book(1);
    await from.publisher.close();
    const ahead = publishes();
    await isPublishing(ahead);
    ahead.book(2, systemClock.now() + 30_000);
    await until(() => to.events.length > 0);
    expect(to.events).toEqual([
      {
        type: 'market-warning',
        symbol: 'BTC/EUR',
        kind: 'unreadable',
        detail: expect.stringMatching(/^the clock of its publisher is (?:29|30)\.?\d* ?s ahead/) as string,
      },
    ]);
  });
});
