/** How many requests may be sent. The daemon's orders share one budget with its polls, so this is what is left for orders. */
export interface RequestRate {
  readonly perSecond: number;
  /** How many may go back to back. */
  readonly burst: number;
}

/** When requests may leave, by a strict sliding window like that of the client's rate limiter. */
export class RequestBudget {
  readonly #windowMs: number;
  readonly #times: Float64Array;
  #next = 0;

  constructor({ perSecond, burst }: RequestRate) {
    this.#windowMs = Math.ceil((burst / perSecond) * 1000);
    this.#times = new Float64Array(burst).fill(-Infinity);
  }

  /** When a request that is decided now leaves. It uses up its place in the window. */
  leaveAt(now: number): number {
    const at = Math.max(now, this.#times[this.#next]! + this.#windowMs);
    this.#times[this.#next] = at;
    this.#next = this.#next + 1 === this.#times.length ? 0 : this.#next + 1;
    return at;
  }
}
