import type { Book } from '../model/book.ts';
import { BUY } from '../model/side.ts';
import { type FillModel, looksAhead } from './fillModel.ts';
import type { Foresight } from './foresight.ts';
import type { SlotOrder } from './slotOrder.ts';

/** The running mean of the mid: each look has this weight. */
const MID_SHARE = 1 / 8;

/**
 * Where the price stands by the last look, where it came from, and where it went. By where it went the outer bands judge what nobody
 * can know, and in draws some takers know it. In ticks; not a number where a side is empty, or nothing is known yet.
 */
export class Outlook {
  mid = NaN;
  /** Where it went, or the mid itself where nobody knows. */
  later = NaN;
  /** The distance of the two sides in the look before. */
  spread = NaN;
  readonly #between: FillModel['between'];
  readonly #makerFee: number = 0;
  readonly #foresight: Foresight | undefined;
  /** The mids and the distance of the sides in the last looks that showed both. */
  #last = NaN;
  #before = NaN;
  #mean = NaN;
  #lastSpread = NaN;

  /** Without foresight the price is taken to stay where the last look has it. */
  constructor(model: Pick<FillModel, 'between' | 'informed'>, makerFee: number, foresight?: Foresight) {
    this.#between = model.between;
    this.#makerFee = makerFee;
    this.#foresight = looksAhead(model) ? foresight : undefined;
  }

  onLook({ bids, asks, receivedAt }: Book): void {
    const later = this.#foresight === undefined ? NaN : this.#foresight.midAfter(receivedAt);
    if (bids.length === 0 || asks.length === 0) {
      this.mid = NaN;
      this.later = later;
      return;
    }
    const mid = (bids.bestTicks + asks.bestTicks) / 2;
    const mean = this.#mean;
    this.mid = mid;
    this.later = Number.isNaN(later) ? mid : later;
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

  /** How far the mid goes from here. */
  get goes(): number {
    return this.later - this.mid;
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
    const gain = (this.later - ticks) * (side === BUY ? 1 : -1) - ticks * this.#makerFee;
    return gain > 0 === (between === 'better') ? 1 : 0;
  }
}
