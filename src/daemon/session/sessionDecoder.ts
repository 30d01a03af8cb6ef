import { Fault } from '../../base/fault.ts';
import type { Instant } from '../../base/instant.ts';
import { type Book, createBook, MAX_DEPTH } from '../../model/book.ts';
import type { Event, EventBody } from '../../model/event.ts';
import type { Grid } from '../../model/grid.ts';
import type { Pair } from '../../model/pair.ts';
import { readSideEdits } from './bookEdits.ts';
import { ByteReader } from './byteReader.ts';
import { exactValue } from './exactText.ts';
import { RECORD } from './sessionEncoder.ts';
import { TextRows } from './textRows.ts';

/** One event of a session and what was decided on it. */
export interface SessionStep {
  /** A book in it is reused: it stays whole while three more of its symbol are read, as in the daemon. */
  readonly event: Event;
  /** Canonical text of the commands and decisions; empty when there were none. */
  readonly decisions: string;
}

/** As many as the feed keeps of each symbol: a strategy that holds on to a book sees the same in both. */
const SLOTS = 4;

interface Ring {
  readonly books: Book[];
  last: number;
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
    const reader = new ByteReader(chunk);
    let sequence = reader.whole();
    this.#at = 0;
    while (!reader.isAtEnd) {
      const event: Event = { ...this.#body(reader), sequence: sequence++, at: this.#at };
      if (event.type === 'pairs') this.#learn(event.pairs);
      yield { event, decisions: reader.text() };
    }
  }

  #learn(pairs: readonly Pair[]): void {
    for (const { symbol, grid } of pairs) this.#grids.set(symbol, grid);
  }

  #body(reader: ByteReader): EventBody {
    const kind = reader.whole();
    this.#at += reader.signed();
    switch (kind) {
      case RECORD.timer:
        return { type: 'timer' };
      case RECORD.book:
      case RECORD.newSymbol:
        return { type: 'book', book: this.#book(reader, kind === RECORD.newSymbol) };
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

  #book(reader: ByteReader, isNew: boolean): Book {
    const ring = isNew ? this.#begin(reader.text()) : this.#rings[reader.whole()];
    if (ring === undefined) throw new Fault('store', 'a book of a symbol that was not named');
    const before = ring.books[ring.last]!;
    ring.last = (ring.last + 1) % SLOTS;
    const exchangeAt = this.#at - reader.signed();
    const receivedAt = this.#at - reader.signed();
    const sequence = reader.whole();
    const depth = reader.whole();
    const wide = reader.whole() === 1;
    const { symbol, grid } = before;
    const book = fitting(ring, before, wide) ?? createBook(symbol, grid, MAX_DEPTH, wide);
    ring.books[ring.last] = book;
    readSideEdits(reader, before.bids, book.bids);
    readSideEdits(reader, before.asks, book.asks);
    return Object.assign(book, { exchangeAt, receivedAt, sequence, depth });
  }

  #begin(symbol: string): Ring {
    const grid = this.#grids.get(symbol);
    if (grid === undefined) throw new Fault('store', `a book of ${symbol} before its rules were told`);
    const ring = { books: Array.from({ length: SLOTS }, () => createBook(symbol, grid)), last: 0 };
    this.#rings.push(ring);
    return ring;
  }
}

/** The book of the slot that is next, when its arrays are of the right kind and it is not the one before. */
function fitting(ring: Ring, before: Book, wide: boolean): Book | undefined {
  const next = ring.books[ring.last]!;
  return next !== before && next.bids.ticks instanceof Float64Array === wide ? next : undefined;
}
