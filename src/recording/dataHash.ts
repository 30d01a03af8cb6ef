import { createHash, type Hash } from 'node:crypto';
import { type Book, type BookSide, MAX_DEPTH } from '../model/book.ts';
import { BOOK, END, GAP, type MarketCursor, type STATISTICS } from './marketCursor.ts';
import { STATISTICS_FIELDS } from './marketRecord.ts';
import { openMarket } from './openMarket.ts';
import type { RecordingRange } from './recordingCursor.ts';

/**
 * The sha-256, in hexadecimal, of what a backtest would read of a symbol: grid, books, statistics and gaps. It does not depend on
 * how the data is cut into chunks and files, or on whether days are compressed.
 */
export function dataHash(dir: string, symbol: string, range: RecordingRange = {}): string {
  return contentHash(openMarket(dir, symbol, range));
}

/** Like `dataHash`, over the rest of any cursor, which it closes. */
export function contentHash(cursor: MarketCursor): string {
  const { symbol, grid } = cursor.pair;
  const hash = createHash('sha256').update(`${symbol} ${grid.precision} ${grid.lot.toFixed()}\n`);
  const content = new HashedContent(hash);
  for (let type = cursor.next(); type !== END; type = cursor.next()) {
    if (type === BOOK) content.book(cursor.book);
    else content.text(type, cursor.at, type === GAP ? gapText(cursor) : statisticsText(cursor));
  }
  cursor.close();
  content.flush();
  return hash.digest('hex');
}

function gapText({ gap }: MarketCursor): string {
  return JSON.stringify([gap!.from, gap!.reason, gap!.detail]);
}

function statisticsText({ statistics }: MarketCursor): string {
  return JSON.stringify(STATISTICS_FIELDS.map((field) => statistics![field]?.toFixed() ?? null));
}

const NUMBERS = 8192;
/** The most numbers that one book adds: its facts, and two numbers for each of its levels and each level of the book before. */
const MOST_OF_A_BOOK = 8 + 8 * MAX_DEPTH;

/** Collects numbers for a hash. A level is added where it differs from the book before. */
class HashedContent {
  readonly #hash: Hash;
  readonly #numbers = new Float64Array(NUMBERS);
  readonly #bids = new HashedSide(-1);
  readonly #asks = new HashedSide(1);
  #length = 0;

  constructor(hash: Hash) {
    this.#hash = hash;
  }

  book(book: Book): void {
    if (this.#length + MOST_OF_A_BOOK > NUMBERS) this.flush();
    const numbers = this.#numbers;
    let at = this.#length;
    numbers[at++] = BOOK;
    numbers[at++] = book.receivedAt;
    numbers[at++] = book.exchangeAt;
    numbers[at++] = book.depth;
    at = this.#bids.write(book.bids, numbers, at);
    this.#length = this.#asks.write(book.asks, numbers, at);
  }

  text(type: typeof GAP | typeof STATISTICS, at: number, text: string): void {
    this.flush();
    this.#hash.update(Float64Array.of(type, at)).update(text).update('\n');
  }

  flush(): void {
    this.#hash.update(new Uint8Array(this.#numbers.buffer, 0, this.#length * Float64Array.BYTES_PER_ELEMENT));
    this.#length = 0;
  }
}

class HashedSide {
  readonly #step: 1 | -1;
  readonly #ticks = new Float64Array(MAX_DEPTH);
  readonly #lots = new Float64Array(MAX_DEPTH);
  #length = 0;

  /** `step` is the direction in which prices move away from the touch. */
  constructor(step: 1 | -1) {
    this.#step = step;
  }

  /**
   * Writes ticks and lots of new and changed levels, and ticks and 0 for levels that are gone. Returns how many numbers it wrote.
   */
  write({ ticks, lots, start, length }: BookSide, into: Float64Array, from: number): number {
    const [oldTicks, oldLots] = [this.#ticks, this.#lots];
    const [oldEnd, end] = [this.#length, start + length];
    let at = from;
    let i = 0;
    let j = start;
    while (i < oldEnd || j < end) {
      const apart = i === oldEnd ? -1 : j === end ? 1 : (ticks[j]! - oldTicks[i]!) * this.#step;
      const isGone = apart > 0;
      if (apart !== 0 || lots[j] !== oldLots[i]) {
        into[at++] = isGone ? oldTicks[i]! : ticks[j]!;
        into[at++] = isGone ? 0 : lots[j]!;
      }
      if (apart >= 0) i++;
      if (apart <= 0) j++;
    }
    for (let n = 0; n < length; n++) {
      oldTicks[n] = ticks[start + n]!;
      oldLots[n] = lots[start + n]!;
    }
    this.#length = length;
    into[at] = at - from;
    return at + 1;
  }
}
