import type { Instant } from '../base/instant.ts';
import { type Book, type BookSide, MAX_DEPTH } from '../model/book.ts';
import { BOOK, END, GAP, type MarketCursor, type MarketGap } from './marketCursor.ts';
import { STATISTICS_FIELDS } from './marketRecord.ts';
import { headerText } from './recordingHeader.ts';

/**
 * Many books decoded: all their levels in one pair of arrays in shared memory, so that a block can be posted to workers and
 * read by all of them at once. Read it with a `BlockCursor`.
 */
export interface BookBlock {
  /** The pair, as the header of a file says it. */
  readonly header: string;
  readonly snapshots: number;
  /** Of its first book. */
  readonly firstSequence: number;
  readonly ticks: Int32Array | Float64Array;
  readonly lots: Float64Array;
  /** By book, from here on. */
  readonly receivedAt: Float64Array;
  readonly exchangeAt: Float64Array;
  readonly depth: Int32Array;
  /** Where its sides begin in `ticks` and `lots`, and how many levels they have. */
  readonly bidStart: Int32Array;
  readonly bidLength: Int32Array;
  readonly askStart: Int32Array;
  readonly askLength: Int32Array;
  /** Statistics and gaps, in order. */
  readonly events: readonly BlockEvent[];
}

/** What is no book. `before`: the index of the book that follows. Decimals are texts, in the order of `STATISTICS_FIELDS`. */
export type BlockEvent =
  | { readonly type: 'gap'; readonly before: number; readonly at: Instant; readonly gap: MarketGap }
  | { readonly type: 'statistics'; readonly before: number; readonly at: Instant; readonly texts: readonly (string | undefined)[] };

/** Decodes the next books of a cursor, up to `mostSnapshots`; undefined when it has nothing more. */
export function decodeBlock(cursor: MarketCursor, mostSnapshots: number): BookBlock | undefined {
  const { pair } = cursor;
  const events: BlockEvent[] = [];
  let levels: LevelArrays | undefined;
  let firstSequence = 0;
  const books = bookArrays(mostSnapshots);
  let count = 0;
  while (count < mostSnapshots && (levels === undefined || levels.hasRoom)) {
    const type = cursor.next();
    if (type === END) break;
    const { at, book } = cursor;
    if (type === BOOK) {
      if (count === 0) firstSequence = book.sequence;
      levels ??= new LevelArrays(book, mostSnapshots);
      books.receivedAt[count] = book.receivedAt;
      books.exchangeAt[count] = book.exchangeAt;
      books.depth[count] = book.depth;
      books.bidStart[count] = levels.add(book.bids);
      books.bidLength[count] = book.bids.length;
      books.askStart[count] = levels.add(book.asks);
      books.askLength[count] = book.asks.length;
      count++;
    } else if (type === GAP) events.push({ type: 'gap', before: count, at, gap: cursor.gap! });
    else {
      const texts = STATISTICS_FIELDS.map((field) => cursor.statistics![field]?.toFixed());
      events.push({ type: 'statistics', before: count, at, texts });
    }
  }
  if (count === 0 && events.length === 0) return undefined;
  const header = headerText({
    pair,
    depth: cursor.book.depth,
    everyMs: 0,
    wide: cursor.book.bids.ticks instanceof Float64Array,
    previousAt: undefined,
  });
  const { ticks, lots } = levels ?? new LevelArrays(cursor.book, 0);
  return { header, snapshots: count, firstSequence, ticks, lots, ...books, events };
}

type BookArrays = Pick<BookBlock, 'receivedAt' | 'exchangeAt' | 'depth' | 'bidStart' | 'bidLength' | 'askStart' | 'askLength'>;

function bookArrays(count: number): BookArrays {
  const floats = (): Float64Array => new Float64Array(new SharedArrayBuffer(8 * count));
  const ints = (): Int32Array => new Int32Array(new SharedArrayBuffer(4 * count));
  return {
    receivedAt: floats(),
    exchangeAt: floats(),
    depth: ints(),
    bidStart: ints(),
    bidLength: ints(),
    askStart: ints(),
    askLength: ints(),
  };
}

/** Room for so many books like the first; the system gives the memory only as it is written to. */
class LevelArrays {
  readonly ticks: Int32Array | Float64Array;
  readonly lots: Float64Array;
  #length = 0;

  constructor({ bids, asks, depth }: Book, count: number) {
    const capacity = 2 * MAX_DEPTH + 2 * count * Math.max(depth, bids.length, asks.length);
    const isWide = bids.ticks instanceof Float64Array;
    this.ticks = isWide ? new Float64Array(new SharedArrayBuffer(8 * capacity)) : new Int32Array(new SharedArrayBuffer(4 * capacity));
    this.lots = new Float64Array(new SharedArrayBuffer(8 * capacity));
  }

  /** For one more book of any depth. */
  get hasRoom(): boolean {
    return this.#length + 2 * MAX_DEPTH <= this.lots.length;
  }

  add({ ticks, lots, start, length }: BookSide): number {
    const from = this.#length;
    for (let i = 0; i < length; i++) {
      this.ticks[from + i] = ticks[start + i]!;
      this.lots[from + i] = lots[start + i]!;
    }
    this.#length += length;
    return from;
  }
}
