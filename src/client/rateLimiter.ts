import PQueue from 'p-queue';
import { assert } from '../base/assert.ts';
import type { CancelTimer, Clock } from '../base/clock.ts';
import { Fault } from '../base/fault.ts';
import type { Instant } from '../base/instant.ts';
import { systemClock } from '../base/systemClock.ts';
import type { Priority } from '../contract/operation.ts';
import { AdaptiveRate, isPushBack } from './adaptiveRate.ts';
import { SlidingWindow } from './slidingWindow.ts';

export interface RateLimiterOptions {
  /** Requests in any second. Default 8. */
  readonly perSecond?: number;
  /** Requests back to back. Default 8. A burst below `perSecond` spreads them; one above it needs a longer quiet time. */
  readonly burst?: number;
  /**
   * How many of these are kept for requests that move risk or money (cancel, order, convert). Reads never use them, so that a
   * decision does not wait for its slot behind polls. Default: a quarter.
   */
  readonly reserved?: number;
  /** The most waiters of each priority but cancels; one more is refused. Default 200. */
  readonly maxWaiting?: number;
  /** Whether somebody else may just have spent all of it: then it begins empty. Default: no. */
  readonly isSpent?: boolean;
  readonly clock?: Clock;
}

/** The rate budget as shown to people. */
export interface RateUsage {
  /** The rate that is allowed now, which may be less than the configured one. */
  readonly perSecond: number;
  readonly usedInLastSecond: number;
  readonly waiting: Readonly<Record<Priority, number>>;
  /** The venue has asked us to send nothing until then. This does not hold cancels back. */
  readonly blockedUntil: Instant | undefined;
  /** The venue has asked for this in an answer to a cancel, so cancels wait until then too. */
  readonly cancelsBlockedUntil: Instant | undefined;
}

export interface RateLimiter {
  /**
   * Resolves when the request may go. Rejects with a `Fault` `rate-limited`, `not-sent`, when too many of its kind wait, and with
   * `canceled`, `not-sent`, when the signal is aborted first; the aborted waiter takes no budget.
   */
  admit(priority: Priority, signal?: AbortSignal): Promise<void>;
  /** Takes a slot and returns true when the request may go at once. Otherwise returns false, and `admit` waits for a slot. */
  tryAdmit(priority: Priority): boolean;
  /**
   * Learns from the venue's answer to a request of this priority: 429 and 503 slow requests down, and `retryAfterMs` blocks them
   * for that long. Only answers to cancels block cancels.
   */
  observe(status: number, retryAfterMs: number | undefined, priority: Priority): void;
  usage(): RateUsage;
  /** From now on nothing is admitted. Everyone who waits or comes later is refused with `canceled`, `not-sent`. */
  close(): void;
}

/** Most urgent first (docs/assumptions.md, rate limits). */
export const PRIORITIES: readonly Priority[] = ['cancel', 'order', 'convert', 'account', 'book', 'statistics', 'history'];

/** These may use the whole budget. All others leave the reserved part free. */
const URGENT: ReadonlySet<Priority> = new Set<Priority>(['cancel', 'order', 'convert']);

const EVERYONE: ReadonlySet<Priority> = new Set(PRIORITIES);
/**
 * The first class that includes a request's priority holds its rivals. While one of them waits, the request takes no slot out of
 * turn.
 */
const CLASSES: readonly ReadonlySet<Priority>[] = [new Set<Priority>(['cancel']), URGENT, EVERYONE];

/** p-queue runs the largest number first. */
const RANK = Object.fromEntries(PRIORITIES.map((priority, i) => [priority, PRIORITIES.length - i])) as Readonly<Record<Priority, number>>;

/**
 * One budget for all requests to the venue. p-queue keeps the waiters in order (most urgent first, then first come), and a strict
 * sliding window pauses it while the budget is spent. So each free slot goes to whoever is most urgent at that moment.
 *
 * Priorities are strict: a lower class waits as long as higher ones use up the whole budget. Its wait is bounded because the
 * higher classes are bounded themselves (by the engine's order rate, and by at most one poll of each kind under way).
 */
export function createRateLimiter(options: RateLimiterOptions = {}): RateLimiter {
  return new WindowedQueue(options);
}

class WindowedQueue implements RateLimiter {
  readonly #clock: Clock;
  readonly #rate: AdaptiveRate;
  readonly #window: SlidingWindow;
  readonly #queue = new PQueue({ concurrency: 1 });
  readonly #maxWaiting: number;
  readonly #reservedShare: number;
  readonly #waiting = Object.fromEntries(PRIORITIES.map((priority) => [priority, 0])) as Record<Priority, number>;
  #isClosed = false;
  #blockedUntilMs = -Infinity;
  #cancelsBlockedUntilMs = -Infinity;
  #cancelTimer: CancelTimer | undefined;

  constructor({
    perSecond = 8,
    burst = 8,
    reserved = Math.floor(burst / 4),
    maxWaiting = 200,
    isSpent = false,
    clock = systemClock,
  }: RateLimiterOptions) {
    assert(perSecond > 0 && Number.isInteger(burst) && burst >= 1, `a rate of ${perSecond}/s with bursts of ${burst} admits nothing`);
    this.#clock = clock;
    this.#rate = new AdaptiveRate(perSecond, burst);
    const most = Math.max(burst, Math.floor(perSecond));
    this.#window = new SlidingWindow(most);
    if (isSpent) for (let spent = 0; spent < most; spent++) this.#window.admit(clock.monotonicMs());
    this.#maxWaiting = maxWaiting;
    this.#reservedShare = reserved / burst;
  }

  admit(priority: Priority, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted === true) return Promise.reject(canceled(signal));
    if (this.#isClosed) return Promise.reject(closed());
    if (this.tryAdmit(priority)) return Promise.resolve();
    // A cancel takes risk away, and whoever sends them has one of an order wait at a time.
    if (priority !== 'cancel' && this.#waiting[priority] >= this.#maxWaiting) {
      return Promise.reject(
        new Fault('rate-limited', `${this.#maxWaiting} requests of priority ${priority} already wait for the rate budget`, {
          outcome: 'not-sent',
          retryable: true,
          suggestion: 'poll less, or raise venue.rateLimit where the venue allows it',
        }),
      );
    }
    return this.#enqueue(priority, signal);
  }

  tryAdmit(priority: Priority): boolean {
    const rivals = CLASSES.find((members) => members.has(priority))!;
    if (this.#isClosed || this.#waitingOf(rivals) > 0 || this.#queue.pending > 0) return false;
    const now = this.#clock.monotonicMs();
    if (this.#freeFromMs(priority, now) > now) return false;
    this.#take(now);
    return true;
  }

  observe(status: number, retryAfterMs: number | undefined, priority: Priority): void {
    if (!isPushBack(status)) return;
    const now = this.#clock.monotonicMs();
    this.#rate.pushedBack(status, now);
    // When the venue names no time, wait one second. Our own window says nothing about how the venue counts.
    const untilMs = now + (retryAfterMs ?? 1000);
    this.#blockedUntilMs = Math.max(this.#blockedUntilMs, untilMs);
    if (priority === 'cancel') this.#cancelsBlockedUntilMs = Math.max(this.#cancelsBlockedUntilMs, untilMs);
    this.#arm();
  }

  usage(): RateUsage {
    const now = this.#clock.monotonicMs();
    const instantOf = (untilMs: number): Instant | undefined => (untilMs > now ? this.#clock.now() + Math.ceil(untilMs - now) : undefined);
    return {
      perSecond: this.#rate.at(now).perSecond,
      usedInLastSecond: this.#window.countSince(now - 1000),
      waiting: { ...this.#waiting },
      blockedUntil: instantOf(this.#blockedUntilMs),
      cancelsBlockedUntil: instantOf(this.#cancelsBlockedUntilMs),
    };
  }

  close(): void {
    this.#isClosed = true;
    this.#cancelTimer?.();
    this.#queue.clear();
  }

  async #enqueue(priority: Priority, signal: AbortSignal | undefined): Promise<void> {
    let waits = true;
    const leave = (): void => {
      if (waits) this.#waiting[priority]--;
      waits = false;
    };
    const go = (): void => {
      leave();
      this.#take(this.#clock.monotonicMs());
    };
    this.#waiting[priority]++;
    this.#arm();
    try {
      await this.#queue.add(go, { priority: RANK[priority], ...(signal === undefined ? {} : { signal }) });
    } catch (error) {
      if (this.#isClosed) throw closed();
      throw signal?.aborted === true ? canceled(signal) : error;
    } finally {
      leave();
      if (this.#waitingOf(EVERYONE) === 0) this.#cancelTimer?.();
    }
  }

  #take(nowMs: number): void {
    this.#window.admit(nowMs);
    // When nobody waits, the next waiter arms it.
    if (this.#waitingOf(EVERYONE) > 0) this.#arm();
  }

  /** Runs the queue while there is budget for its first waiter, else pauses it until there is. */
  #arm(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    const first = PRIORITIES.find((priority) => this.#waiting[priority] > 0);
    // There is no timer when nobody waits, so an idle limiter keeps no process alive.
    if (first === undefined || this.#isClosed) return;
    const now = this.#clock.monotonicMs();
    const waitMs = this.#freeFromMs(first, now) - now;
    if (waitMs <= 0) {
      this.#queue.start();
      return;
    }
    this.#queue.pause();
    this.#cancelTimer = this.#clock.setTimer(waitMs, () => this.#arm());
  }

  #waitingOf(members: ReadonlySet<Priority>): number {
    let sum = 0;
    for (const priority of members) sum += this.#waiting[priority];
    return sum;
  }

  #freeFromMs(priority: Priority, nowMs: number): number {
    const { bursts, seconds } = this.#rate.at(nowMs);
    const isUrgent = URGENT.has(priority);
    const limitOf = (limit: number): number => (isUrgent ? limit : Math.max(1, limit - Math.floor(limit * this.#reservedShare)));
    const burstFreeMs = this.#window.freeFromMs(limitOf(bursts.limit), bursts.windowMs);
    const blockedUntilMs = priority === 'cancel' ? this.#cancelsBlockedUntilMs : this.#blockedUntilMs;
    return Math.max(burstFreeMs, this.#window.freeFromMs(limitOf(seconds.limit), seconds.windowMs), blockedUntilMs);
  }
}

function closed(): Fault {
  return new Fault('canceled', 'the client was closed', { outcome: 'not-sent' });
}

function canceled(signal: AbortSignal): Fault {
  return new Fault('canceled', 'given up while waiting for the rate budget', { outcome: 'not-sent', cause: signal.reason });
}
