import { type Band, BANDS } from '../runRecord.ts';
import { BacktestBand } from './backtestBand.ts';
import type { BacktestListener, BacktestOptions } from './backtestOptions.ts';
import { BacktestPass } from './backtestPass.ts';

/** A pass with the engine itself in each band. */
export function enginePass(
  options: BacktestOptions,
  bands: readonly Band[] = BANDS,
  listener: BacktestListener = {},
): BacktestPass<BacktestBand> {
  return new BacktestPass(options, (markets) => bands.map((band) => new BacktestBand(band, options, markets, listener)), listener);
}
