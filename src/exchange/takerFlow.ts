import { type Random, seededRandom } from '../base/random.ts';

/** The usual size of the best level is a running mean over about so many looks. */
const TOUCH_LOOKS = 32;
/** Volume that was traded and has filled nobody counts for so long. */
const BUDGET_MS = 60_000;
/** The largest sweep, in means: 1 in a thousand would be larger. */
const LARGEST_DRAW = 0.999;

/**
 * A tape for markets that publish none: the volume that the statistics tell of, dealt out as sweeps in time. What is swept in
 * all is what was traded in all; sizes are drawn from a distribution with a heavy tail (Lomax, exponent 2), seeded, so that
 * each run over the same recording meets the same sweeps, whatever it does.
 */
export class TakerFlow {
  /** When the next sweep comes; Infinity while no volume is known. */
  nextAt = Infinity;
  /** The orders that the next sweep meets: 0 bids, 1 asks. */
  side = 0;
  /** The size of the next sweep. */
  lots = 0;
  /** Lots that may be filled out of what was traded and not yet used; Infinity while no volume is known. */
  budget = Infinity;
  readonly #meanTouches: number;
  readonly #random: Random;
  #touch = 0;
  #lotsPerMs = 0;
  #accruedAt = 0;
  /** Of the next sweep, what has not been traded yet. */
  #left = 0;

  constructor(meanTouches: number, seed: number | string) {
    this.#meanTouches = meanTouches;
    this.#random = seededRandom(`taker-flow:${seed}`);
  }

  onLook(touchLots: number): void {
    this.#touch = this.#touch === 0 ? touchLots : this.#touch + (touchLots - this.#touch) / TOUCH_LOOKS;
  }

  /** So much is traded from now on, as far as statistics can tell. 0 stops the sweeps. */
  setRate(lotsPerMs: number, at: number): void {
    if (lotsPerMs === this.#lotsPerMs) return;
    this.accrue(at);
    if (this.budget === Infinity) this.budget = 0;
    this.#lotsPerMs = lotsPerMs;
    this.#schedule();
  }

  /** The volume up to then has been traded. */
  accrue(at: number): void {
    const traded = this.#lotsPerMs * (at - this.#accruedAt);
    this.#left -= traded;
    this.budget = Math.min(this.budget + traded, this.budget === Infinity ? Infinity : this.#lotsPerMs * BUDGET_MS);
    this.#accruedAt = at;
  }

  /** What may have been traded until then is not dealt out: nobody has looked. */
  skipTo(at: number): void {
    this.#accruedAt = at;
    this.#schedule();
  }

  /** The next sweep has been dealt with. */
  next(): void {
    this.accrue(this.nextAt);
    const share = 1 / Math.sqrt(1 - Math.min(LARGEST_DRAW, this.#random.next())) - 1;
    this.lots = Math.max(1, Math.round(share * this.#meanTouches * Math.max(1, this.#touch)));
    this.side = this.#random.next() < 0.5 ? 0 : 1;
    this.#left += this.lots;
    this.#schedule();
  }

  #schedule(): void {
    this.nextAt =
      this.#lotsPerMs > 0 && this.#touch > 0 ? this.#accruedAt + Math.max(0, Math.ceil(this.#left / this.#lotsPerMs)) : Infinity;
  }
}
