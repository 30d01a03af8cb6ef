import { assert } from '../base/assert.ts';
import { type Book, createBook } from '../model/book.ts';
import type { Grid } from '../model/grid.ts';
import { decodeBook } from './bookDecoder.ts';
import type { DecodeOutcome } from './decodeOutcome.ts';

const SLOTS = 4;

/**
 * The reused books of one symbol. A book that was handed out stays whole while three more are handed out. A book that is decoded
 * and then withheld is overwritten by the next poll.
 */
export class BookRing {
  readonly #symbol: string;
  readonly #grid: Grid;
  readonly #capacity: number;
  #books: Book[];
  #free = 0;

  /** `capacity` is the number of levels per side. */
  constructor(symbol: string, grid: Grid, capacity: number) {
    this.#symbol = symbol;
    this.#grid = grid;
    this.#capacity = capacity;
    this.#books = this.#create(false);
  }

  /** The book that `decode` fills. */
  get free(): Book {
    const book = this.#books[this.#free];
    assert(book !== undefined, 'a ring always has a free book');
    return book;
  }

  /** Decodes into the free book. Switches to wide ticks for good when a price needs them. */
  decode(body: Uint8Array): DecodeOutcome {
    const outcome = decodeBook(body, this.free);
    if (outcome.ok || outcome.reason !== 'needs-wide') return outcome;
    this.#books = this.#create(true);
    return decodeBook(body, this.free);
  }

  /** Hands out the free book. */
  handOut(): Book {
    const book = this.free;
    this.#free = (this.#free + 1) % SLOTS;
    return book;
  }

  #create(wide: boolean): Book[] {
    return Array.from({ length: SLOTS }, () => createBook(this.#symbol, this.#grid, this.#capacity, wide));
  }
}
