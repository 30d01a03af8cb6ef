import { Decimal } from '../base/decimal.ts';
import { durationText, type Instant } from '../base/instant.ts';
import type { MarketWarning } from '../model/event.ts';
import { type Book, isCrossed } from '../model/book.ts';
import { type Grid, priceOf } from '../model/grid.ts';
import { LOOK, PLACE, type TouchRows } from '../model/touchRows.ts';
import { type Trouble, Troubles } from './troubles.ts';

export interface GuardLimits {
  /** Without a good book for longer than this, the market is `stale`. */
  readonly staleAfterMs: number;
  /**
   * It is also stale when the venue's timestamp has not moved for this long. Quiet pairs change seldom, so this is the longer
   * time.
   */
  readonly frozenAfterMs: number;
  /** When a mid moves by more than this share in one poll, books are withheld until a second poll agrees. */
  readonly jumpLimit: number;
  /**
   * When a venue's timestamps stay behind for this long and move forward among themselves, the venue has set its clock back, and
   * its new time is accepted. Without this, one timestamp from the future would silence a market until that future comes.
   */
  readonly acceptBackwardsAfterMs: number;
}

const GUARD_LIMITS: GuardLimits = { staleAfterMs: 10_000, frozenAfterMs: 60_000, jumpLimit: 0.1, acceptBackwardsAfterMs: 60_000 };

/** So many polls may be missed before a market counts as silent, however seldom it is polled. */
const MISSED_POLLS = 3;

/** The limits for a market that is polled so often: the usual ones, as far as they leave room for polls that are missed. */
export function guardLimitsFor(everyMs: number): GuardLimits {
  const leastMs = MISSED_POLLS * everyMs;
  const { staleAfterMs, frozenAfterMs } = GUARD_LIMITS;
  return { ...GUARD_LIMITS, staleAfterMs: Math.max(staleAfterMs, leastMs), frozenAfterMs: Math.max(frozenAfterMs, leastMs) };
}

export interface GuardVerdict {
  readonly deliver: boolean;
  readonly warnings: readonly MarketWarning[];
}

/** There is nothing to say about a book. It is the same object each time. */
export const GOOD: GuardVerdict = { deliver: true, warnings: [] };

/**
 * Stands between the polls of one symbol and everything that trusts its books. It never repairs a book: it delivers or withholds
 * it, and says why once, when the trouble starts.
 */
export class BookGuard {
  readonly #limits: GuardLimits;
  readonly #troubles: Troubles;
  // Unknown times and mids are NaN, since fields that always hold numbers can be written without boxing.
  #since = NaN;
  #goodAt = NaN;
  /** The venue's newest timestamp, and when we saw it move. */
  #exchangeAt = -Infinity;
  #movedAt = NaN;
  #behindSince = NaN;
  #behindAt = -Infinity;
  /** In ticks. */
  #mid = NaN;
  #jumpedTo = NaN;

  constructor(symbol: string, limits: Partial<GuardLimits> = {}, counts?: Record<Trouble, number>) {
    this.#limits = { ...GUARD_LIMITS, ...limits };
    this.#troubles = new Troubles(symbol, counts);
  }

  /** How often each trouble was found. */
  get counts(): Readonly<Record<Trouble, number>> {
    return this.#troubles.counts;
  }

  /** Judges a decoded book by its `receivedAt`. */
  accept(book: Book): GuardVerdict {
    if (this.#isPlainlyGood(book)) return GOOD;
    this.#begin(book.receivedAt);
    const backwards = this.#findBackwards(book);
    if (backwards !== undefined) {
      const findings = { 'poll-failed': undefined, unreadable: undefined, backwards };
      return { deliver: false, warnings: this.#troubles.note(findings) };
    }
    if (book.exchangeAt !== this.#exchangeAt) {
      this.#exchangeAt = book.exchangeAt;
      this.#movedAt = book.receivedAt;
    }
    const crossed = findCrossed(book);
    const jumped = crossed === undefined ? this.#findJump(book) : undefined;
    const deliver = crossed === undefined && jumped === undefined;
    if (deliver) this.#goodAt = book.receivedAt;
    const stale = this.#findStale(book.receivedAt, crossed ?? jumped);
    const empty = findEmpty(book);
    const findings = { 'poll-failed': undefined, unreadable: undefined, backwards, crossed, jumped, empty, stale };
    return { deliver, warnings: this.#troubles.note(findings) };
  }

  /**
   * Accepts books row by row as long as there is nothing to say about them or, by `check`, about the time between them, and as
   * long as they were received in order, from `since` up to `until` (exclusive). Returns the row where it stops.
   */
  acceptRows({ looks, places }: TouchRows, from: number, to: number, since: Instant, until: Instant): number {
    if (this.#troubles.areActive || Number.isNaN(this.#mid) || !Number.isNaN(this.#jumpedTo)) return from;
    const { receivedAt, exchangeAt, columns } = LOOK;
    const { bidTicks, askTicks, columns: placeColumns } = PLACE;
    const { staleAfterMs, frozenAfterMs, jumpLimit } = this.#limits;
    const goodAt = this.#goodAt;
    let at = since;
    let newest = this.#exchangeAt;
    let movedAt = this.#movedAt;
    let mid = this.#mid;
    if (!(goodAt <= at)) return from;
    let row = from;
    for (; row < to; row++) {
      const look = row * columns;
      const place = row * placeColumns;
      const receivedNow = looks[look + receivedAt]!;
      const exchangeNow = looks[look + exchangeAt]!;
      const bid = places[place + bidTicks]!;
      const ask = places[place + askTicks]!;
      const nextMid = (bid + ask) / 2;
      if (receivedNow < at || receivedNow >= until || exchangeNow < newest || bid === 0 || bid >= ask) break;
      if (Math.abs(nextMid - mid) > jumpLimit * mid) break;
      if (receivedNow - (row === from ? goodAt : at) > staleAfterMs || receivedNow - movedAt > frozenAfterMs) break;
      if (exchangeNow !== newest) {
        newest = exchangeNow;
        movedAt = receivedNow;
      }
      mid = nextMid;
      at = receivedNow;
    }
    if (row === from) return from;
    this.#exchangeAt = newest;
    this.#movedAt = movedAt;
    this.#behindSince = NaN;
    this.#mid = mid;
    this.#goodAt = at;
    return row;
  }

  /** A body arrived that could not be decoded. */
  unreadable(detail: string, at: Instant): readonly MarketWarning[] {
    this.#begin(at);
    return this.#troubles.note({ 'poll-failed': undefined, unreadable: detail, stale: this.#findStale(at, detail) });
  }

  /** A poll got no answer, or a refusal. */
  pollFailed(detail: string, at: Instant): readonly MarketWarning[] {
    this.#begin(at);
    return this.#troubles.note({ 'poll-failed': detail, stale: this.#findStale(at, detail) });
  }

  /** Must be called from time to time, since a book also goes stale when nothing comes at all. */
  check(now: Instant): readonly MarketWarning[] {
    this.#begin(now);
    const stale = this.#findStale(now);
    return stale === undefined && !this.#troubles.has('stale') ? [] : this.#troubles.note({ stale });
  }

  /** From here on the market is watched. */
  #begin(at: Instant): void {
    if (Number.isNaN(this.#since)) this.#since = at;
  }

  /**
   * Whether there is nothing to say about a book and was nothing before. If so, the book is noted. This is the usual case, and it
   * costs little.
   */
  #isPlainlyGood({ bids, asks, exchangeAt, receivedAt }: Book): boolean {
    if (this.#troubles.areActive || Number.isNaN(this.#mid) || !Number.isNaN(this.#jumpedTo) || exchangeAt < this.#exchangeAt) return false;
    if (bids.length === 0 || asks.length === 0) return false;
    const bid = bids.bestTicks;
    const ask = asks.bestTicks;
    const mid = (bid + ask) / 2;
    if (bid >= ask || this.#isJump(this.#mid, mid)) return false;
    if (exchangeAt === this.#exchangeAt) {
      if (receivedAt - this.#movedAt > this.#limits.frozenAfterMs) return false;
    } else {
      this.#exchangeAt = exchangeAt;
      this.#movedAt = receivedAt;
    }
    this.#behindSince = NaN;
    this.#mid = mid;
    this.#goodAt = receivedAt;
    return true;
  }

  /** `reason`: why there is no good book now; else it is what was found before. */
  #findStale(now: Instant, reason?: string): string | undefined {
    const goodMs = now - (Number.isNaN(this.#goodAt) ? this.#since : this.#goodAt);
    if (goodMs > this.#limits.staleAfterMs) {
      const why = reason ?? this.#troubles.detailOf('poll-failed') ?? this.#troubles.detailOf('unreadable');
      return `no good book for ${durationText(goodMs)}${why === undefined ? '' : `: ${why}`}`;
    }
    const movedMs = now - this.#movedAt;
    return movedMs > this.#limits.frozenAfterMs ? `the venue's timestamp has not moved for ${durationText(movedMs)}` : undefined;
  }

  #findBackwards(book: Book): string | undefined {
    if (book.exchangeAt >= this.#exchangeAt) {
      this.#behindSince = NaN;
      return undefined;
    }
    if (Number.isNaN(this.#behindSince)) this.#behindSince = book.receivedAt;
    const behindMs = this.#exchangeAt - book.exchangeAt;
    const settled = book.receivedAt - this.#behindSince >= this.#limits.acceptBackwardsAfterMs && book.exchangeAt >= this.#behindAt;
    this.#behindAt = book.exchangeAt;
    if (!settled) return `the venue's timestamp ${book.exchangeAt} is ${durationText(behindMs)} before the one seen last`;
    this.#behindSince = NaN;
    return undefined;
  }

  #findJump(book: Book): string | undefined {
    const mid = midTicksOf(book);
    if (mid === undefined) return undefined;
    const before = this.#mid;
    const agrees = !Number.isNaN(this.#jumpedTo) && !this.#isJump(this.#jumpedTo, mid);
    if (Number.isNaN(before) || agrees || !this.#isJump(before, mid)) {
      this.#mid = mid;
      this.#jumpedTo = NaN;
      return undefined;
    }
    this.#jumpedTo = mid;
    const moved = ((mid / before - 1) * 100).toFixed(1);
    return `the mid moved by ${moved} % in one poll, from ${midText(book.grid, before)} to ${midText(book.grid, mid)}`;
  }

  #isJump(from: number, to: number): boolean {
    return Math.abs(to - from) > this.#limits.jumpLimit * from;
  }
}

function findCrossed(book: Book): string | undefined {
  if (!isCrossed(book)) return undefined;
  return `best bid ${priceOf(book.grid, book.bids.bestTicks)} is not below best ask ${priceOf(book.grid, book.asks.bestTicks)}`;
}

function findEmpty(book: Book): string | undefined {
  const empty = [book.bids.length === 0 ? 'bids' : '', book.asks.length === 0 ? 'asks' : ''].filter(Boolean);
  return empty.length === 0 ? undefined : `no ${empty.join(' and no ')}`;
}

function midTicksOf(book: Book): number | undefined {
  if (book.bids.length === 0 || book.asks.length === 0) return undefined;
  return (book.bids.bestTicks + book.asks.bestTicks) / 2;
}

function midText(grid: Grid, ticks: number): string {
  return new Decimal(ticks).times(grid.tick).toFixed();
}
