import { CONTENDERS, type ShadowContest } from '../shadow/shadowContest.ts';
import { BacktestBand } from './backtestBand.ts';
import type { BacktestOptions } from './backtestOptions.ts';
import type { BandMarkets } from './bandMarkets.ts';

/** For each contest the champion and the challenger, each alone, in the fitted band and with all of the account. */
export function contestBands(options: BacktestOptions, contests: readonly ShadowContest[], markets: BandMarkets): BacktestBand[] {
  const wishes = { decisions: false, keepsFills: false, isApart: true } as const;
  return contests.flatMap(({ engines }) =>
    CONTENDERS.map((who) => new BacktestBand('fitted', { ...options, engine: engines[who] }, markets, wishes)),
  );
}
