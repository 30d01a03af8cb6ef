import { assert } from '../base/assert.ts';
import { DAY_MS } from '../base/instant.ts';

/** What was found out about how late the lists are. */
export interface MeasuredDelays {
  /** V: how late an order becomes visible after its answer, at most. */
  readonly visibleMs: number;
  /** S: how old what a list shows may be, at most. */
  readonly staleMs: number;
  /** How many acknowledged orders that rests on. */
  readonly orders: number;
}

/** What is kept for the next life. Times are of the caller's choice. */
export interface DelayRecord {
  /** How many orders were measured in all. */
  readonly orders: number;
  /** When the last of them were, as many as are needed. Oldest first. */
  readonly shown: readonly number[];
  /** What was worst, of how late orders show and of how old lists are. */
  readonly late: readonly Measurement[];
  readonly stale: readonly Measurement[];
}

export interface Measurement {
  readonly atMs: number;
  readonly ms: number;
}

interface Seen {
  /** When its answer was there. Monotonic. */
  readonly answeredMs: number;
  /** When it was first in a list. */
  seenMs: number | undefined;
  /** When the last complete round began that did not show it. */
  missedMs: number | undefined;
}

/** Until so many orders were measured within a day, nothing is known, and these count. */
const ENOUGH_ORDERS = 10;
const UNMEASURED = { visibleMs: 10_000, staleMs: 5000 };
/** What was measured is not the worst that there is: so many times as much is expected, and never less than this. */
const MARGIN = 3;
const LEAST = { visibleMs: 3000, staleMs: 2000 };
/** After a round that did not show an order nobody may have looked for long. So much of that time counts as delay. */
const MOST_GAP_MS = 10_000;
/** What lacks an order for longer is no late list but a wrong one, and no waiting helps against that. */
const MOST_DELAY_MS = 60_000;
const MOST_WATCHED = 1000;
/** A measurement counts for a day. */
const REMEMBERED_MS = DAY_MS;

/**
 * Measures on every acknowledged order how late it shows in the lists, and on every order that a later round shows no more and a still
 * later one again, how old that round's list was. A wait of a poll is no delay: only rounds that began after the answer, and did not
 * show the order, count.
 */
export class ListDelays {
  readonly #watched = new Map<string, Seen>();
  #late: readonly Measurement[] = [];
  #stale: readonly Measurement[] = [];
  #orders = 0;
  #shown: readonly number[] = [];

  /** The venue has answered that it has the order. */
  acknowledged(orderId: string, nowMs: number): void {
    this.#watched.set(orderId, { answeredMs: nowMs, seenMs: undefined, missedMs: undefined });
    if (this.#watched.size > MOST_WATCHED) this.#watched.delete(this.#watched.keys().next().value!);
  }

  /** A complete round. `shown` are the ids in its lists, `open` those that the journal has as open. */
  round(begunMs: number, endedMs: number, shown: ReadonlySet<string>, open: ReadonlySet<string>): void {
    assert(endedMs >= begunMs, 'a round ends after it began');
    for (const [orderId, seen] of this.#watched) {
      if (seen.answeredMs > begunMs) continue;
      if (shown.has(orderId)) this.#show(seen, endedMs);
      else seen.missedMs = begunMs;
      // What is closed is in no list any more, and that is no delay.
      if (!open.has(orderId)) this.#watched.delete(orderId);
    }
  }

  /** Whether an order that the venue has acknowledged before then has not been shown yet: the lists are behind. */
  isBehind(begunMs: number): boolean {
    for (const { answeredMs, seenMs } of this.#watched.values()) if (seenMs === undefined && answeredMs < begunMs) return true;
    return false;
  }

  /** Whether an order was shown whose answer came after that. */
  hasShownSince(ms: number): boolean {
    for (const { answeredMs, seenMs } of this.#watched.values()) if (seenMs !== undefined && answeredMs >= ms) return true;
    return false;
  }

  isMeasured(nowMs: number): boolean {
    return this.#shownLately(nowMs) >= ENOUGH_ORDERS;
  }

  measured(nowMs: number): MeasuredDelays {
    const isMeasured = this.isMeasured(nowMs);
    const { visibleMs, staleMs } = isMeasured ? LEAST : UNMEASURED;
    return {
      visibleMs: Math.max(visibleMs, MARGIN * worst(this.#late, nowMs)),
      staleMs: Math.max(staleMs, MARGIN * worst(this.#stale, nowMs)),
      orders: isMeasured ? this.#orders : this.#shownLately(nowMs),
    };
  }

  get record(): DelayRecord {
    return { orders: this.#orders, shown: this.#shown, late: this.#late, stale: this.#stale };
  }

  /** Goes on from what an earlier life has measured. It comes before anything that this life measures. */
  restore({ orders, shown, late, stale }: DelayRecord): void {
    this.#orders += orders;
    this.#shown = [...shown, ...this.#shown].slice(-ENOUGH_ORDERS);
    this.#late = [...late, ...this.#late];
    this.#stale = [...stale, ...this.#stale];
  }

  #shownLately(nowMs: number): number {
    return this.#shown.filter((atMs) => nowMs - atMs <= REMEMBERED_MS).length;
  }

  #show(seen: Seen, endedMs: number): void {
    const { answeredMs, seenMs, missedMs } = seen;
    if (seenMs === undefined) {
      this.#orders++;
      this.#shown = [...this.#shown, endedMs].slice(-ENOUGH_ORDERS);
      // It came to be visible between the round that missed it and the end of this one.
      if (missedMs !== undefined) this.#late = noted(this.#late, endedMs, Math.min(endedMs, missedMs + MOST_GAP_MS) - answeredMs);
      seen.seenMs = endedMs;
    } else if (missedMs !== undefined) {
      this.#stale = noted(this.#stale, endedMs, missedMs - answeredMs);
    }
    seen.missedMs = undefined;
  }
}

function worst(measurements: readonly Measurement[], nowMs: number): number {
  return measurements.reduce((most, { atMs, ms }) => (nowMs - atMs <= REMEMBERED_MS ? Math.max(most, ms) : most), 0);
}

/** Only what nothing later has exceeded is of use. */
function noted(measurements: readonly Measurement[], atMs: number, delayMs: number): readonly Measurement[] {
  const ms = Math.min(delayMs, MOST_DELAY_MS);
  return [...measurements.filter((one) => one.ms > ms && atMs - one.atMs <= REMEMBERED_MS), { atMs, ms }];
}
