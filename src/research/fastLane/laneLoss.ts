import { dayOf } from '../../engine/engineState.ts';
import type { RiskLimits } from '../../engine/risk/riskCheck.ts';
import type { LanePosition } from './lanePosition.ts';
import { UNIT } from './laneScale.ts';
import { leaveLane } from './leaveLane.ts';

/** So near to the limit of a day's loss the engine is asked. */
const NEAR = 0.999;

/** Watches that no day's loss comes near its limit, whenever the day began. One that does is the engine's matter. */
export class LaneLoss {
  readonly #position: LanePosition;
  /** Units of the quote currency; Infinity without a limit. */
  readonly #most: number = 0;
  /** The most that was made so far. */
  #best = 0;
  /** The day that the engine has begun. */
  #day = NaN;

  constructor(limit: RiskLimits['maxDailyLoss'], quote: string, position: LanePosition) {
    if (limit !== undefined && limit.currency !== quote) leaveLane('the daily loss is in another currency');
    this.#most = limit === undefined ? Infinity : limit.amount.times(UNIT).toNumber();
    this.#position = position;
  }

  get isLimited(): boolean {
    return this.#most !== Infinity;
  }

  /** A book or a heartbeat, with which a day may begin. */
  onNews(now: number): void {
    if (this.#most === Infinity) return;
    this.#day = dayOf(now);
    this.#made();
  }

  /** Where the engine asks for the day's profit: of an order, and at the heartbeat. */
  mustBeSmall(now: number): void {
    if (this.#most === Infinity) return;
    if (dayOf(now) !== this.#day) leaveLane('an order before the day has begun');
    // Not a number where no book has told what the position is worth.
    if (!(this.#best - this.#made() < this.#most * NEAR)) leaveLane('a loss near the limit of the day');
  }

  #made(): number {
    const { baseUnits, quoteUnits } = this.#position;
    const made = baseUnits === 0 ? quoteUnits : quoteUnits + this.#position.worthInQuoteUnits();
    this.#best = Math.max(this.#best, made);
    return made;
  }
}
