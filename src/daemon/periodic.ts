import type { CancelTimer, Clock } from '../base/clock.ts';
import type { Random } from '../base/random.ts';

export interface PeriodicOptions {
  readonly clock: Clock;
  readonly random: Random;
  /** Asked before each wait, so that it may change. */
  readonly periodMs: () => number;
  readonly task: () => Promise<void>;
  /** Called for each failure. The waits between tries grow. */
  readonly onFailure: (error: unknown, failuresInARow: number) => void;
  readonly onGood?: () => void;
}

const MOST_BACKOFF_MS = 30_000;

/** Runs a task again and again, never twice at a time. Failures back off with jitter; `nudge` brings the next run forward. */
export class Periodic {
  readonly #options: PeriodicOptions;
  #cancel: CancelTimer | undefined;
  /** By the monotonic clock, when the next run begins. */
  #dueMs = Infinity;
  #running: Promise<void> | undefined;
  #again = false;
  #failures = 0;
  #stopped = false;

  constructor(options: PeriodicOptions) {
    this.#options = options;
  }

  /** The first run comes after `delayMs`. */
  start(delayMs = 0): void {
    this.#wait(delayMs);
  }

  /**
   * Runs within `delayMs`, or once more after the run that is under way. A run that is due sooner stays, so that nudges which never cease put none
   * off. A task that fails keeps its back-off.
   */
  nudge(delayMs = 0): void {
    if (this.#stopped || this.#failures > 0) return;
    if (this.#running !== undefined) this.#again = true;
    else if (this.#options.clock.monotonicMs() + delayMs < this.#dueMs) this.#wait(delayMs);
  }

  /** Starts no further run. Resolves when the one under way has ended. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#cancel?.();
    await this.#running;
  }

  #wait(delayMs: number): void {
    if (this.#stopped) return;
    const { clock } = this.#options;
    this.#cancel?.();
    this.#dueMs = clock.monotonicMs() + delayMs;
    this.#cancel = clock.setTimer(delayMs, () => {
      this.#running = this.#run();
    });
  }

  async #run(): Promise<void> {
    const { task, onFailure, onGood, periodMs, random } = this.#options;
    this.#again = false;
    try {
      await task();
      this.#failures = 0;
      onGood?.();
    } catch (error) {
      this.#failures++;
      onFailure(error, this.#failures);
    }
    this.#running = undefined;
    if (this.#failures > 0) {
      const most = Math.min(MOST_BACKOFF_MS, periodMs() * 2 ** Math.min(this.#failures, 10));
      this.#wait(most * (0.5 + random.next() / 2));
    } else {
      this.#wait(this.#again ? 0 : periodMs());
    }
  }
}
