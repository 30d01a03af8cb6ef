import { assert } from '../base/assert.ts';
import type { Instant } from '../base/instant.ts';
import { END, type MarketCursor, type MarketRecordType } from './marketCursor.ts';

/** Several symbols as one walk. */
export interface MergedCursor {
  /** The one that has the record it stands on; the others stand on their last one, and show nothing of what comes. */
  readonly cursor: MarketCursor;
  readonly at: Instant;
  readonly nextAt: Instant;
  next(): MarketRecordType;
  close(): void;
}

/** Gives the records of cursors in order of time; at the same time by symbol. Cursors must not be moved from elsewhere. */
export function mergeCursors(cursors: readonly MarketCursor[]): MergedCursor {
  return new MergedMarkets(cursors);
}

class MergedMarkets implements MergedCursor {
  readonly #cursors: readonly MarketCursor[];
  /** When each has its next record. */
  readonly #nextAt: Float64Array;
  #current: MarketCursor;

  constructor(cursors: readonly MarketCursor[]) {
    assert(cursors.length > 0, 'there must be a cursor to merge');
    this.#cursors = cursors.toSorted((a, b) => (a.pair.symbol < b.pair.symbol ? -1 : 1));
    this.#nextAt = Float64Array.from(this.#cursors, ({ nextAt }) => nextAt);
    this.#current = this.#cursors[0]!;
  }

  get cursor(): MarketCursor {
    return this.#current;
  }
  get at(): Instant {
    return this.#current.at;
  }
  get nextAt(): Instant {
    return this.#nextAt[this.#soonest()]!;
  }

  next(): MarketRecordType {
    const index = this.#soonest();
    if (this.#nextAt[index] === Infinity) return END;
    this.#current = this.#cursors[index]!;
    const type = this.#current.next();
    this.#nextAt[index] = this.#current.nextAt;
    return type;
  }

  close(): void {
    for (const cursor of this.#cursors) cursor.close();
    this.#nextAt.fill(Infinity);
  }

  #soonest(): number {
    let soonest = 0;
    for (let i = 1; i < this.#nextAt.length; i++) if (this.#nextAt[i]! < this.#nextAt[soonest]!) soonest = i;
    return soonest;
  }
}
