import { type Random, seededRandom } from '../base/random.ts';
import type { Book, BookSide } from '../model/book.ts';
import type { VenueState } from './venueState.ts';

/** The depth near the touch is measured at every so many looks. It is a running mean, in which each measurement has this weight. */
const MEASURED_EVERY = 8;
const NEAR_SHARE = 1 / 4;
/** The distance from the best price within which lots count, as a share of the mid. The best level always counts. */
const NEAR = 0.001;
/** Traded volume that has filled nobody counts for this long. */
const BUDGET_MS = 60_000;
/** The largest sweep, as a quantile: one in a thousand would be larger. */
const LARGEST_DRAW = 0.999;
/** The next look settles a sweep; after this long it is settled without one, by the last look. */
const HELD_MS = 1500;

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
  /** Decides which side the next sweep meets: a uniform draw from 0 to 1. */
  chance = 0.5;
  /** The size of the next sweep, in an array of one. */
  readonly lots = new Float64Array(1);
  readonly #venue: VenueState;
  readonly #volume = Float64Array.of(NaN, 0, 0, 0);
  readonly #meanSize: number = 0;
  readonly #random: Random;
  #looks = 0;

  constructor(venue: VenueState, meanSize: number, seed: number | string) {
    this.#venue = venue;
    this.#meanSize = meanSize;
    this.#random = seededRandom(`taker-flow:${seed}`);
  }

  onLook({ bids, asks }: Book): void {
    const venue = this.#venue;
    if (venue.nearLots > 0 && ++this.#looks % MEASURED_EVERY !== 0) return;
    if (bids.length === 0 || asks.length === 0) return;
    const reach = ((bids.bestTicks + asks.bestTicks) / 2) * NEAR;
    const near = (lotsWithin(bids, reach) + lotsWithin(asks, reach)) / 2;
    if (venue.nearLots > 0) venue.nearLots += (near - venue.nearLots) * NEAR_SHARE;
    else {
      venue.nearLots = near;
      this.skip();
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
    this.lots[0] = Math.max(1, Math.round(share * this.#meanSize * this.#venue.nearLots));
    this.chance = this.#random.next();
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
    const flows = volume[LOTS_PER_MS]! > 0 && this.#venue.nearLots > 0;
    this.#venue.sweepAt = flows ? volume[ACCRUED_AT]! + Math.max(0, Math.ceil(volume[LEFT]! / volume[LOTS_PER_MS]!)) : Infinity;
    this.#venue.releaseAt = this.#venue.sweepAt + HELD_MS;
  }
}

/** The lots on a side up to so many ticks from its best price. The side has a level. */
function lotsWithin({ ticks, lots, start, length, bestTicks }: BookSide, reach: number): number {
  // The first lots are a float: a sum that starts with an integer makes such a loop several times slower in Node 26.
  let sum = lots[start]!;
  for (let i = start + 1; i < start + length && Math.abs(ticks[i]! - bestTicks) <= reach; i++) sum += lots[i]!;
  return sum;
}
