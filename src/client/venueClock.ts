import type { Clock } from '../base/clock.ts';
import { Fault } from '../base/fault.ts';
import { durationText, HOUR_MS, type Instant } from '../base/instant.ts';
import { dateOf } from './httpDate.ts';
import { gapBetween, narrowed, type TimeBounds } from './timeBounds.ts';

/** When a request left and its answer was there, on the monotonic clock, with the answer's `Date`. */
export interface DateReading {
  readonly sentMs: number;
  readonly receivedMs: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** A gap between two readings, or between wall and monotonic time, that is no jump: slewing, a lagging `Date`. */
const TOLERANCE_MS = 2000;
/** What was known gives way only when the same is said again after so long, and nothing in between fits it. */
const CONFIRM_AFTER_MS = 3000;
/** A venue that says it is further than this from the machine's clock is not believed, however often it says so. */
const FARTHEST_MS = HOUR_MS;

/**
 * The venue's time, for timestamps that must be within 60 s of it (000 Authentication 3). It follows the `Date` header of
 * every answer: that has one second of resolution, but each reading bounds the truth, and the bounds narrow.
 *
 * A `Date` that contradicts what is known, or at first the machine's clock, counts only when a second one confirms it, some time
 * later where more is known than the machine's clock. It never counts when it is more than an hour away from that. Until then what was known stays in use for requests that put nothing
 * at stake, and nothing else is signed.
 *
 * Timestamps run on monotonic time, so that a step of our wall clock can't falsify them. A step is still a sign that something
 * happened (a suspended machine, an operator): signing halts until a fresh reading explains it.
 */
export class VenueClock {
  readonly #clock: Clock;
  /** Between which bounds the venue's time minus our monotonic time is. */
  #bounds: TimeBounds | undefined;
  /** What readings say against the bounds, and when the first of them was received. */
  #unconfirmed: { readonly bounds: TimeBounds; readonly sinceMs: number } | undefined;
  /** Wall minus monotonic time when all was well. */
  #wallAheadMs: number;
  #halted: { readonly reason: string; readonly sinceMs: number } | undefined;
  #isTold = true;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#wallAheadMs = this.#machineAheadMs();
  }

  /** The venue's time as we know it, whole milliseconds. Before the first answer, that of the machine. */
  now(): Instant {
    if (this.#bounds === undefined) return this.#clock.machineTime();
    return Math.round(this.#clock.monotonicMs() + (this.#bounds.low + this.#bounds.high) / 2);
  }

  /** How far the venue is ahead of our wall time (`Clock.now`). */
  get offsetMs(): number {
    return this.now() - this.#clock.now();
  }

  /** The true offset is within this of `offsetMs`; infinite before the first answer that counts. */
  get uncertaintyMs(): number {
    if (this.#bounds === undefined) return Infinity;
    const { low, high } = narrowed(this.#bounds, undefined, this.#clock.monotonicMs());
    return (high - low) / 2;
  }

  /** Why nothing that puts something at stake is signed at the moment, or undefined. */
  get halted(): string | undefined {
    this.#watchWall();
    return this.#halted?.reason;
  }

  /** The last answer has told the time, or none has come yet. */
  get isTold(): boolean {
    return this.#isTold;
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
    this.#isTold = false;
    if (date === undefined || Number(headers['age'] ?? 0) > 0) return;
    this.#isTold = true;
    const wallMovedMs = this.#watchWall();
    // The venue wrote `date` at some moment between the two, and it was then within [date, date + 1 s).
    const read: TimeBounds = { low: date - receivedMs, high: date + 1000 - sentMs, readMs: receivedMs };
    const gapMs = gapBetween(this.#bounds ?? this.#machineBounds(), read);
    // Only an answer to a request that left after the halt says anything about it.
    const isAfter = this.#halted === undefined || sentMs >= this.#halted.sinceMs;
    if (Math.abs(gapMs) <= TOLERANCE_MS) {
      this.#bounds = gapMs === 0 ? narrowed(read, this.#bounds, receivedMs) : read;
      this.#unconfirmed = undefined;
      if (isAfter) this.#resume(wallMovedMs);
    } else this.#contradicted({ read, sentMs, gapMs, isAfter, wallMovedMs });
  }

  /** The reading does not fit what is known. */
  #contradicted({ read, sentMs, gapMs, isAfter, wallMovedMs }: Contradiction): void {
    const farMs = gapBetween(this.#machineBounds(), read);
    if (Math.abs(farMs) > FARTHEST_MS) {
      this.#halt(`the venue's clock is ${signed(farMs)} away from that of this machine, and more than 1 h is not believed`);
      return;
    }
    const before = this.#unconfirmed;
    const isSame = before !== undefined && Math.abs(gapBetween(before.bounds, read)) <= TOLERANCE_MS;
    const isConfirmed = isSame && sentMs >= before.sinceMs + (this.#bounds === undefined ? 0 : CONFIRM_AFTER_MS);
    // Wall clock and venue moved alike and monotonic time did not: the machine was suspended.
    const wasSuspended = isAfter && this.#halted !== undefined && Math.abs(gapMs - wallMovedMs) <= TOLERANCE_MS;
    if (isConfirmed || wasSuspended) {
      this.#bounds = read;
      this.#unconfirmed = undefined;
      this.#resume(wallMovedMs);
      return;
    }
    this.#unconfirmed = { bounds: read, sinceMs: isSame ? before.sinceMs : read.readMs };
    this.#halt(
      this.#bounds === undefined
        ? `the venue's clock is ${signed(gapMs)} away from that of this machine, and only one answer says so`
        : `the venue's clock moved by ${signed(gapMs)} against ours`,
    );
  }

  /** How far the wall clock has moved against monotonic time since all was well. */
  #watchWall(): number {
    const movedMs = this.#machineAheadMs() - this.#wallAheadMs;
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

  #machineAheadMs(): number {
    return this.#clock.machineTime() - this.#clock.monotonicMs();
  }

  /** What the machine's clock says of the venue's. */
  #machineBounds(): TimeBounds {
    const aheadMs = this.#machineAheadMs();
    return { low: aheadMs, high: aheadMs, readMs: this.#clock.monotonicMs() };
  }
}

interface Contradiction {
  readonly read: TimeBounds;
  readonly sentMs: number;
  /** How far the reading is from what is known. */
  readonly gapMs: number;
  /** Whether its request left after the halt. */
  readonly isAfter: boolean;
  readonly wallMovedMs: number;
}

function signed(ms: number): string {
  return `${ms < 0 ? '-' : '+'}${durationText(Math.abs(ms))}`;
}
