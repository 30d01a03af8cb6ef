import { type Random, seededRandom } from '../base/random.ts';
import type { BookSide } from '../model/book.ts';
import type { VenueState } from './venueState.ts';

/** The usual size of the best level is a running mean: what each look counts for. */
const TOUCH_SHARE = 1 / 32;
/** Volume that was traded and has filled nobody counts for so long. */
const BUDGET_MS = 60_000;
/** The largest sweep, in means: 1 in a thousand would be larger. */
const LARGEST_DRAW = 0.999;

/** Places in `#volume`. The first is not a number while nobody knows what is traded. */
const LOTS_PER_MS = 0;
const ACCRUED_AT = 1;
/** Of the next sweep, what has not been traded yet. */
const LEFT = 2;
const BUDGET = 3;

/**
 * A tape for markets that publish none: the volume that the statistics tell of, dealt out as sweeps in time. What is swept in
 * all is what was traded in all; sizes are drawn from a distribution with a heavy tail (Lomax, exponent 2), seeded, so that
 * each run over the same recording meets the same sweeps, whatever it does. `sweepAt` is when the next one comes.
 */
export class TakerFlow {
  /** The orders that the next sweep meets: 0 bids, 1 asks. */
  side = 0;
  /** The size of the next sweep, in one cell. */
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

  /** So much is traded from `now` on, as far as statistics can tell. With 0 there are no sweeps, and nothing is left to be spent. */
  setRate(lotsPerMs: number): void {
    this.#accrue(this.#venue.now);
    this.#volume[LOTS_PER_MS] = lotsPerMs;
    this.#schedule();
  }

  /** What may have been traded until `now` is not dealt out: nobody has looked. */
  skip(): void {
    this.#volume[ACCRUED_AT] = this.#venue.now;
    this.#schedule();
  }

  /** The next sweep has been dealt with. */
  next(): void {
    this.#accrue(this.#venue.sweepAt);
    const share = 1 / Math.sqrt(1 - Math.min(LARGEST_DRAW, this.#random.next())) - 1;
    this.lots[0] = Math.max(1, Math.round(share * this.#meanTouches * this.#venue.touchLots));
    this.side = this.#random.next() < 0.5 ? 0 : 1;
    this.#volume[LEFT]! += this.lots[0];
    this.#schedule();
  }

  /** Takes up to so many whole lots out of what was traded by `now` and has filled nobody; all of them while no volume is known. */
  spend(lots: number): number {
    const volume = this.#volume;
    if (Number.isNaN(volume[LOTS_PER_MS]!)) return lots;
    this.#accrue(this.#venue.now);
    const spent = Math.min(lots, Math.floor(volume[BUDGET]!));
    volume[BUDGET]! -= spent;
    return spent;
  }

  /** So many lots of what is traded could be seen: they are not dealt out again. */
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
