import type { BacktestBand } from './backtestBand.ts';
import type { PassResult } from './backtestPass.ts';
import type { DecisionLog } from './decisionLog.ts';

/** What a band decided. */
export type BandDecisions = Pick<BacktestBand, 'band' | 'firstDecisions'> & { readonly decisions: Pick<DecisionLog, 'count' | 'marks'> };

/** What checks compare of a pass: plain data, that another thread may have made. */
export type DecidedPass = Pick<PassResult, 'from' | 'to' | 'snapshots'> & { readonly bands: readonly BandDecisions[] };

/** Without the engines, which remember ten megabytes each. */
export function decidedPass({ from, to, snapshots, bands }: PassResult): DecidedPass {
  const decided = bands.flatMap(({ band, decisions, firstDecisions }): BandDecisions[] => {
    // Nobody compares the decisions of draws.
    if (decisions === undefined) return [];
    const { count, marks } = decisions;
    return [{ band, decisions: { count, marks }, firstDecisions }];
  });
  return { from, to, snapshots, bands: decided };
}
