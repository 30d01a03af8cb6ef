import type { BacktestListener, BacktestOptions } from '../backtest/backtestOptions.ts';
import { BacktestPass, type PassResult } from '../backtest/backtestPass.ts';
import { enginePass } from '../backtest/enginePass.ts';
import type { BandMarkets, PassBand } from '../backtest/passBand.ts';
import type { Band } from '../runRecord.ts';
import { LaneBand } from './laneBand.ts';
import { LeaveLane } from './leaveLane.ts';
import { SoleMarket } from './soleMarket.ts';

/** A pass, and why it had to be made by the engine. */
export interface FastPass {
  readonly pass: PassResult<PassBand> | undefined;
  readonly left: string | undefined;
}

/**
 * A pass in the fast lane, and by the engine where the lane is left: the result is the same either way (`decisions` aside, which
 * the lane does not hash). Undefined when nothing is recorded in the range.
 */
export function fastPass(options: BacktestOptions, bands: readonly Band[], listener: BacktestListener = {}): FastPass {
  try {
    return { pass: lanePass(options, (markets) => bands.map((band) => new LaneBand(band, options, markets)), listener), left: undefined };
  } catch (error) {
    // What a strategy throws is told by the engine, which goes on without it.
    const left = error instanceof LeaveLane ? error.message : 'the strategy threw';
    return { pass: enginePass(options, bands, listener).run(), left };
  }
}

/** A pass of lanes alone. They may belong to different settings: many sets of parameters in one pass over the data. */
export function lanePass<B extends PassBand>(
  options: BacktestOptions,
  bandsOf: (markets: BandMarkets) => readonly B[],
  listener: BacktestListener = {},
): PassResult<B> | undefined {
  const [market, another] = options.markets;
  if (market === undefined || another !== undefined) throw new LeaveLane('more than one symbol');
  const walk = new SoleMarket(market.open(), options.range);
  try {
    return new BacktestPass(options, bandsOf, listener, walk).run();
  } finally {
    // The pass closes it as well, unless a band can't even be made.
    walk.close();
  }
}
