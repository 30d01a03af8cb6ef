import { type Random, seededRandom } from '../base/random.ts';
import type { BookSide } from '../model/book.ts';
import type { VenueTimes } from './venueTimes.ts';

/** The usual size of the best level is a running mean: what each look counts for. */
const TOUCH_SHARE = 1 / 32;
/** Volume that was traded and has filled nobody counts for so long. */
const BUDGET_MS = 60_000;
/** The largest sweep, in means: 1 in a thousand would be larger. */
const LARGEST_DRAW = 0.999;

/** Places in `#state`. */
const TOUCH = 0;
const LOTS_PER_MS = 1;
const ACCRUED_AT = 2;
/** Of the next sweep, what has not been traded yet. */
const LEFT = 3;
const BUDGET = 4;

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
  readonly #times: VenueTimes;
  readonly #state = new Float64Array(5);
  readonly #meanTouches: number;
  readonly #random: Random;

  constructor(times: VenueTimes, meanTouches: number, seed: number | string) {
    this.#times = times;
    this.#meanTouches = meanTouches;
    this.#random = seededRandom(`taker-flow:${seed}`);
  }

  onLook(bids: BookSide, asks: BookSide): void {
    if (bids.length === 0 || asks.length === 0) return;
    const state = this.#state;
    const touch = (bids.bestLots + asks.bestLots) / 2;
    if (state[TOUCH]! > 0) state[TOUCH]! += (touch - state[TOUCH]!) * TOUCH_SHARE;
    else {
      state[TOUCH] = touch;
      this.#schedule();
    }
  }

  /** So much is traded from `now` on, as far as statistics can tell. 0 stops the sweeps. */
  setRate(lotsPerMs: number): void {
    this.#accrue(this.#times.now);
    this.#state[LOTS_PER_MS] = lotsPerMs;
    this.#schedule();
  }

  /** What may have been traded until `now` is not dealt out: nobody has looked. */
  skip(): void {
    this.#state[ACCRUED_AT] = this.#times.now;
    this.#schedule();
  }

  /** The next sweep has been dealt with. */
  next(): void {
    this.#accrue(this.#times.sweepAt);
    const share = 1 / Math.sqrt(1 - Math.min(LARGEST_DRAW, this.#random.next())) - 1;
    this.lots[0] = Math.max(1, Math.round(share * this.#meanTouches * this.#state[TOUCH]!));
    this.side = this.#random.next() < 0.5 ? 0 : 1;
    this.#state[LEFT]! += this.lots[0];
    this.#schedule();
  }

  /** Takes up to so many whole lots out of what was traded by `now` and has filled nobody; all of them while no volume is known. */
  spend(lots: number): number {
    const state = this.#state;
    if (state[LOTS_PER_MS] === 0) return lots;
    this.#accrue(this.#times.now);
    const spent = Math.min(lots, Math.floor(state[BUDGET]!));
    state[BUDGET]! -= spent;
    return spent;
  }

  /** So many lots of what is traded could be seen: they are not dealt out again. */
  explain(lots: number): void {
    this.#state[LEFT]! += lots;
    this.#schedule();
  }

  #accrue(at: number): void {
    const state = this.#state;
    if (at <= state[ACCRUED_AT]!) return;
    const traded = state[LOTS_PER_MS]! * (at - state[ACCRUED_AT]!);
    state[LEFT]! -= traded;
    state[BUDGET] = Math.min(state[BUDGET]! + traded, state[LOTS_PER_MS]! * BUDGET_MS);
    state[ACCRUED_AT] = at;
  }

  #schedule(): void {
    const state = this.#state;
    const flows = state[LOTS_PER_MS]! > 0 && state[TOUCH]! > 0;
    this.#times.sweepAt = flows ? state[ACCRUED_AT]! + Math.max(0, Math.ceil(state[LEFT]! / state[LOTS_PER_MS]!)) : Infinity;
  }
}
