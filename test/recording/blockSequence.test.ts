import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { BookBlock } from '../../src/recording/bookBlock.ts';
import { decodeBlock } from '../../src/recording/bookBlock.ts';
import { BlockSequence, decodeBlocks } from '../../src/recording/blockSequence.ts';
import { END, type MarketCursor } from '../../src/recording/marketCursor.ts';
import { openMarketWriter } from '../../src/recording/marketWriter.ts';
import { openMarket } from '../../src/recording/openMarket.ts';
import { DAY_MS } from '../../src/base/instant.ts';
import { DAY, giver, type Kept, keptOf, PAIR, records, temporaryFolder, writerOptions } from './worlds.ts';

let folder: ReturnType<typeof temporaryFolder>;
let run = 0;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

async function recorded(history: readonly Kept[]): Promise<MarketCursor> {
  const dir = `${folder.path}/${run++}`;
  const writer = await openMarketWriter(dir, [PAIR], writerOptions());
  const give = giver();
  for (const one of history) give(writer, one);
  await writer.close();
  return openMarket(dir, PAIR.symbol);
}

function blocksOf(cursor: MarketCursor, size: number): BookBlock[] {
  const blocks: BookBlock[] = [];
  for (let block = decodeBlock(cursor, size); block !== undefined; block = decodeBlock(cursor, size)) blocks.push(block);
  cursor.close();
  return blocks;
}

const histories = records().filter(({ length }) => length > 0);

test('a walk over blocks gives what the cursor gave, and knows what comes next across their seams', async () => {
  await fc.assert(
    fc.asyncProperty(histories, fc.integer({ min: 1, max: 12 }), async (history, size) => {
      const blocks = blocksOf(await recorded(history), size);
      expect(keptOf(new BlockSequence(blocks))).toEqual(history);
      const walk = new BlockSequence(blocks);
      for (const { at } of history) {
        expect(walk.nextAt).toBe(at);
        const { nextType } = walk;
        expect(walk.next()).toBe(nextType);
        expect(walk.at).toBe(at);
      }
      expect([walk.nextAt, walk.nextType, walk.next()]).toEqual([Infinity, END, END]);
    }),
    { numRuns: 40 },
  );
});

test('a walk that begins later passes over nothing of that time', async () => {
  await fc.assert(
    fc.asyncProperty(histories, fc.nat(), async (history, place) => {
      const { at: from } = history[place % history.length]!;
      const blocks = blocksOf(await recorded(history), 3);
      const isIn = ({ at }: Kept): boolean => at >= from;
      expect(keptOf(new BlockSequence(blocks, from)).filter(isIn)).toEqual(history.filter(isIn));
    }),
    { numRuns: 40 },
  );
});

test('statistics and gaps of an earlier block are the last ones still, and a closed walk is at its end', async () => {
  const history = fc.sample(histories, { seed: 5, numRuns: 20 }).find((all) => new Set(all.map(({ type }) => type)).size === 3)!;
  const walk = new BlockSequence(blocksOf(await recorded(history), 1));
  let statistics: unknown;
  let gap: unknown;
  for (const record of history) {
    walk.next();
    if (record.type === 'statistics') statistics = record.row;
    if (record.type === 'gap') gap = record.gap;
    expect([walk.statistics, walk.gap]).toEqual([statistics, gap]);
  }
  const closed = new BlockSequence(blocksOf(await recorded(history), 2));
  closed.close();
  expect(closed.next()).toBe(END);
});

test('what takes too much memory is not kept', async () => {
  const history = fc.sample(histories, { seed: 7, numRuns: 1 })[0]!;
  expect(decodeBlocks(await recorded(history), 0)).toBeUndefined();
  const blocks = decodeBlocks(await recorded(history), 2 ** 20)!;
  expect(keptOf(new BlockSequence(blocks))).toEqual(history);
});

test('a walk from a time on goes by the rules of the pair at that time, as one over the files does', async () => {
  const days = [PAIR, { ...PAIR, minVolume: PAIR.minVolume.times(2) }].entries();
  for (const [n, pair] of days) {
    const writer = await openMarketWriter(folder.path, [pair], writerOptions());
    const give = giver(pair);
    for (let i = 0; i < 3; i++) {
      const at = DAY + n * DAY_MS + i * 1000;
      give(writer, { type: 'book', at, exchangeAt: at, depth: 5, bids: [[6_000_000 + i, 5]], asks: [[6_000_100, 5]] });
    }
    await writer.close();
  }
  const blocks = decodeBlocks(openMarket(folder.path, PAIR.symbol), Infinity)!;
  for (const from of [DAY, DAY + 1000, DAY + DAY_MS, DAY + DAY_MS + 1000]) {
    const { minVolume } = openMarket(folder.path, PAIR.symbol, { from }).pair;
    expect(new BlockSequence(blocks, from).pair.minVolume.toFixed()).toBe(minVolume.toFixed());
  }
  expect(keptOf(new BlockSequence(blocks))).toEqual(keptOf(openMarket(folder.path, PAIR.symbol)));
});
