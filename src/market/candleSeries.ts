import type { Instant } from '../base/instant.ts';
import type { Book } from '../model/book.ts';
import { Candle } from './candle.ts';

/**
 * Builds the candles of one length from books, of twice the mid in whole ticks. A candle closes when the first good book after its
 * interval comes, since nothing tells before that what the next interval begins with; so the same books give the same candles in
 * every world.
 *
 * The interval in which the first book comes is left out unless that book came at its very beginning: its other candles would
 * not be whole. An interval without a book has no candle; the next one tells how many were missed.
 */
export class CandleSeries {
  readonly lengthMs: number;
  #from: Instant = 0.5;
  #to: Instant = -Infinity;
  #isWhole = false;
  #missed = 0;
  #books = 0;
  #open = 0.5;
  #high = 0.5;
  #low = 0.5;
  #close = 0.5;
  #volume: number | undefined = undefined;
  /** The last figure of 24 hours, and when it came. */
  #dayVolume = 0.5;
  #dayVolumeAt: Instant = -Infinity;
  /** What grew after the interval was over, and the interval that it belongs to. */
  #later: { readonly from: Instant; readonly volume: number } | undefined = undefined;

  constructor(lengthMs: number) {
    this.lengthMs = lengthMs;
  }

  /** Adds a good book. Gives the candle that it closes, if there is one. */
  add(book: Book): Candle | undefined {
    const { bids, asks } = book;
    if (bids.length === 0 || asks.length === 0) return undefined;
    const twice = bids.bestTicks + asks.bestTicks;
    if (book.receivedAt >= this.#to) return this.#turn(book, twice);
    if (twice > this.#high) this.#high = twice;
    else if (twice < this.#low) this.#low = twice;
    this.#close = twice;
    this.#books++;
    return undefined;
  }

  /** Adds a figure of the last 24 hours, in base currency. */
  addVolume(dayVolume: number, at: Instant): void {
    const from = this.#startOf(at);
    const grown = Math.max(0, dayVolume - this.#dayVolume);
    // A figure that is older than the interval before says nothing of when its growth was traded.
    const isKnown = this.#dayVolumeAt >= from - this.lengthMs;
    this.#dayVolume = dayVolume;
    this.#dayVolumeAt = at;
    if (!isKnown) return;
    if (at < this.#to) this.#volume = (this.#volume ?? 0) + grown;
    else this.#later = { from, volume: (this.#later?.from === from ? this.#later.volume : 0) + grown };
  }

  #turn(book: Book, twice: number): Candle | undefined {
    const at = book.receivedAt;
    const closed = this.#isWhole ? this.#closed(book) : undefined;
    const from = this.#startOf(at);
    const isFirst = this.#to === -Infinity;
    this.#isWhole = !isFirst || at === from;
    this.#missed = isFirst ? 0 : Math.round((from - this.#to) / this.lengthMs);
    this.#from = from;
    this.#to = from + this.lengthMs;
    this.#books = 1;
    this.#open = this.#high = this.#low = this.#close = twice;
    this.#volume = this.#later?.from === from ? this.#later.volume : undefined;
    this.#later = undefined;
    return closed;
  }

  #closed({ symbol, grid }: Book): Candle {
    return new Candle({
      symbol,
      grid,
      from: this.#from,
      to: this.#to,
      open: this.#open / 2,
      high: this.#high / 2,
      low: this.#low / 2,
      close: this.#close / 2,
      books: this.#books,
      missed: this.#missed,
      volume: this.#volume,
    });
  }

  #startOf(at: Instant): Instant {
    return Math.floor(at / this.lengthMs) * this.lengthMs;
  }
}
