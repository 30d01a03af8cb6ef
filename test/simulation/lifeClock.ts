import type { CancelTimer, Clock } from '../../src/base/clock.ts';
import type { Instant } from '../../src/base/instant.ts';
import { SteadyTime } from '../../src/base/steadyTime.ts';
import type { Happenings, Owner } from './happenings.ts';

/** Time as one side of the world has it: its wall clock may be off, and may be set. Its timers end with it. */
export class LifeClock implements Clock {
  readonly #happenings: Happenings;
  readonly #owner: Owner;
  readonly #bornMs: number;
  readonly #steady = new SteadyTime();
  #wallMs: number;

  /** `wallMs`: the instant that the wall clock showed when the world began. */
  constructor(happenings: Happenings, owner: Owner, wallMs: number) {
    this.#happenings = happenings;
    this.#owner = owner;
    this.#bornMs = happenings.nowMs;
    this.#wallMs = wallMs;
  }

  now(): Instant {
    return this.#steady.read(this.machineTime(), this.monotonicMs());
  }

  machineTime(): Instant {
    return this.#wallMs + this.#happenings.nowMs;
  }

  monotonicMs(): number {
    return this.#happenings.nowMs - this.#bornMs;
  }

  setTimer(delayMs: number, callback: () => void): CancelTimer {
    return this.#happenings.later(delayMs, this.#owner, callback);
  }

  /** Nothing real is waited for in this world. */
  track<T>(work: Promise<T>): Promise<T> {
    return work;
  }

  stepWall(byMs: number): void {
    this.#wallMs += byMs;
  }
}
