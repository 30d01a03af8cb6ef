import { seededRandom, type Random } from '../../../src/base/random.ts';
import { BlockSequence } from '../../../src/recording/blockSequence.ts';
import { type BookBlock, decodeBlock } from '../../../src/recording/bookBlock.ts';
import type { BacktestMarket, BacktestOptions } from '../../../src/research/backtest/backtestOptions.ts';
import { optionsOf } from '../backtest/fixtures.ts';
import { recordedMarket } from '../backtest/recordedMarket.ts';
import { isDrawn, ofAnySize } from './draw.ts';
import { type DrawnMarket, drawnMarket } from './drawnMarket.ts';
import { drawnEngine, drawnOptions } from './drawnOptions.ts';
import { drawnStrategy, type Sights } from './drawnStrategy.ts';

/** A backtest that was drawn from a seed. */
interface DrawnBacktest {
  readonly market: DrawnMarket;
  readonly options: BacktestOptions;
  /** The same with the market in memory, as a sweep keeps it, or unchanged. */
  readonly inMemory: BacktestOptions;
  readonly sights: Sights;
}

export function drawnBacktest(seed: number): DrawnBacktest {
  const random = seededRandom(`drawn:${seed}`);
  const market = drawnMarket(random);
  const sights: Sights = [];
  const { pair, isWide } = market.scale;
  const recorded = recordedMarket(pair, market.rows, market.beginsAt, isWide);
  const engine = drawnEngine(random, drawnStrategy(random, market.scale, sights), market);
  const options = optionsOf(engine, [recorded], drawnOptions(random, market));
  const inMemory = { ...options, markets: [isDrawn(random, 0.2) ? recorded : inBlocks(random, recorded, options.range?.from, market)] };
  return { market, options, inMemory, sights };
}

/** The decoded market, in blocks of a drawn size. Where times never go back, blocks that end before the range are skipped. */
function inBlocks(random: Random, market: BacktestMarket, from: number | undefined, { books, goesBack }: DrawnMarket): BacktestMarket {
  const cursor = market.open();
  const size = isDrawn(random, 0.5) ? books : ofAnySize(random, 5, books);
  const blocks: BookBlock[] = [];
  for (let block = decodeBlock(cursor, size); block !== undefined; block = decodeBlock(cursor, size)) blocks.push(block);
  const passesOver = !goesBack && isDrawn(random, 0.5);
  return { ...market, open: () => new BlockSequence(blocks, passesOver ? from : undefined) };
}
