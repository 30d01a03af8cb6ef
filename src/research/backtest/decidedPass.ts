import type { BacktestBand } from './backtestBand.ts';
import type { PassResult } from './backtestPass.ts';

/** What a band decided. */
export type BandDecisions = Pick<BacktestBand, 'band' | 'decisions' | 'firstDecisions'>;

/** What checks compare of a pass. */
export type DecidedPass = Pick<PassResult, 'from' | 'to' | 'snapshots'> & { readonly bands: readonly BandDecisions[] };

/** Without the engines, which remember ten megabytes each. */
export function decidedPass({ from, to, snapshots, bands }: PassResult): DecidedPass {
  return { from, to, snapshots, bands: bands.map(({ band, decisions, firstDecisions }) => ({ band, decisions, firstDecisions })) };
}
