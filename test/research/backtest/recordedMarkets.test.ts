import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { recordedMarkets } from '../../../src/research/backtest/recordedMarkets.ts';
import { contentHash, dataHash } from '../../../src/recording/dataHash.ts';
import { openMarketWriter } from '../../../src/recording/marketWriter.ts';
import { DAY, giver, type Kept, PAIR, temporaryFolder, writerOptions } from '../../recording/worlds.ts';

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

const bookAt = (at: number): Kept => ({
  type: 'book',
  at,
  exchangeAt: at,
  depth: 5,
  bids: [[6_000_000 + (at % 7), 5]],
  asks: [[6_000_100, 5]],
});

describe('recordedMarkets', () => {
  it('gives on each walk what its hash was made of, while more is being recorded', async () => {
    const writer = await openMarketWriter(folder.path, [PAIR], writerOptions());
    const give = giver(PAIR);
    for (let i = 0; i < 20; i++) give(writer, bookAt(DAY + i * 1000));
    await writer.flushed();
    const [market] = recordedMarkets(folder.path, [PAIR.symbol], {});
    expect(market!.hash).toBe(dataHash(folder.path, PAIR.symbol));
    for (let i = 20; i < 30; i++) give(writer, bookAt(DAY + i * 1000));
    await writer.flushed();
    expect(dataHash(folder.path, PAIR.symbol)).not.toBe(market!.hash);
    expect(contentHash(market!.open())).toBe(market!.hash);
    await writer.close();
  });
});
