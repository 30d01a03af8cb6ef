import type { Decimal } from '../../base/decimal.ts';
import type { Side } from '../../model/grid.ts';
import type { RunFill } from '../runRecord.ts';

/** Seconds after the fill at which the market is looked at; 0 is the last book before it. */
export const SLIPPAGE_SECONDS = [0, 1, 10, 60] as const;
export type SlippageSeconds = (typeof SLIPPAGE_SECONDS)[number];

/**
 * What the fill cost against the mid so many seconds after it, in basis points of that mid: above zero the price was worse
 * than the mid, below zero it was better. Undefined across a gap and at the end of the run.
 */
export function slippageBps({ fill, mid, midAfter }: RunFill, seconds: SlippageSeconds): number | undefined {
  const reference = { 0: mid, 1: midAfter[0], 10: midAfter[1], 60: midAfter[2] }[seconds];
  if (reference === undefined || !isPrice(reference)) return undefined;
  const worse = fill.side === 'Buy' ? fill.price.minus(reference) : reference.minus(fill.price);
  return worse.div(reference).times(10_000).toNumber();
}

/** The mean over fills, each counted by its value; NaN when none has a mid. */
export function meanSlippage(fills: readonly RunFill[], valueOf: (fill: RunFill) => number, seconds: SlippageSeconds, side?: Side): number {
  let weighted = 0.0;
  let weight = 0.0;
  for (const fill of fills) {
    if (side !== undefined && fill.fill.side !== side) continue;
    const bps = slippageBps(fill, seconds);
    if (bps === undefined) continue;
    const value = valueOf(fill);
    weighted += bps * value;
    weight += value;
  }
  return weighted / weight;
}

function isPrice(mid: Decimal): boolean {
  return mid.isFinite() && mid.gt(0);
}
