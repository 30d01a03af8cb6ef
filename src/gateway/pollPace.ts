import type { Clock } from '../base/clock.ts';
import { Fault } from '../base/fault.ts';
import type { Random } from '../base/random.ts';

/** A venue that is away is asked at least this often. */
const MAX_BACKOFF_MS = 30_000;
const MAX_RETRY_AFTER_MS = 300_000;

export interface PaceOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly everyMs: number;
  /** Where in the period this poller's turns are after the first, so that many pollers spread over it. */
  readonly phaseMs: number;
}

/** When a poller is due again: at a fixed rate while all goes well, and ever later (doubled, jittered, capped) while it fails. */
export class PollPace {
  readonly #options: PaceOptions;
  #due: number;
  #polls = 0;
  #failures = 0;

  constructor(options: PaceOptions) {
    this.#options = options;
    this.#due = options.clock.monotonicMs();
  }

  /** Milliseconds until the next poll after one that went well. A missed turn is not made up for. */
  delayAfterSuccess(): number {
    const { clock, everyMs, phaseMs } = this.#options;
    const now = clock.monotonicMs();
    this.#failures = 0;
    this.#due = Math.max(now, this.#due + (this.#polls++ === 0 ? phaseMs : everyMs));
    return this.#due - now;
  }

  /** Milliseconds until the next poll after one that failed: at least what the venue asked for by `Retry-After`. */
  delayAfterFailure(error: unknown): number {
    const { clock, random, everyMs } = this.#options;
    const longest = Math.max(everyMs, Math.min(MAX_BACKOFF_MS, everyMs * 2 ** ++this.#failures));
    const asked = error instanceof Fault ? Math.min(error.retryAfterMs ?? 0, MAX_RETRY_AFTER_MS) : 0;
    const delayMs = Math.max(asked, longest * (0.5 + random.next() / 2));
    this.#due = clock.monotonicMs() + delayMs;
    return delayMs;
  }
}
