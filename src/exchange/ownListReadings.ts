import type { VenueState } from './venueState.ts';

export interface ReadingPace {
  readonly entryMs: number;
  readonly responseMs: number;
  /** From the end of one round of reading our own lists to the beginning of the next. */
  readonly everyMs: number;
  /** How soon a round begins after an answer to one of our requests. */
  readonly afterChangeMs: number;
}

/**
 * When we read the lists of our own orders and executions, which is the only way to hear of fills. A round reads open orders
 * first and executions after them, as the daemon does. `readingAt` is when the venue is asked for the executions.
 */
export class OwnListReadings {
  readonly #state: VenueState;
  readonly #responseMs: number = 0;
  /** The time between two readings of executions, and the time from a change that was answered to the reading after it. */
  readonly #everyMs: number = 0;
  readonly #changedMs: number = 0;
  /** From asking for the open orders to asking for the executions. */
  readonly roundTripMs: number = 0;
  /** From the beginning of a round to the reading of executions. */
  readonly #leadMs: number = 0;
  /** A change was answered during a round, so another round follows. */
  #isChanged = false;

  constructor(state: VenueState, { entryMs, responseMs, everyMs, afterChangeMs }: ReadingPace) {
    this.#state = state;
    this.#responseMs = responseMs;
    this.roundTripMs = entryMs + responseMs;
    this.#leadMs = this.roundTripMs + entryMs;
    this.#everyMs = responseMs + everyMs + this.#leadMs;
    this.#changedMs = responseMs + afterChangeMs + this.#leadMs;
  }

  /** A round has read the executions. */
  done(): void {
    const state = this.#state;
    state.lastReadAt = state.readingAt;
    state.readingAt += this.#isChanged ? this.#changedMs : this.#everyMs;
    this.#isChanged = false;
  }

  /** Rounds before then would have shown nothing, nor would those before everything that is done. */
  passUntil(at: number): void {
    const state = this.#state;
    while (state.readingAt < at || state.readingAt < state.doneBefore) this.done();
  }

  /** One of our requests is answered, as of `now`. */
  nudge(): void {
    const state = this.#state;
    const answeredAt = state.now + this.#responseMs;
    const soonest = state.now + this.#changedMs;
    if (answeredAt >= state.readingAt - this.#leadMs) this.#isChanged = true;
    else if (soonest < state.readingAt) state.readingAt = soonest;
  }

  /** Nothing could be read before `now`. */
  skip(): void {
    const state = this.#state;
    if (state.readingAt < state.now) state.readingAt = state.now;
  }
}
