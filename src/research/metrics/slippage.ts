import type { Decimal } from '../../base/decimal.ts';
import type { Side } from '../../model/grid.ts';
import type { RunFill } from '../runRecord.ts';

/** Seconds after the fill at which the market is looked at; 0 is the last book before it. */
export const SLIPPAGE_SECONDS = [0, 1, 10, 60] as const;
export type SlippageSeconds = (typeof SLIPPAGE_SECONDS)[number];

/** Each of `SLIPPAGE_SECONDS` for all fills, for buys, for sells. */
const MEANS = SLIPPAGE_SECONDS.length * 3;

/**
 * What fills cost against the mid so many seconds after them, in basis points of that mid: above zero the price was worse than the
 * mid, below zero it was better.
 */
export class Slippage {
  readonly #weighted = new Float64Array(MEANS);
  readonly #weights = new Float64Array(MEANS);
  #buys = 0;
  #sells = 0;

  /** `weight`: how much the fill counts. */
  add({ fill, mid, midAfter }: RunFill, weight: number): void {
    const own = fill.price.toNumber();
    const sign = fill.side === 'Buy' ? 1 : -1;
    if (fill.side === 'Buy') this.#buys++;
    else this.#sells++;
    for (let place = 0; place < SLIPPAGE_SECONDS.length; place++) {
      const then = priceOf(place === 0 ? mid : midAfter[place - 1]);
      const bps = ((sign * (own - then)) / then) * 10_000;
      // Across a gap and at the end of the run the mid is not known.
      if (Number.isNaN(bps)) continue;
      this.#count(meanAt(place, undefined), bps, weight);
      this.#count(meanAt(place, fill.side), bps, weight);
    }
  }

  /** Fills that were added, known mid or not. */
  count(side?: Side): number {
    return side === undefined ? this.#buys + this.#sells : side === 'Buy' ? this.#buys : this.#sells;
  }

  /** The mean over the fills whose mid is known, each with its weight; NaN when there is none. */
  mean(seconds: SlippageSeconds, side?: Side): number {
    const at = meanAt(SLIPPAGE_SECONDS.indexOf(seconds), side);
    return this.#weighted[at]! / this.#weights[at]!;
  }

  #count(at: number, bps: number, weight: number): void {
    this.#weighted[at]! += bps * weight;
    this.#weights[at]! += weight;
  }
}

function meanAt(place: number, side: Side | undefined): number {
  return place * 3 + (side === undefined ? 0 : side === 'Buy' ? 1 : 2);
}

function priceOf(mid: Decimal | undefined): number {
  const price = mid?.toNumber() ?? NaN;
  return Number.isFinite(price) && price > 0 ? price : NaN;
}
