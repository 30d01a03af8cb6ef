import type { Clock } from '../base/clock.ts';
import { Fault } from '../base/fault.ts';
import { durationText, type Instant } from '../base/instant.ts';
import { dateOf } from './httpDate.ts';

/** When a request left and its answer was there, on the monotonic clock, with the answer's `Date`. */
export interface DateReading {
  readonly sentMs: number;
  readonly receivedMs: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** Two quartz clocks part by at most this much. */
const DRIFT = 200e-6;
/** A gap between two readings, or between wall and monotonic time, that is no jump: slewing, a lagging `Date`. */
const TOLERANCE_MS = 2000;

/**
 * The venue's time, for timestamps that must be within 60 s of it (000 Authentication 3). It follows the `Date` header of
 * every answer: that has one second of resolution, but each reading bounds the truth, and the bounds narrow.
 *
 * Timestamps run on monotonic time, so that a step of our wall clock can't falsify them. A step is still a sign that something
 * happened (a suspended machine, an operator, a venue with a broken clock): signing halts until a fresh reading explains it.
 */
export class VenueClock {
  readonly #clock: Clock;
  /** Bounds of the venue's time minus our monotonic time. */
  #low = -Infinity;
  #high = Infinity;
  /** Monotonic time of the last reading: from then on the bounds drift apart. */
  #readMs = 0;
  /** Wall minus monotonic time when all was well. */
  #wallAheadMs: number;
  #halted: { readonly reason: string; readonly sinceMs: number } | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#wallAheadMs = clock.now() - clock.monotonicMs();
  }

  /** The venue's time as we know it, whole milliseconds. Before the first answer, our own. */
  now(): Instant {
    return this.#low === -Infinity ? this.#clock.now() : Math.round(this.#clock.monotonicMs() + (this.#low + this.#high) / 2);
  }

  /** How far the venue is ahead of our wall clock. */
  get offsetMs(): number {
    return this.now() - this.#clock.now();
  }

  /** The true offset is within this of `offsetMs`; infinite before the first answer. */
  get uncertaintyMs(): number {
    return (this.#high - this.#low) / 2 + this.#driftUntil(this.#clock.monotonicMs());
  }

  /** Why nothing is signed at the moment, or undefined. */
  get halted(): string | undefined {
    this.#watchWall();
    return this.#halted?.reason;
  }

  /** Throws a `Fault` `clock`, `not-sent`, while signing is halted. */
  assertUsable(): void {
    const reason = this.halted;
    if (reason === undefined) return;
    throw new Fault('clock', `nothing is signed: ${reason}`, {
      outcome: 'not-sent',
      retryable: true,
      suggestion: 'check the clock of this machine (NTP); signing resumes when an answer of the venue confirms the time',
    });
  }

  /** Learns from an answer. One without a `Date`, or from a cache, teaches nothing. */
  observe({ sentMs, receivedMs, headers }: DateReading): void {
    const date = dateOf(headers['date']);
    if (date === undefined || Number(headers['age'] ?? 0) > 0) return;
    const wallMovedMs = this.#watchWall();
    // The venue wrote `date` at some moment between the two, and it was then within [date, date + 1 s).
    const low = date - receivedMs;
    const high = date + 1000 - sentMs;
    const drift = this.#driftUntil(receivedMs);
    // How far what was read lies after what was known, or (negative) before it; 0 where they overlap.
    const gap = Math.max(0, low - (this.#high + drift)) + Math.min(0, high - (this.#low - drift));
    this.#low = gap === 0 ? Math.max(low, this.#low - drift) : low;
    this.#high = gap === 0 ? Math.min(high, this.#high + drift) : high;
    this.#readMs = receivedMs;
    if (Math.abs(gap) > TOLERANCE_MS) this.#onGap(gap, sentMs, wallMovedMs);
    // Only an answer to a request that left after the jump says anything about it.
    else if (this.#halted === undefined || sentMs >= this.#halted.sinceMs) this.#resume(wallMovedMs);
  }

  /** The venue's time moved against our monotonic time. */
  #onGap(gapMs: number, sentMs: number, wallMovedMs: number): void {
    if (this.#halted !== undefined && sentMs >= this.#halted.sinceMs && Math.abs(gapMs - wallMovedMs) <= TOLERANCE_MS) {
      // Wall clock and venue moved alike and monotonic time did not: the machine was suspended.
      this.#resume(wallMovedMs);
      return;
    }
    this.#halt(`the venue's clock moved by ${signed(gapMs)} against ours`);
  }

  /** How far the wall clock has moved against monotonic time since all was well. */
  #watchWall(): number {
    const movedMs = this.#clock.now() - this.#clock.monotonicMs() - this.#wallAheadMs;
    if (this.#halted === undefined && Math.abs(movedMs) > TOLERANCE_MS) {
      this.#halt(`the wall clock of this machine jumped by ${signed(movedMs)}`);
    }
    return movedMs;
  }

  #halt(reason: string): void {
    this.#halted = { reason, sinceMs: this.#clock.monotonicMs() };
  }

  /** All is well: the wall clock is where it should be. */
  #resume(wallMovedMs: number): void {
    this.#halted = undefined;
    this.#wallAheadMs += wallMovedMs;
  }

  #driftUntil(nowMs: number): number {
    return Math.max(0, nowMs - this.#readMs) * DRIFT;
  }
}

function signed(ms: number): string {
  return `${ms < 0 ? '-' : '+'}${durationText(Math.abs(ms))}`;
}
