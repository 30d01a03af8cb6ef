import type { FillModel } from '../../src/exchange/fillModel.ts';
import type { Foresight } from '../../src/exchange/foresight.ts';
import type { NaiveOrder } from './naiveShown.ts';

/** A look at both sides; the mid is unknown where one of them is empty. */
interface NaiveLookAtMid {
  readonly mid: number | undefined;
  readonly spread: number;
}

/** The rules of `Outlook`, from all looks so far. */
export class NaiveOutlook {
  readonly #between: FillModel['between'];
  readonly #makerFee: number;
  readonly #foresight: Foresight;
  readonly #looks: NaiveLookAtMid[] = [];
  #later = NaN;

  constructor({ between }: FillModel, makerFee: number, foresight: Foresight) {
    this.#between = between;
    this.#makerFee = makerFee;
    this.#foresight = foresight;
  }

  look(at: number, bid: number | undefined, ask: number | undefined): void {
    this.#later = this.#foresight.midAfter(at);
    const isKnown = bid !== undefined && ask !== undefined;
    this.#looks.push(isKnown ? { mid: (bid + ask) / 2, spread: ask - bid } : { mid: undefined, spread: NaN });
  }

  /** Where the price went, as far as anybody knows. */
  get later(): number | undefined {
    return Number.isNaN(this.#later) ? this.#looks.at(-1)?.mid : this.#later;
  }

  /** By how many spreads takers see the price go: its last move, and its distance from the mean of the last looks. */
  went({ leanSpreads, trendLean }: FillModel): number {
    const known = this.#known;
    const [before, last] = [known.at(-2), known.at(-1)];
    if (before === undefined || last === undefined || this.#looks.at(-1)?.mid === undefined) return 0;
    return ((last.mid - before.mid) / leanSpreads + this.#trend * trendLean) / before.spread;
  }

  /** By how many spreads of the look before the price goes from here. */
  get goes(): number {
    const [before, mid] = [this.#known.at(-2), this.#looks.at(-1)?.mid];
    return before === undefined || mid === undefined ? 0 : (this.later! - mid) / before.spread;
  }

  /** How much of a fill that may have been counts: so much by chance, in the outer bands all or nothing. */
  share({ side, ticks }: NaiveOrder, byChance: number): number {
    if (this.#between === 'chance') return byChance;
    const price = this.later;
    if (price === undefined) return this.#between === 'worse' ? 1 : 0;
    const gain = (side === 0 ? price - ticks : ticks - price) - ticks * this.#makerFee;
    return gain > 0 === (this.#between === 'better') ? 1 : 0;
  }

  get #known(): { mid: number; spread: number }[] {
    return this.#looks.flatMap(({ mid, spread }) => (mid === undefined ? [] : [{ mid, spread }]));
  }

  /** How far the mid is from its running mean, of which each look is an eighth. */
  get #trend(): number {
    const mids = this.#known.map(({ mid }) => mid);
    return (mids.at(-1) ?? NaN) - mids.reduce((mean, mid) => mean + (mid - mean) / 8, mids[0] ?? NaN);
  }
}
