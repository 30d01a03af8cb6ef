import type { VenueState } from './venueState.ts';

export interface ReadingPace {
  readonly entryMs: number;
  readonly responseMs: number;
  /** From the end of one round of reading our own lists to the beginning of the next. */
  readonly everyMs: number;
  /** A round begins so soon after an answer to a request of ours. */
  readonly afterChangeMs: number;
}

/**
 * When we read the lists of our own orders and executions: the only way to hear of fills. A round reads open orders first and
 * executions after them, as the daemon does. `readingAt` is when the venue is asked for the executions.
 */
export class OwnListReadings {
  readonly #state: VenueState;
  readonly #pace: ReadingPace;
  /** From asking for the open orders to asking for the executions. */
  readonly roundTripMs: number = 0;
  /** From the beginning of a round to the reading of executions. */
  readonly #leadMs: number = 0;
  /** A change was answered while a round was under way: another follows it. */
  #isChanged = false;

  constructor(state: VenueState, pace: ReadingPace) {
    this.#state = state;
    this.#pace = pace;
    this.roundTripMs = pace.entryMs + pace.responseMs;
    this.#leadMs = this.roundTripMs + pace.entryMs;
  }

  /** A round has read the executions. */
  done(): void {
    const { responseMs, everyMs, afterChangeMs } = this.#pace;
    this.#state.readingAt += responseMs + (this.#isChanged ? afterChangeMs : everyMs) + this.#leadMs;
    this.#isChanged = false;
  }

  /** Rounds before then would have told nothing, nor those before all that is done. */
  passUntil(at: number): void {
    const state = this.#state;
    while (state.readingAt < at || state.readingAt < state.doneBefore) this.done();
  }

  /** A request of ours is answered, as of `now`. */
  nudge(): void {
    const state = this.#state;
    const answeredAt = state.now + this.#pace.responseMs;
    const soonest = answeredAt + this.#pace.afterChangeMs + this.#leadMs;
    if (answeredAt >= state.readingAt - this.#leadMs) this.#isChanged = true;
    else if (soonest < state.readingAt) state.readingAt = soonest;
  }

  /** Nothing could be read before `now`. */
  skip(): void {
    const state = this.#state;
    if (state.readingAt < state.now) state.readingAt = state.now;
  }
}
