import type { Settings } from '../../settings/loadSettings.ts';

type Drawn = { readonly backtest: Pick<Settings['backtest'], 'draws'> } & {
  readonly sweep?: Pick<NonNullable<Settings['sweep']>, 'band' | 'draws'> | undefined;
};

/**
 * How often a sweep draws each run anew. What is not set for sweeps is as for backtests, so that the best is chosen by what a backtest
 * of it will be sure of; the bands that are bounds can't be drawn.
 */
export function sweepDraws({ sweep, backtest }: Drawn): number {
  if (sweep?.draws !== undefined) return sweep.draws;
  return sweep?.band === 'fitted' ? backtest.draws : 0;
}
