import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { listRecordings } from '../../src/recording/listRecordings.ts';
import { openMarketWriter } from '../../src/recording/marketWriter.ts';
import { openMarket } from '../../src/recording/openMarket.ts';
import { verifyRecordings } from '../../src/recording/verifyRecordings.ts';
import { DAY, giver, type Kept, keptOf, PAIR, records, temporaryFolder, writerOptions } from './worlds.ts';

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

async function record(dir: string, history: readonly Kept[], chunks = {}): Promise<void> {
  const writer = await openMarketWriter(dir, [PAIR], writerOptions({ chunks }));
  const give = giver();
  for (const [i, one] of history.entries()) {
    give(writer, one);
    if (i % 7 === 3) await writer.flushed();
  }
  await writer.close();
}

test('what was recorded is read back, digit by digit, wherever chunks and keyframes fall', { tags: 'long' }, async () => {
  let run = 0;
  await fc.assert(
    fc.asyncProperty(
      records(),
      fc.integer({ min: 1, max: 400 }),
      fc.integer({ min: 1, max: 9 }),
      async (history, mostBytes, keyframeBooks) => {
        const dir = `${folder.path}/${run++}`;
        await record(dir, history, { mostBytes, keyframeBooks });
        if (history.length === 0) return;
        expect(keptOf(openMarket(dir, 'BTC/EUR'))).toEqual(history);
        const verified = verifyRecordings(dir);
        expect(verified.files.flatMap(({ damage }) => damage)).toEqual([]);
        expect(verified.files[0]!.end).toBe('stopped');
        const books = history.filter(({ type }) => type === 'book').length;
        expect(listRecordings(dir)[0]).toMatchObject({ symbol: 'BTC/EUR', snapshots: books, from: history[0]!.at, to: history.at(-1)!.at });
      },
    ),
    { numRuns: 150 },
  );
});

test('a part of a recording is what lies in its range, and the books in it are whole', async () => {
  let run = 0;
  const range = fc.tuple(fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: 0, max: 20_000 }));
  await fc.assert(
    fc.asyncProperty(records(), range, async (history, [a, b]) => {
      if (history.length === 0) return;
      const dir = `${folder.path}/${run++}`;
      await record(dir, history, { mostBytes: 120, keyframeBooks: 4 });
      const [from, to] = [DAY + Math.min(a, b), DAY + Math.max(a, b) + 1];
      const expected = history.filter(({ at }) => at >= from && at < to);
      expect(keptOf(openMarket(dir, 'BTC/EUR', { from, to }))).toEqual(expected);
    }),
    { numRuns: 150 },
  );
});

test('asking for the time of the next record moves nothing and shows nothing of it', { tags: 'long' }, async () => {
  let run = 0;
  await fc.assert(
    fc.asyncProperty(records(), async (history) => {
      if (history.length === 0) return;
      const dir = `${folder.path}/${run++}`;
      await record(dir, history, { mostBytes: 60, keyframeBooks: 3 });
      const [peeked, plain] = [openMarket(dir, 'BTC/EUR'), openMarket(dir, 'BTC/EUR')];
      const show = (cursor: typeof plain): unknown => [
        cursor.at,
        cursor.gap,
        cursor.statistics,
        [...cursor.book.bids.ticks],
        cursor.book.bids.length,
      ];
      for (const one of history) {
        expect(peeked.nextAt).toBe(one.at);
        if (one !== history[0]) expect(show(peeked)).toEqual(show(plain));
        expect(peeked.next()).toBe(plain.next());
      }
      expect(peeked.nextAt).toBe(Infinity);
      expect(peeked.next()).toBe(0);
    }),
    { numRuns: 60 },
  );
});
