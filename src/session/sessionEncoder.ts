import type { Instant } from '../base/instant.ts';
import { type Book, type BookSide, copyLevels, createBook } from '../model/book.ts';
import type { Event } from '../model/event.ts';
import { writeEdits } from '../recording/bookEdits.ts';
import { ByteWriter } from '../recording/byteWriter.ts';
import { exactText } from './exactText.ts';
import { TextRows } from './textRows.ts';

/** The kinds of records. Events of all other kinds are written as exact text. */
export const RECORD = { timer: 0, book: 1, newSymbol: 2, statistics: 3, balances: 4, other: 5 } as const;

interface Known {
  readonly index: number;
  /** The last book as it was written. */
  book: Book;
}

/**
 * Writes events as bytes, each with the decisions on it. A book is written as edits of the book before, and a list of rows names
 * only what changed. So a part of a session must be read from its beginning; `reset` begins a new part.
 */
export class SessionEncoder {
  readonly #writer = new ByteWriter();
  readonly #edits = new ByteWriter();
  readonly #symbols = new Map<string, Known>();
  #rows = { statistics: new TextRows(), balances: new TextRows() };
  #at: Instant = 0;
  #count = 0;

  /** Bytes in the chunk so far. */
  get length(): number {
    return this.#writer.length;
  }

  /** Events in the chunk so far. */
  get count(): number {
    return this.#count;
  }

  add(event: Event, decisions: string): void {
    if (this.#count === 0) {
      this.#writer.varint(event.sequence);
      this.#at = 0;
    }
    this.#event(event);
    this.#writer.text(decisions);
    this.#count++;
  }

  /** Returns the whole chunk and begins the next one. */
  take(): Uint8Array {
    this.#count = 0;
    const taken = this.#writer.take(0);
    this.#writer.clear();
    return taken;
  }

  /** Forgets earlier events: the next one is the first of a part. */
  reset(): void {
    this.#symbols.clear();
    this.#rows = { statistics: new TextRows(), balances: new TextRows() };
  }

  #event(event: Event): void {
    switch (event.type) {
      case 'timer':
        this.#head(RECORD.timer, event.at);
        return;
      case 'book':
        this.#book(event.book, event.at);
        return;
      case 'statistics':
      case 'balances':
        this.#head(RECORD[event.type], event.at);
        this.#writer.text(this.#rows[event.type].edits(event.rows.map(exactText)));
        return;
      default: {
        const { sequence: _sequence, at, ...body } = event;
        this.#head(RECORD.other, at);
        this.#writer.text(exactText(body));
      }
    }
  }

  #head(kind: number, at: Instant): void {
    this.#writer.varint(kind);
    this.#writer.signed(at - this.#at);
    this.#at = at;
  }

  #book(book: Book, at: Instant): void {
    const writer = this.#writer;
    const isNew = !this.#symbols.has(book.symbol);
    const known = this.#knownOf(book);
    this.#head(isNew ? RECORD.newSymbol : RECORD.book, at);
    if (isNew) writer.text(book.symbol);
    else writer.varint(known.index);
    writer.signed(at - book.exchangeAt);
    writer.signed(at - book.receivedAt);
    writer.varint(book.sequence);
    writer.varint(book.depth);
    writer.varint(book.bids.ticks instanceof Float64Array ? 1 : 0);
    this.#side(known.book.bids, book.bids, -1);
    this.#side(known.book.asks, book.asks, 1);
    keep(known, book);
  }

  #side(before: BookSide, after: BookSide, step: 1 | -1): void {
    this.#edits.clear();
    this.#writer.varint(writeEdits(this.#edits, before, after, step, Infinity));
    this.#writer.append(this.#edits);
  }

  #knownOf(book: Book): Known {
    let known = this.#symbols.get(book.symbol);
    if (known === undefined) {
      known = { index: this.#symbols.size, book: createBook(book.symbol, book.grid, 0) };
      this.#symbols.set(book.symbol, known);
    }
    return known;
  }
}

/** Copies a book into the arrays of the book before, as long as they have room. */
function keep(known: Known, book: Book): void {
  const levels = Math.max(book.bids.length, book.asks.length);
  if (known.book.bids.ticks.length < levels) known.book = createBook(book.symbol, book.grid, levels, true);
  copyLevels(book.bids, known.book.bids);
  copyLevels(book.asks, known.book.asks);
}
