import { type Decimal, ONE } from '../../base/decimal.ts';
import { type Grid, type Side, ticksOf } from '../../model/grid.ts';

/**
 * The worst price of an order that takes what was seen in a book, in ticks: what was seen may move by the drift, and the rate, after
 * the fee, may not become worse than the least one. 0 when no price is as good as that.
 */
export function collarTicks(
  grid: Grid,
  side: Side,
  seen: Decimal,
  { drift, takerFee, leastRate }: { readonly drift: Decimal; readonly takerFee: Decimal; readonly leastRate: Decimal | undefined },
): number {
  const kept = ONE.minus(takerFee);
  if (side === 'Buy') {
    const moved = ticksOf(grid, seen.times(ONE.plus(drift)), 'down');
    return leastRate === undefined ? moved : Math.min(moved, ticksOf(grid, kept.div(leastRate), 'down'));
  }
  const moved = Math.max(1, ticksOf(grid, seen.times(ONE.minus(drift)), 'up'));
  return leastRate === undefined ? moved : Math.max(moved, ticksOf(grid, leastRate.div(kept), 'up'));
}
