import { ONE } from '../base/decimal.ts';
import type { Instant } from '../base/instant.ts';
import { type Book, copyLevels, createBook, MAX_DEPTH } from '../model/book.ts';
import { type Grid, gridOf } from '../model/grid.ts';
import { currenciesOf } from '../model/pair.ts';
import type { PairStatistics } from '../model/statistics.ts';
import { ByteReader } from '../recording/byteReader.ts';
import { emptyHead, HEAD_BYTES, isIntact, KEYFRAME, MARKET, readChunkHead } from '../recording/chunk.ts';
import { BOOK, GAP, type MarketGap, STATISTICS } from '../recording/marketCursor.ts';
import { RecordDecoder } from '../recording/recordDecoder.ts';

const SLOTS = 4;

/** A book, and the time before it in which its publisher knew nothing. */
export interface ReadBook {
  readonly book: Book;
  readonly gap: MarketGap | undefined;
}

const ANY_GRID = gridOf(0, ONE);
/**
 * All symbols share it, since each book can be read by itself. One for each would be 64 kB that are out of the processor's cache whenever a
 * book of another symbol came in between.
 */
const decoderOfBooks = new RecordDecoder('', ANY_GRID, true);

/** Reads the books of one symbol. Each stays whole while three more are read. */
export class BookDecoder {
  readonly #books: readonly Book[];
  readonly #head = emptyHead();
  #free = 0;

  constructor(symbol: string, grid: Grid) {
    this.#books = Array.from({ length: SLOTS }, () => createBook(symbol, grid, MAX_DEPTH, true));
  }

  /** A text that says what is wrong with a body that holds no whole book. */
  read(body: Uint8Array, sequence: number): ReadBook | string {
    const head = this.#head;
    const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
    if (body.length < HEAD_BYTES || !readChunkHead(view, 0, head) || head.payloadBytes !== body.length - HEAD_BYTES) {
      return 'the message holds no book';
    }
    if (!isIntact(body)) return 'the message is damaged: its checksum is another';
    if (head.kind !== MARKET || (head.flags & KEYFRAME) === 0) return 'the message holds no book that can be read by itself';
    const decoder = decoderOfBooks;
    decoder.book.depth = 0;
    decoder.begin(body, HEAD_BYTES, body.length, head.firstAt);
    let found = decoder.next();
    const gap = found === GAP ? decoder.gap : undefined;
    if (found === GAP) found = decoder.next();
    if (found !== BOOK || decoder.nextType() !== undefined) return 'the message holds something else than one book';
    const book = this.#books[this.#free]!;
    this.#free = (this.#free + 1) % SLOTS;
    copyLevels(decoder.book.bids, book.bids);
    copyLevels(decoder.book.asks, book.asks);
    book.receivedAt = decoder.book.receivedAt;
    book.exchangeAt = decoder.book.exchangeAt;
    book.depth = decoder.book.depth;
    book.sequence = sequence + 1;
    return { book, gap };
  }
}

/** Rows of statistics of one time. */
export interface ReadStatistics {
  readonly at: Instant;
  readonly rows: readonly PairStatistics[];
}

const MOST_ROWS = 10_000;
const decoderOfAll = new RecordDecoder('', ANY_GRID, false);

/** Undefined for what holds no rows. */
export function decodeStatistics(body: Uint8Array): ReadStatistics | undefined {
  const reader = new ByteReader(body, 0, body.length);
  const at = reader.varint();
  const count = reader.varint();
  if (reader.broken || count > MOST_ROWS) return undefined;
  const rows: PairStatistics[] = [];
  for (let i = 0; i < count; i++) {
    const symbol = reader.text();
    const length = reader.varint();
    const end = reader.at + length;
    if (reader.broken || end > body.length || currenciesOf(symbol) === undefined) return undefined;
    decoderOfAll.begin(body, reader.at, end, at);
    const { statistics } = decoderOfAll.next() === STATISTICS ? decoderOfAll : { statistics: undefined };
    if (statistics === undefined) return undefined;
    rows.push({ ...statistics, symbol });
    reader.at = end;
  }
  return { at, rows };
}
