import type { Instant } from '../../base/instant.ts';
import type { Schedule } from '../../model/schedule.ts';
import type { StrategyState } from '../strategy.ts';

/**
 * Which turns of its schedules a strategy has taken. They are part of its saved state, so that a restart neither repeats a turn nor
 * forgets one. Turns that were missed count as one.
 */
export class Dues {
  readonly #params: Readonly<Record<string, unknown>>;
  readonly #state: StrategyState;
  readonly #next = new Map<Schedule, Instant | undefined>();

  /** `params`: those of the strategy. A schedule is remembered by the name of its parameter. */
  constructor(params: Readonly<Record<string, unknown>>, state: StrategyState) {
    this.#params = params;
    this.#state = state;
  }

  /** Whether a turn is due that has not been taken. The answer yes takes it. */
  isDue(schedule: Schedule, now: Instant): boolean {
    if (!this.#next.has(schedule)) this.#begin(schedule, now);
    const next = this.#next.get(schedule);
    if (next === undefined || now < next) return false;
    this.#take(schedule, now);
    return true;
  }

  #begin(schedule: Schedule, now: Instant): void {
    const last = Number(this.#state.get(this.#keyOf(schedule)) ?? NaN);
    if (Number.isFinite(last)) this.#next.set(schedule, schedule.next(last));
    else this.#take(schedule, now);
  }

  #take(schedule: Schedule, now: Instant): void {
    this.#state.set(this.#keyOf(schedule), String(now));
    this.#next.set(schedule, schedule.next(now));
  }

  #keyOf(schedule: Schedule): string {
    const name = Object.keys(this.#params).find((param) => this.#params[param] === schedule);
    return `isDue ${name ?? schedule.text}`;
  }
}
