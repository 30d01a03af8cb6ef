export interface ReadingTimes {
  readonly entryMs: number;
  readonly responseMs: number;
  /** From the end of one round of reading our own lists to the beginning of the next. */
  readonly everyMs: number;
  /** A round begins so soon after an answer to a request of ours. */
  readonly afterChangeMs: number;
}

/**
 * When we read the lists of our own orders and executions: the only way to hear of fills. A round reads open orders first and
 * executions after them, as the daemon does. Times are the venue's unless said otherwise.
 */
export class OwnListReadings {
  /** When the executions are read next. */
  nextAt: number;
  readonly #times: ReadingTimes;
  readonly #roundTripMs: number;
  /** From the beginning of a round to the reading of executions. */
  readonly #leadMs: number;
  #againAt = -1;

  constructor(times: ReadingTimes) {
    this.#times = times;
    this.#roundTripMs = times.entryMs + times.responseMs;
    this.#leadMs = this.#roundTripMs + times.entryMs;
    this.nextAt = 0;
  }

  /** When this round has read the open orders. */
  get openReadAt(): number {
    return this.nextAt - this.#roundTripMs;
  }

  /** When what this round has read is known here. */
  get heardAt(): number {
    return this.nextAt + this.#times.responseMs;
  }

  done(): void {
    const { everyMs } = this.#times;
    const begin = this.#againAt < 0 ? this.heardAt + everyMs : Math.max(this.heardAt, this.#againAt);
    this.#againAt = -1;
    this.nextAt = begin + this.#leadMs;
  }

  /** A request of ours is answered at this time. */
  nudge(answeredAt: number): void {
    const begin = this.nextAt - this.#leadMs;
    if (answeredAt >= begin) this.#againAt = answeredAt;
    else this.nextAt = Math.min(this.nextAt, answeredAt + this.#times.afterChangeMs + this.#leadMs);
  }

  /** Nothing could be read until then. */
  skipTo(at: number): void {
    if (this.nextAt < at) this.nextAt = at;
  }
}
