import { Fault } from '../base/fault.ts';
import type { Instant } from '../base/instant.ts';
import { type Book, type BookSide, copyLevels, createBook, MAX_DEPTH } from '../model/book.ts';
import type { Event, EventBody } from '../model/event.ts';
import type { Grid } from '../model/grid.ts';
import type { Pair } from '../model/pair.ts';
import { applyEdits, EDIT_CAPACITY } from '../recording/applyEdits.ts';
import { ByteReader } from '../recording/byteReader.ts';
import { exactValue } from './exactText.ts';
import { RECORD } from './sessionEncoder.ts';
import { TextRows } from './textRows.ts';

/** One event of a session and the decisions on it. */
export interface SessionStep {
  /** A book in it is reused. It stays whole while three more books of its symbol are read, as in the daemon. */
  readonly event: Event;
  /** The commands and decisions as canonical text. Empty when there were none. */
  readonly decisions: string;
}

/** The feed keeps this many books of each symbol, so a strategy that keeps a book too long sees the same in both. */
const SLOTS = 4;

interface Ring {
  /** The book that the next edits change. */
  readonly latest: Book;
  readonly books: Book[];
  next: number;
}

/** Reads what a `SessionEncoder` wrote, part by part, each from its beginning. */
export class SessionDecoder {
  readonly #grids = new Map<string, Grid>();
  #rings: Ring[] = [];
  #rows = { statistics: new TextRows(), balances: new TextRows() };
  #at: Instant = 0;

  reset(): void {
    this.#rings = [];
    this.#rows = { statistics: new TextRows(), balances: new TextRows() };
  }

  *steps(chunk: Uint8Array): Generator<SessionStep> {
    const reader = new ByteReader(chunk, 0, chunk.length);
    let sequence = reader.varint();
    this.#at = 0;
    while (reader.at < chunk.length) {
      const event: Event = { ...this.#body(reader, chunk), sequence: sequence++, at: this.#at };
      const decisions = reader.text();
      if (reader.broken) throw new Fault('store', 'a record ends too soon');
      if (event.type === 'pairs') this.#learn(event.pairs);
      yield { event, decisions };
    }
  }

  #learn(pairs: readonly Pair[]): void {
    for (const { symbol, grid } of pairs) this.#grids.set(symbol, grid);
  }

  #body(reader: ByteReader, chunk: Uint8Array): EventBody {
    const kind = reader.varint();
    this.#at += signed(reader);
    switch (kind) {
      case RECORD.timer:
        return { type: 'timer' };
      case RECORD.book:
      case RECORD.newSymbol:
        return { type: 'book', book: this.#book(reader, chunk, kind === RECORD.newSymbol) };
      case RECORD.statistics:
        return { type: 'statistics', rows: this.#rowsOf('statistics', reader) };
      case RECORD.balances:
        return { type: 'balances', rows: this.#rowsOf('balances', reader) };
      case RECORD.other:
        return exactValue(reader.text()) as EventBody;
      default:
        throw new Fault('store', `a record of an unknown kind ${kind}`);
    }
  }

  #rowsOf<T>(list: 'statistics' | 'balances', reader: ByteReader): readonly T[] {
    return this.#rows[list].apply(reader.text()).map((row) => exactValue(row) as T);
  }

  #book(reader: ByteReader, chunk: Uint8Array, isNew: boolean): Book {
    const ring = isNew ? this.#begin(reader.text()) : this.#rings[reader.varint()];
    if (ring === undefined) throw new Fault('store', 'a book of a symbol that was not named');
    const exchangeAt = this.#at - signed(reader);
    const receivedAt = this.#at - signed(reader);
    const sequence = reader.varint();
    const depth = reader.varint();
    const wide = reader.varint() === 1;
    const { latest } = ring;
    editSide(reader, chunk, latest.bids, -1);
    editSide(reader, chunk, latest.asks, 1);
    const book = slotOf(ring, wide);
    copyLevels(latest.bids, book.bids);
    copyLevels(latest.asks, book.asks);
    return Object.assign(book, { exchangeAt, receivedAt, sequence, depth });
  }

  #begin(symbol: string): Ring {
    const grid = this.#grids.get(symbol);
    if (grid === undefined) throw new Fault('store', `a book of ${symbol} before its rules were told`);
    const ring = { latest: createBook(symbol, grid, EDIT_CAPACITY, true), books: [], next: 0 };
    this.#rings.push(ring);
    return ring;
  }
}

/** The next slot of the ring, with arrays of the right kind. */
function slotOf(ring: Ring, wide: boolean): Book {
  const { symbol, grid } = ring.latest;
  let book = ring.books[ring.next];
  if (book === undefined || book.bids.ticks instanceof Float64Array !== wide) book = createBook(symbol, grid, MAX_DEPTH, wide);
  ring.books[ring.next] = book;
  ring.next = (ring.next + 1) % SLOTS;
  return book;
}

function editSide(reader: ByteReader, chunk: Uint8Array, side: BookSide, step: 1 | -1): void {
  const count = reader.varint();
  const end = applyEdits(chunk, reader.at, count, side, step);
  if (end < 0) throw new Fault('store', 'the edits of a book do not fit it');
  reader.at = end;
}

/** Reads a number that `ByteWriter.signed` wrote. */
function signed(reader: ByteReader): number {
  const low = reader.byte();
  const size = ((low & 0x7f) >> 1) + (low > 0x7f ? reader.varint() * 64 : 0);
  return (low & 1) === 1 ? -size : size;
}
