import type { Instant } from '../base/instant.ts';
import { type Book, type BookSide, MAX_DEPTH } from '../model/book.ts';
import { LOOK, PLACE } from '../model/touchRows.ts';
import type { RowBooks } from './bookRows.ts';
import { BOOK, END, GAP, type MarketCursor, type MarketGap } from './marketCursor.ts';
import { STATISTICS_FIELDS } from './marketRecord.ts';
import { headerText } from './recordingHeader.ts';

/**
 * Many decoded books with all their levels in one pair of arrays. The arrays are in shared memory, so that several workers can
 * read a block at once. Read it with a `BlockCursor`.
 */
export interface BookBlock extends RowBooks {
  /** The pair, as a file's header gives it. */
  readonly header: string;
  readonly snapshots: number;
  /** Statistics and gaps, in order. */
  readonly events: readonly BlockEvent[];
}

// Local constants, which are part of the code: see `TouchRows`.
const { receivedAt: RECEIVED_AT, exchangeAt: EXCHANGE_AT, bidLots: BID_LOTS, askLots: ASK_LOTS, columns: LOOK_COLUMNS } = LOOK;
const { start: LEVELS_START, bidLength: BID_LENGTH, askLength: ASK_LENGTH, depth: DEPTH, columns: PLACE_COLUMNS } = PLACE;
const { bidTicks: BID_TICKS, askTicks: ASK_TICKS } = PLACE;

/** The bytes that a book takes besides its levels, and those of one level. */
const BYTES_A_BOOK = 8 * LOOK_COLUMNS + 4 * PLACE_COLUMNS;
const BYTES_A_LEVEL = 12;

/** The memory that a block takes, in bytes. */
export function bytesOf({ snapshots, places }: BookBlock): number {
  const last = (snapshots - 1) * PLACE_COLUMNS;
  const levels = snapshots === 0 ? 0 : places[last + LEVELS_START]! + places[last + BID_LENGTH]! + places[last + ASK_LENGTH]!;
  return levels * BYTES_A_LEVEL + snapshots * BYTES_A_BOOK;
}

/**
 * A record that is not a book. `before` is the index of the book that follows. Decimals are texts, in the order of
 * `STATISTICS_FIELDS`.
 */
export type BlockEvent =
  | { readonly type: 'gap'; readonly before: number; readonly at: Instant; readonly gap: MarketGap }
  | { readonly type: 'statistics'; readonly before: number; readonly at: Instant; readonly texts: readonly (string | undefined)[] };

/** Decodes the next books of a cursor, up to `mostSnapshots` and as long as its pair is one. Undefined when it has none left. */
export function decodeBlock(cursor: MarketCursor, mostSnapshots: number): BookBlock | undefined {
  const pair = nextPair(cursor);
  const events: BlockEvent[] = [];
  let levels: LevelArrays | undefined;
  let firstSequence = 0;
  const looks = new Float64Array(new SharedArrayBuffer(8 * LOOK_COLUMNS * mostSnapshots));
  const isWide = cursor.book.bids.ticks instanceof Float64Array;
  const places = wholes(isWide, PLACE_COLUMNS * mostSnapshots);
  let count = 0;
  while (count < mostSnapshots && (levels === undefined || levels.hasRoom) && nextPair(cursor) === pair) {
    const type = cursor.next();
    if (type === END) break;
    const { at, book } = cursor;
    if (type === BOOK) {
      if (count === 0) firstSequence = book.sequence;
      levels ??= new LevelArrays(book, mostSnapshots);
      writeLook(book, looks, count * LOOK_COLUMNS);
      writePlace(book, places, count * PLACE_COLUMNS, levels.length);
      levels.add(book.bids);
      levels.add(book.asks);
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
    wide: isWide,
    previousAt: undefined,
  });
  const { ticks, lots } = levels ?? new LevelArrays(cursor.book, 0);
  return { header, snapshots: count, firstSequence, ticks, lots, looks, places, events };
}

/** The pair of the record that comes next: each file has its own, and its rules may differ. A cursor has it once it has looked ahead. */
function nextPair(cursor: MarketCursor): MarketCursor['pair'] {
  void cursor.nextAt;
  return cursor.pair;
}

function writeLook({ receivedAt, exchangeAt, bids, asks }: Book, looks: Float64Array, row: number): void {
  looks[row + RECEIVED_AT] = receivedAt;
  looks[row + EXCHANGE_AT] = exchangeAt;
  looks[row + BID_LOTS] = bids.bestLots;
  looks[row + ASK_LOTS] = asks.bestLots;
}

function writePlace({ depth, bids, asks }: Book, places: BookBlock['places'], row: number, start: number): void {
  places[row + LEVELS_START] = start;
  places[row + BID_LENGTH] = bids.length;
  places[row + ASK_LENGTH] = asks.length;
  places[row + DEPTH] = depth;
  places[row + BID_TICKS] = bids.bestTicks;
  places[row + ASK_TICKS] = asks.bestTicks;
}

/** An array in shared memory. */
function wholes(isWide: boolean, length: number): Int32Array | Float64Array {
  return isWide ? new Float64Array(new SharedArrayBuffer(8 * length)) : new Int32Array(new SharedArrayBuffer(4 * length));
}

/** Room for a number of books like the first one. The system allocates the memory only when it is written to. */
class LevelArrays {
  readonly ticks: Int32Array | Float64Array;
  readonly lots: Float64Array;
  length = 0;

  constructor({ bids, asks, depth }: Book, count: number) {
    const capacity = 2 * MAX_DEPTH + 2 * count * Math.max(depth, bids.length, asks.length);
    const isWide = bids.ticks instanceof Float64Array;
    this.ticks = wholes(isWide, capacity);
    this.lots = new Float64Array(new SharedArrayBuffer(8 * capacity));
  }

  /** Whether one more book fits, whatever its depth. */
  get hasRoom(): boolean {
    return this.length + 2 * MAX_DEPTH <= this.lots.length;
  }

  add({ ticks, lots, start, length }: BookSide): void {
    const from = this.length;
    for (let i = 0; i < length; i++) {
      this.ticks[from + i] = ticks[start + i]!;
      this.lots[from + i] = lots[start + i]!;
    }
    this.length += length;
  }
}
