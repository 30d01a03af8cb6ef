import type { Decimal } from '../base/decimal.ts';
import { bigLotsOf, type Rounding } from '../model/grid.ts';
import type { Pair } from '../model/pair.ts';

interface LotBounds {
  readonly least: number;
  readonly most: number;
}

const lotBounds = new WeakMap<Pair, LotBounds>();

/** The least and the most volume of the pair in whole lots. */
export function lotBoundsOf(pair: Pair): LotBounds {
  let bounds = lotBounds.get(pair);
  if (bounds === undefined) {
    bounds = {
      least: countedLots(pair, pair.minVolume, 'up'),
      most: countedLots(pair, pair.maxVolume, 'down'),
    };
    lotBounds.set(pair, bounds);
  }
  return bounds;
}

/** No order has as many lots as can't be counted, whatever a venue allows or wants. */
function countedLots({ grid }: Pair, volume: Decimal, rounding: Rounding): number {
  return Math.min(Number(bigLotsOf(grid, volume, rounding)), Number.MAX_SAFE_INTEGER);
}
