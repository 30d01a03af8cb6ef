import { BlockSequence, decodeBlocks } from '../../recording/blockSequence.ts';
import { type BookBlock, bytesOf } from '../../recording/bookBlock.ts';
import type { BacktestMarket, BacktestOptions } from '../backtest/backtestOptions.ts';
import { type PostedMarket, postedMarket, reloadedSetup, reopenedMarket, type SetupSource } from '../backtest/reloadedSetup.ts';
import type { TrialWorld } from './runTrials.ts';
import type { SweepPlan } from './sweepPlan.ts';
import { variedEngine } from './variedEngine.ts';

/** A recorded market that can be posted to a worker. */
export interface SharedMarket extends PostedMarket {
  /** In shared memory. Undefined when they would take too much of it; they are then read from disk in each pass. */
  readonly blocks: readonly BookBlock[] | undefined;
}

/** What a worker builds its `TrialWorld` from. */
export interface TrialWorldSource extends SetupSource {
  readonly markets: readonly SharedMarket[];
  readonly band: SweepPlan['band'];
  readonly objective: string;
  readonly draws: number;
}

/** Decoding the files into memory takes as long as this many passes over them. */
const PASSES_WORTH_DECODING = 5;

/** Decodes recordings into shared memory, if all of them fit together and each worker makes so many `passes` that it pays. */
export function sharedMarkets({ markets }: Pick<BacktestOptions, 'markets'>, mostBytes: number, passes: number): SharedMarket[] {
  let left = passes < PASSES_WORTH_DECODING ? 0 : mostBytes;
  return markets.map((market) => {
    const blocks = left > 0 ? decodeBlocks(market.open(), left) : undefined;
    left -= (blocks ?? []).reduce((sum, block) => sum + bytesOf(block), 0);
    return { ...postedMarket(market), blocks };
  });
}

export async function trialWorld(source: TrialWorldSource): Promise<TrialWorld> {
  const { band, objective, draws } = source;
  const markets = source.markets.map((market): BacktestMarket => {
    const { blocks } = market;
    const open: BacktestMarket['open'] = (from) =>
      blocks === undefined || blocks.length === 0 ? reopenedMarket(source, market, from) : new BlockSequence(blocks, from);
    return { ...market, open };
  });
  const { settings, options } = await reloadedSetup(source, markets);
  return { options, band, objective, draws, engineOf: variedEngine(options.engine, settings) };
}
