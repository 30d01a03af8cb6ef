import type { Decimal } from '../../base/decimal.ts';
import type { Side } from '../../model/grid.ts';
import type { RunFill } from '../runRecord.ts';

/** Seconds after the fill at which the market is looked at; 0 is the last book before it. */
export const SLIPPAGE_SECONDS = [0, 1, 10, 60] as const;
export type SlippageSeconds = (typeof SLIPPAGE_SECONDS)[number];

/** A fill as far as its slippage needs it. */
export interface SlippageSample {
  readonly side: Side;
  /** How much it counts. */
  readonly weight: number;
  /** One for each of `SLIPPAGE_SECONDS`; NaN across a gap and at the end of the run. */
  readonly bps: readonly number[];
}

/**
 * What each fill cost against the mid so many seconds after it, in basis points of that mid: above zero the price was worse than
 * the mid, below zero it was better.
 */
export function slippageSamples(fills: readonly RunFill[], weightOf: (fill: RunFill) => number): SlippageSample[] {
  return fills.map((each) => {
    const { side, price } = each.fill;
    const own = price.toNumber();
    const sign = side === 'Buy' ? 1 : -1;
    const bps = [each.mid, ...each.midAfter].map((mid) => ((sign * (own - priceOf(mid))) / priceOf(mid)) * 10_000);
    return { side, weight: weightOf(each), bps };
  });
}

/** The mean over the samples whose mid is known, each with its weight; NaN when there is none. */
export function meanSlippage(samples: readonly SlippageSample[], seconds: SlippageSeconds, side?: Side): number {
  const place = SLIPPAGE_SECONDS.indexOf(seconds);
  let weighted = 0.0;
  let weight = 0.0;
  for (const sample of samples) {
    const bps = sample.bps[place]!;
    if ((side !== undefined && sample.side !== side) || Number.isNaN(bps)) continue;
    weighted += bps * sample.weight;
    weight += sample.weight;
  }
  return weighted / weight;
}

function priceOf(mid: Decimal | undefined): number {
  const price = mid?.toNumber() ?? NaN;
  return Number.isFinite(price) && price > 0 ? price : NaN;
}
