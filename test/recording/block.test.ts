import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { BlockCursor } from '../../src/recording/blockCursor.ts';
import { BlockSequence, decodeBlocks } from '../../src/recording/blockSequence.ts';
import { type BookBlock, decodeBlock } from '../../src/recording/bookBlock.ts';
import { showBook } from '../../src/recording/bookRows.ts';
import { LOOK, PLACE } from '../../src/model/touchRows.ts';
import { contentHash, dataHash } from '../../src/recording/dataHash.ts';
import { openMarketWriter } from '../../src/recording/marketWriter.ts';
import { END, type MarketCursor } from '../../src/recording/marketCursor.ts';
import { openMarket } from '../../src/recording/openMarket.ts';
import { giver, type Kept, keptBook, keptOf, keptRecord, pairOf, records, temporaryFolder, writerOptions } from './worlds.ts';

let folder: ReturnType<typeof temporaryFolder>;
let run = 0;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

async function record(symbol: string, history: readonly Kept[], chunks = {}): Promise<string> {
  const dir = `${folder.path}/${run++}`;
  const pair = pairOf(symbol);
  const writer = await openMarketWriter(dir, [pair], writerOptions({ chunks }));
  const give = giver(pair);
  for (const one of history) give(writer, one.type === 'statistics' ? { ...one, row: { ...one.row, symbol } } : one);
  await writer.close();
  return dir;
}

function blocksOf(cursor: MarketCursor, size: number): BookBlock[] {
  const blocks: BookBlock[] = [];
  for (let block = decodeBlock(cursor, size); block !== undefined; block = decodeBlock(cursor, size)) blocks.push(block);
  return blocks;
}

test('blocks hold what the cursor gives, and can be posted to another thread', async () => {
  await fc.assert(
    fc.asyncProperty(records(), fc.integer({ min: 1, max: 12 }), async (history, size) => {
      if (history.length === 0) return;
      const dir = await record('BTC/EUR', history);
      const read: Kept[] = [];
      for (const block of blocksOf(openMarket(dir, 'BTC/EUR'), size)) {
        expect(block.snapshots).toBeLessThanOrEqual(size);
        expect(block.lots.buffer).toBeInstanceOf(SharedArrayBuffer);
        read.push(...keptOf(new BlockCursor(structuredClone(block))));
      }
      expect(read).toEqual(history);
    }),
    { numRuns: 60 },
  );
});

test('books that come next can be looked through as rows, and skipped', async () => {
  let histories = 0;
  let skipped = 0;
  await fc.assert(
    fc.asyncProperty(records(), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 5 }), async (history, size, most) => {
      if (history.length === 0) return;
      histories++;
      const dir = await record('BTC/EUR', history);
      const blocks = decodeBlocks(openMarket(dir, 'BTC/EUR'), Infinity)!;
      const cut = blocksOf(openMarket(dir, 'BTC/EUR'), size);
      for (const some of [blocks, cut]) {
        const cursor = new BlockSequence(some);
        const read: Kept[] = [];
        for (;;) {
          const { books, book, from, to } = cursor.rows;
          const end = Math.min(to, from + most);
          if (end > from) {
            for (let row = from; row < end; row++) {
              showBook(books, row, book);
              const look = row * LOOK.columns;
              const place = row * PLACE.columns;
              const { bids, asks } = book;
              expect([books.looks[look + LOOK.receivedAt], books.looks[look + LOOK.exchangeAt]]).toEqual([
                book.receivedAt,
                book.exchangeAt,
              ]);
              expect([books.looks[look + LOOK.bidLots], books.looks[look + LOOK.askLots]]).toEqual([bids.bestLots, asks.bestLots]);
              expect([books.places[place + PLACE.bidTicks], books.places[place + PLACE.askTicks]]).toEqual([
                bids.bestTicks,
                asks.bestTicks,
              ]);
              read.push({ type: 'book', at: book.receivedAt, ...keptBook(book) });
              skipped++;
            }
            cursor.skipTo(end);
            expect(cursor.at).toBe(book.receivedAt);
            expect(cursor.book).toBe(book);
          }
          const type = cursor.next();
          if (type === END) break;
          read.push(keptRecord(cursor, type));
        }
        expect(read).toEqual(history);
      }
    }),
    { numRuns: 60 },
  );
  expect(skipped / histories).toBeGreaterThan(2);
});

test('the time of the next record in a block is known before it is reached', async () => {
  const history = fc.sample(records(), { seed: 3, numRuns: 1 })[0]!;
  const block = decodeBlock(openMarket(await record('BTC/EUR', history), 'BTC/EUR'), 1000)!;
  const cursor = new BlockCursor(block);
  for (const { at } of history) {
    expect(cursor.nextAt).toBe(at);
    cursor.next();
    expect(cursor.at).toBe(at);
  }
  expect(cursor.nextAt).toBe(Infinity);
  expect(cursor.next()).toBe(END);
  const closed = new BlockCursor(block);
  closed.close();
  expect(closed.next()).toBe(END);
});

test('the hash of the data is of its content: not of its chunks, and different when a digit is', { tags: 'long' }, async () => {
  await fc.assert(
    fc.asyncProperty(records(), fc.nat(), async (history, pick) => {
      const books = history.flatMap((one, i) => (one.type === 'book' && one.bids.length > 0 ? [i] : []));
      if (books.length === 0) return;
      const whole = dataHash(await record('BTC/EUR', history), 'BTC/EUR');
      const other = await record('BTC/EUR', history, { mostBytes: 40, keyframeBooks: 2 });
      expect(dataHash(other, 'BTC/EUR')).toBe(whole);
      expect(contentHash(new BlockCursor(decodeBlock(openMarket(other, 'BTC/EUR'), 1000)!))).toBe(whole);
      const index = books[pick % books.length]!;
      const changed = history.map((one, i): Kept => {
        if (i !== index || one.type !== 'book') return one;
        const [[ticks, lots], ...rest] = one.bids as [readonly [number, number], ...(readonly [number, number])[]];
        return { ...one, bids: [[ticks, lots === 1 ? 2 : lots - 1], ...rest] };
      });
      expect(dataHash(await record('BTC/EUR', changed), 'BTC/EUR')).not.toBe(whole);
    }),
    { numRuns: 40 },
  );
});
