import { createHash, type Hash } from 'node:crypto';
import { type Book, type BookSide, MAX_DEPTH } from '../model/book.ts';
import { BOOK, END, GAP, type MarketCursor, type STATISTICS } from './marketCursor.ts';
import { STATISTICS_FIELDS } from './marketRecord.ts';
import { openMarket } from './openMarket.ts';
import type { RecordingRange } from './recordingCursor.ts';

/**
 * sha-256, in hexadecimal, over what a backtest would read of a symbol: the same however it is cut into chunks and files, and
 * whether its days are compressed. Books, statistics and gaps count, and the grid.
 */
export function dataHash(dir: string, symbol: string, range: RecordingRange = {}): string {
  return contentHash(openMarket(dir, symbol, range));
}

/** As `dataHash`, of whatever a cursor still has to give. Closes it. */
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
/** Of one book: its facts, and three numbers for each level that differs. */
const MOST_OF_A_BOOK = 8 + 6 * MAX_DEPTH;

/** Numbers on their way into a hash. Levels count where they differ from the level at their place in the book before. */
class HashedContent {
  readonly #hash: Hash;
  readonly #numbers = new Float64Array(NUMBERS);
  readonly #bids = new HashedSide();
  readonly #asks = new HashedSide();
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
  readonly #ticks = new Float64Array(MAX_DEPTH);
  readonly #lots = new Float64Array(MAX_DEPTH);

  /** The length, the levels that differ, and how many those are. Gives back where it has written to. */
  write({ ticks, lots, start, length }: BookSide, into: Float64Array, from: number): number {
    const [oldTicks, oldLots] = [this.#ticks, this.#lots];
    let at = from;
    into[at++] = length;
    for (let i = 0; i < length; i++) {
      const price = ticks[start + i]!;
      const amount = lots[start + i]!;
      if (price === oldTicks[i] && amount === oldLots[i]) continue;
      oldTicks[i] = price;
      oldLots[i] = amount;
      into[at++] = i;
      into[at++] = price;
      into[at++] = amount;
    }
    into[at] = at - from;
    return at + 1;
  }
}
