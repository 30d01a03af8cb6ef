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

/** Bounds of the venue's time minus our monotonic time. */
interface Bounds {
  readonly low: number;
  readonly high: number;
  /** Monotonic time of the reading: from then on the bounds drift apart. */
  readonly atMs: number;
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
  #bounds: Bounds | undefined;
  /** Wall minus monotonic time when all was well. */
  #wallAheadMs: number;
  #halted: { readonly reason: string; readonly sinceMs: number } | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#wallAheadMs = clock.now() - clock.monotonicMs();
  }

  /** The venue's time as we know it, whole milliseconds. Before the first answer, our own. */
  now(): Instant {
    const bounds = this.#bounds;
    if (bounds === undefined) return this.#clock.now();
    return Math.round(this.#clock.monotonicMs() + (bounds.low + bounds.high) / 2);
  }

  /** How far the venue is ahead of our wall clock. */
  get offsetMs(): number {
    return this.now() - this.#clock.now();
  }

  /** The true offset is within this of `offsetMs`; infinite before the first answer. */
  get uncertaintyMs(): number {
    if (this.#bounds === undefined) return Infinity;
    const { low, high } = widened(this.#bounds, this.#clock.monotonicMs());
    return (high - low) / 2;
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
    this.#watchWall();
    // The venue wrote `date` at some moment between the two, and it was then within [date, date + 1 s).
    const read: Bounds = { low: date - receivedMs, high: date + 1000 - sentMs, atMs: receivedMs };
    const known = this.#bounds === undefined ? read : widened(this.#bounds, receivedMs);
    const gap = gapBetween(known, read);
    const agrees = gap === 0;
    this.#bounds = agrees ? { low: Math.max(known.low, read.low), high: Math.min(known.high, read.high), atMs: receivedMs } : read;
    if (Math.abs(gap) > TOLERANCE_MS) this.#onGap(gap, sentMs);
    // Only an answer to a request that left after the jump says anything about it.
    else if (this.#halted !== undefined && sentMs >= this.#halted.sinceMs) this.#resume();
    else if (this.#halted === undefined) this.#anchorWall();
  }

  /** The venue's time moved against our monotonic time. */
  #onGap(gapMs: number, sentMs: number): void {
    const wallMovedMs = this.#wallMovedMs();
    if (this.#halted !== undefined && sentMs >= this.#halted.sinceMs && Math.abs(gapMs - wallMovedMs) <= TOLERANCE_MS) {
      // Wall clock and venue moved alike and monotonic time did not: the machine was suspended.
      this.#resume();
      return;
    }
    this.#halt(`the venue's clock moved by ${signed(gapMs)} against ours`);
  }

  #watchWall(): void {
    const movedMs = this.#wallMovedMs();
    if (this.#halted === undefined && Math.abs(movedMs) > TOLERANCE_MS) {
      this.#halt(`the wall clock of this machine jumped by ${signed(movedMs)}`);
    }
  }

  #halt(reason: string): void {
    this.#halted = { reason, sinceMs: this.#clock.monotonicMs() };
  }

  #resume(): void {
    this.#halted = undefined;
    this.#anchorWall();
  }

  #anchorWall(): void {
    this.#wallAheadMs += this.#wallMovedMs();
  }

  #wallMovedMs(): number {
    return this.#clock.now() - this.#clock.monotonicMs() - this.#wallAheadMs;
  }
}

function widened({ low, high, atMs }: Bounds, nowMs: number): Bounds {
  const drift = Math.max(0, nowMs - atMs) * DRIFT;
  return { low: low - drift, high: high + drift, atMs: nowMs };
}

/** 0 when they overlap; else how far the second lies after (or, negative, before) the first. */
function gapBetween(known: Bounds, read: Bounds): number {
  if (read.low > known.high) return read.low - known.high;
  return read.high < known.low ? read.high - known.low : 0;
}

function signed(ms: number): string {
  return `${ms < 0 ? '-' : '+'}${durationText(Math.abs(ms))}`;
}
