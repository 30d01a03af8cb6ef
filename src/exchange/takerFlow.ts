import { type Random, seededRandom } from '../base/random.ts';
import type { BookSide } from '../model/book.ts';
import type { VenueState } from './venueState.ts';

/** The usual size of the best level is a running mean, in which each look has this weight. */
const TOUCH_SHARE = 1 / 32;
/** Traded volume that has filled nobody counts for this long. */
const BUDGET_MS = 60_000;
/** The largest sweep, as a quantile: one in a thousand would be larger. */
const LARGEST_DRAW = 0.999;

/** The places in `#volume`. The first is NaN while nobody knows how much is traded. */
const LOTS_PER_MS = 0;
const ACCRUED_AT = 1;
/** The part of the next sweep that has not been traded yet. */
const LEFT = 2;
const BUDGET = 3;

/**
 * Trades for markets that publish none: the volume in the statistics, distributed over time as sweeps. In total, as much is swept
 * as was traded. Sizes are drawn from a distribution with a heavy tail (Lomax, exponent 2) with a seed, so that each run over the
 * same recording meets the same sweeps, whatever it does. `sweepAt` is the time of the next one.
 */
export class TakerFlow {
  /** The side of the orders that the next sweep meets: 0 for bids, 1 for asks. */
  side = 0;
  /** The size of the next sweep, in an array of one. */
  readonly lots = new Float64Array(1);
  readonly #venue: VenueState;
  readonly #volume = Float64Array.of(NaN, 0, 0, 0);
  readonly #meanTouches: number = 0;
  readonly #random: Random;

  constructor(venue: VenueState, meanTouches: number, seed: number | string) {
    this.#venue = venue;
    this.#meanTouches = meanTouches;
    this.#random = seededRandom(`taker-flow:${seed}`);
  }

  onLook(bids: BookSide, asks: BookSide): void {
    if (bids.length === 0 || asks.length === 0) return;
    const venue = this.#venue;
    const touch = (bids.bestLots + asks.bestLots) / 2;
    if (venue.touchLots > 0) venue.touchLots += (touch - venue.touchLots) * TOUCH_SHARE;
    else {
      venue.touchLots = touch;
      this.#schedule();
    }
  }

  /** From `now` on, this much is traded, as far as statistics can tell. With 0 there are no sweeps and nothing can be spent. */
  setRate(lotsPerMs: number): void {
    this.#accrue(this.#venue.now);
    this.#volume[LOTS_PER_MS] = lotsPerMs;
    this.#schedule();
  }

  /** What may have been traded until `now` is not distributed, since nobody has looked. */
  skip(): void {
    this.#volume[ACCRUED_AT] = this.#venue.now;
    this.#schedule();
  }

  /** The next sweep is done. */
  next(): void {
    this.#accrue(this.#venue.sweepAt);
    const share = 1 / Math.sqrt(1 - Math.min(LARGEST_DRAW, this.#random.next())) - 1;
    this.lots[0] = Math.max(1, Math.round(share * this.#meanTouches * this.#venue.touchLots));
    this.side = this.#random.next() < 0.5 ? 0 : 1;
    this.#volume[LEFT]! += this.lots[0];
    this.#schedule();
  }

  /**
   * Takes up to this many whole lots of the volume that was traded by `now` and has filled nobody. Without a known volume, it
   * takes all of them.
   */
  spend(lots: number): number {
    const volume = this.#volume;
    if (Number.isNaN(volume[LOTS_PER_MS]!)) return lots;
    this.#accrue(this.#venue.now);
    const spent = Math.min(lots, Math.floor(volume[BUDGET]!));
    volume[BUDGET]! -= spent;
    return spent;
  }

  /** This many traded lots were visible, so they are not distributed again. */
  explain(lots: number): void {
    if (Number.isNaN(this.#volume[LOTS_PER_MS]!)) return;
    this.#volume[LEFT]! += lots;
    this.#schedule();
  }

  #accrue(at: number): void {
    const volume = this.#volume;
    if (at <= volume[ACCRUED_AT]!) return;
    if (Number.isNaN(volume[LOTS_PER_MS]!)) {
      volume[ACCRUED_AT] = at;
      return;
    }
    const traded = volume[LOTS_PER_MS]! * (at - volume[ACCRUED_AT]!);
    volume[LEFT]! -= traded;
    volume[BUDGET] = Math.min(volume[BUDGET]! + traded, volume[LOTS_PER_MS]! * BUDGET_MS);
    volume[ACCRUED_AT] = at;
  }

  #schedule(): void {
    const volume = this.#volume;
    const flows = volume[LOTS_PER_MS]! > 0 && this.#venue.touchLots > 0;
    this.#venue.sweepAt = flows ? volume[ACCRUED_AT]! + Math.max(0, Math.ceil(volume[LEFT]! / volume[LOTS_PER_MS]!)) : Infinity;
  }
}
