import type { Decimal } from '../../base/decimal.ts';
import type { Side } from '../../model/grid.ts';
import type { RunFill } from '../runRecord.ts';

/** How many seconds after the fill the market is looked at. 0 means the last book before the fill. */
export const SLIPPAGE_SECONDS = [0, 1, 10, 60] as const;
export type SlippageSeconds = (typeof SLIPPAGE_SECONDS)[number];

/** There is a mean for each of `SLIPPAGE_SECONDS`, for all fills, for buys and for sells. */
const MEANS = SLIPPAGE_SECONDS.length * 3;

/**
 * The cost of fills against the mid some seconds later, in basis points of that mid. Above zero the fill's price was worse than
 * the mid, below zero better.
 */
export class Slippage {
  readonly #weighted = new Float64Array(MEANS);
  readonly #weights = new Float64Array(MEANS);
  #buys = 0;
  #sells = 0;

  /** `weight` says how much the fill counts. */
  add({ fill, mid, midAfter }: RunFill, weight: number): void {
    const own = fill.price.toNumber();
    const sign = fill.side === 'Buy' ? 1 : -1;
    if (fill.side === 'Buy') this.#buys++;
    else this.#sells++;
    for (let place = 0; place < SLIPPAGE_SECONDS.length; place++) {
      const then = priceOf(place === 0 ? mid : midAfter[place - 1]);
      const bps = ((sign * (own - then)) / then) * 10_000;
      // The mid is unknown across a gap and at the end of the run.
      if (Number.isNaN(bps)) continue;
      this.#count(meanAt(place, undefined), bps, weight);
      this.#count(meanAt(place, fill.side), bps, weight);
    }
  }

  /** How many fills were added, whether their mids are known or not. */
  count(side?: Side): number {
    return side === undefined ? this.#buys + this.#sells : side === 'Buy' ? this.#buys : this.#sells;
  }

  /** The weighted mean over the fills whose mid is known. NaN when there is none. */
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
