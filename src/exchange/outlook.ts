import type { Book } from '../model/book.ts';
import type { FillModel } from './fillModel.ts';
import type { SlotOrder } from './slotOrder.ts';

/** The running mean of the mid: each look has this weight. */
const MID_SHARE = 1 / 8;

/**
 * Where the price stands by the last look, and where it goes. A price that has come further from its mean of the last looks than
 * the sides are apart is in a trend, and is taken to go as far again. The outer bands judge by it what nobody can
 * know. In ticks; not a number where a side is empty, or nothing is known yet.
 */
export class Outlook {
  mid = NaN;
  /** The distance of the two sides in the look before. */
  spread = NaN;
  readonly #between: FillModel['between'];
  readonly #makerFee: number = 0;
  /** The mids and the distance of the sides in the last looks that showed both. */
  #last = NaN;
  #before = NaN;
  #mean = NaN;
  #lastSpread = NaN;

  constructor({ between }: Pick<FillModel, 'between'>, makerFee: number) {
    this.#between = between;
    this.#makerFee = makerFee;
  }

  onLook({ bids, asks }: Book): void {
    if (bids.length === 0 || asks.length === 0) {
      this.mid = NaN;
      return;
    }
    const mid = (bids.bestTicks + asks.bestTicks) / 2;
    const mean = this.#mean;
    this.mid = mid;
    this.#before = this.#last;
    this.#last = mid;
    this.#mean = Number.isNaN(mean) ? mid : mean + (mid - mean) * MID_SHARE;
    this.spread = this.#lastSpread;
    this.#lastSpread = asks.bestTicks - bids.bestTicks;
  }

  /** How far the mid came since the look before. */
  get moved(): number {
    return this.mid - this.#before;
  }

  /** How far the mid has come from its mean of the last looks. */
  get trend(): number {
    return this.mid - this.#mean;
  }

  /**
   * The share of what may have met an order that is taken for true. By chance it is the one given; the pessimistic model takes all
   * of it where the fill loses, the optimistic one where it gains, after the fee.
   */
  shareOf({ side, ticks }: Pick<SlotOrder, 'side' | 'ticks'>, byChance: number): number {
    const between = this.#between;
    if (between === 'chance') return byChance;
    const gain = (this.#expected() - ticks) * (side === 0 ? 1 : -1) - ticks * this.#makerFee;
    return gain > 0 === (between === 'better') ? 1 : 0;
  }

  /** Where the price goes, in a trend as far again as it is beyond the distance of the sides. */
  #expected(): number {
    const { mid, trend } = this;
    const beyond = Math.abs(trend) - this.#lastSpread;
    return beyond > 0 ? mid + (trend > 0 ? beyond : -beyond) : mid;
  }
}
