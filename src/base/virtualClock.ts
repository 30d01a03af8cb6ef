import { assert } from './assert.ts';
import type { CancelTimer, Clock } from './clock.ts';
import type { Instant } from './instant.ts';
import { SteadyTime } from './steadyTime.ts';

interface Timer {
  readonly due: number;
  readonly order: number;
  callback: (() => void) | undefined;
}

/**
 * Time that moves only when told to. Timers fire in the order of their due time; those due together, in the order in which they
 * were set.
 *
 * `settle` is given from outside (for instance "one turn of the event loop"), so that this file needs no timer itself.
 */
export class VirtualClock implements Clock {
  #wall: Instant;
  readonly #steady = new SteadyTime();
  #elapsedMs = 0;
  #order = 0;
  #underWay = 0;
  /** Resolves when no real work is under way any more. Whoever lets time pass waits for it, and may not be alone. */
  #workEnds = Promise.withResolvers<void>();
  readonly #timers: Timer[] = [];

  constructor(start: Instant) {
    this.#wall = start;
  }

  now(): Instant {
    return this.#steady.read(this.#wall, this.#elapsedMs);
  }

  machineTime(): Instant {
    return this.#wall;
  }

  monotonicMs(): number {
    return this.#elapsedMs;
  }

  setTimer(delayMs: number, callback: () => void): CancelTimer {
    assert(Number.isFinite(delayMs), `a timer's delay must be finite, not ${delayMs}`);
    const timer: Timer = { due: this.#elapsedMs + Math.max(0, Math.ceil(delayMs)), order: this.#order++, callback };
    push(this.#timers, timer);
    return () => {
      timer.callback = undefined;
    };
  }

  async track<T>(work: Promise<T>): Promise<T> {
    if (this.#underWay++ === 0) this.#workEnds = Promise.withResolvers();
    try {
      return await work;
    } finally {
      if (--this.#underWay === 0) this.#workEnds.resolve();
    }
  }

  /** How many pieces of real work (disk, streams) have been announced and have not ended. */
  get underWay(): number {
    return this.#underWay;
  }

  /** Steps the wall clock without letting time pass, as an operator or NTP would. */
  stepWall(byMs: number): void {
    // Reads the time at this moment, even if nobody has asked, so that a step back is noticed.
    this.now();
    this.#wall += byMs;
  }

  /**
   * Lets time pass and fires what falls due. After each timer, `settle` waits until all its consequences have run their course.
   */
  async advance(byMs: number, settle: () => Promise<void>): Promise<void> {
    assert(Number.isSafeInteger(byMs) && byMs >= 0, `time passes by whole milliseconds, not by ${byMs}`);
    const end = this.#elapsedMs + byMs;
    await this.#quiet(settle);
    for (;;) {
      const next = this.#timers[0];
      if (next === undefined || next.due > end) break;
      pop(this.#timers);
      const callback = next.callback;
      if (callback === undefined) continue;
      this.#moveTo(next.due);
      callback();
      await this.#quiet(settle);
    }
    this.#moveTo(end);
  }

  async #quiet(settle: () => Promise<void>): Promise<void> {
    for (;;) {
      await settle();
      if (this.#underWay === 0) return;
      await this.#workEnds.promise;
    }
  }

  #moveTo(elapsedMs: number): void {
    this.#wall += elapsedMs - this.#elapsedMs;
    this.#elapsedMs = elapsedMs;
  }
}

function before(a: Timer, b: Timer): boolean {
  return a.due < b.due || (a.due === b.due && a.order < b.order);
}

function push(heap: Timer[], timer: Timer): void {
  let at = heap.push(timer) - 1;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (!before(timer, heap[parent]!)) break;
    heap[at] = heap[parent]!;
    at = parent;
  }
  heap[at] = timer;
}

function pop(heap: Timer[]): void {
  const last = heap.pop()!;
  if (heap.length === 0) return;
  let at = 0;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= heap.length) break;
    if (child + 1 < heap.length && before(heap[child + 1]!, heap[child]!)) child++;
    if (!before(heap[child]!, last)) break;
    heap[at] = heap[child]!;
    at = child;
  }
  heap[at] = last;
}
