import { drawnModel } from '../../exchange/drawnModel.ts';
import { BacktestBand, type BandWishes } from './backtestBand.ts';
import type { BacktestOptions } from './backtestOptions.ts';
import type { BandMarkets } from './bandMarkets.ts';

/** The fitted band so many times, each with another draw of what nobody can know. The same draws for all strategies and parameters. */
export function drawnBands(
  options: BacktestOptions,
  draws: number,
  markets: BandMarkets,
  wishes: Pick<BandWishes, 'keepsFills'> = {},
): BacktestBand[] {
  const { fitted } = options.models;
  return Array.from({ length: draws }, (_, n) => {
    return new BacktestBand('fitted', options, markets, { ...wishes, decisions: false, model: drawnModel(fitted, n + 1) });
  });
}
