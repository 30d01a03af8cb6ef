import { bigLotsOf, lotsOf } from '../model/grid.ts';
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
      least: lotsOf(pair.grid, pair.minVolume, 'up'),
      most: Math.min(Number(bigLotsOf(pair.grid, pair.maxVolume, 'down')), Number.MAX_SAFE_INTEGER),
    };
    lotBounds.set(pair, bounds);
  }
  return bounds;
}
