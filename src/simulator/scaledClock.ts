import { assert } from '../base/assert.ts';
import type { CancelTimer, Clock } from '../base/clock.ts';
import { DAY_MS, type Instant } from '../base/instant.ts';

interface Timer {
  readonly due: number;
  readonly order: number;
  readonly callback: () => void;
}

/** The longest wait that the clock below is asked for, since the system's timers can't take more than 2^31 ms. */
const MOST_WAIT_MS = DAY_MS;

/** Time that runs `scale` times as fast as another clock's, and can be made to jump ahead. */
export class ScaledClock implements Clock {
  readonly scale: number;
  readonly #inner: Clock;
  readonly #start: Instant;
  readonly #zero: number;
  /** Sorted by due time, then by the order in which they were set. */
  readonly #timers: Timer[] = [];
  #skippedMs = 0;
  #order = 0;
  #cancel: CancelTimer | undefined;

  constructor(inner: Clock, scale: number) {
    assert(Number.isFinite(scale) && scale > 0, `time runs at a rate above 0, not at ${scale}`);
    this.scale = scale;
    this.#inner = inner;
    this.#start = inner.now();
    this.#zero = inner.monotonicMs();
  }

  now(): Instant {
    return Math.floor(this.#start + this.monotonicMs());
  }

  machineTime(): Instant {
    return this.now();
  }

  monotonicMs(): number {
    return (this.#inner.monotonicMs() - this.#zero) * this.scale + this.#skippedMs;
  }

  setTimer(delayMs: number, callback: () => void): CancelTimer {
    const timer: Timer = { due: this.monotonicMs() + Math.max(0, delayMs), order: this.#order++, callback };
    const at = this.#timers.findIndex((other) => other.due > timer.due);
    this.#timers.splice(at < 0 ? this.#timers.length : at, 0, timer);
    this.#wind();
    return () => {
      const index = this.#timers.indexOf(timer);
      if (index >= 0) this.#timers.splice(index, 1);
    };
  }

  track<T>(work: Promise<T>): Promise<T> {
    return this.#inner.track(work);
  }

  /** Jumps ahead from one timer to the next, so that each is called at its time. */
  skip(byMs: number): void {
    assert(Number.isSafeInteger(byMs) && byMs >= 0, `time skips whole milliseconds, not ${byMs}`);
    const end = this.monotonicMs() + byMs;
    for (let next = this.#timers[0]; next !== undefined && next.due <= end; next = this.#timers[0]) {
      this.#moveTo(next.due);
      this.#timers.shift();
      next.callback();
    }
    this.#moveTo(end);
    this.#wind();
  }

  #moveTo(elapsedMs: number): void {
    this.#skippedMs += Math.max(0, elapsedMs - this.monotonicMs());
  }

  #wind(): void {
    this.#cancel?.();
    const next = this.#timers[0];
    if (next === undefined) return;
    const waitMs = Math.min((next.due - this.monotonicMs()) / this.scale, MOST_WAIT_MS);
    this.#cancel = this.#inner.setTimer(Math.max(0, waitMs), () => this.#ring());
  }

  #ring(): void {
    this.#cancel = undefined;
    const now = this.monotonicMs();
    for (let next = this.#timers[0]; next !== undefined && next.due <= now; next = this.#timers[0]) {
      this.#timers.shift();
      next.callback();
    }
    this.#wind();
  }
}
