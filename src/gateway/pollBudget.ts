export interface BudgetUsage {
  /** Polls that are under way. */
  readonly inFlight: number;
  /** Polls that are due and wait for their turn. */
  readonly waiting: number;
  /** How many may be under way at once, as learned from the client's rate limiter. */
  readonly window: number;
  /** Turns given so far. */
  readonly turns: number;
}

const FIRST_WINDOW = 4;
const MAX_WINDOW = 64;
/** When a poll waits longer than this in the client's rate limiter, too many are under way. */
const MAX_WAIT_MS = 50;

/**
 * One budget for all polls of a venue. Due polls wait here, in order of arrival, and not in the client's rate limiter. That queue
 * stays short, so urgent requests never stand behind polls. Each poller waits at most once, so first come first served is round
 * robin, and none starves.
 *
 * How many polls may be under way at once follows from what the limiter lets through: one more while they go out at once, fewer
 * when they wait there, half when the venue says that it is too much.
 */
export class PollBudget {
  readonly #waiting = new Set<Waiter>();
  #inFlight = 0;
  #window = FIRST_WINDOW;
  #turns = 0;

  /**
   * Calls `start` when its turn has come, which may be at once. The returned function ends the turn, or the wait for it. Calling
   * it again does nothing.
   */
  takeTurn(start: () => void): () => void {
    const waiter: Waiter = { start, isWorking: false };
    this.#waiting.add(waiter);
    this.#startNext();
    return () => {
      this.#waiting.delete(waiter);
      if (!waiter.isWorking) return;
      waiter.isWorking = false;
      this.#inFlight--;
      this.#startNext();
    };
  }

  /** How long a poll waited in the client's rate limiter before it was sent. */
  learnWait(waitedMs: number): void {
    const next = waitedMs > MAX_WAIT_MS ? this.#window * 0.9 : this.#window + 1 / this.#window;
    this.#window = Math.min(MAX_WINDOW, Math.max(1, next));
  }

  /** The venue, or the client's limiter, refused a poll as one too many. */
  learnRefusal(): void {
    this.#window = Math.max(1, this.#window / 2);
  }

  usage(): BudgetUsage {
    return { inFlight: this.#inFlight, waiting: this.#waiting.size, window: Math.floor(this.#window), turns: this.#turns };
  }

  #startNext(): void {
    for (const waiter of this.#waiting) {
      if (this.#inFlight >= Math.floor(this.#window)) return;
      this.#waiting.delete(waiter);
      waiter.isWorking = true;
      this.#inFlight++;
      this.#turns++;
      waiter.start();
    }
  }
}

interface Waiter {
  readonly start: () => void;
  isWorking: boolean;
}
