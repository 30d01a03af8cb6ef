import type { Instant } from '../../base/instant.ts';
import type { Candle } from '../../market/candle.ts';
import { CandleSeries } from '../../market/candleSeries.ts';
import type { Book } from '../../model/book.ts';
import { midPriceOf } from '../../model/grid.ts';
import { keepLast } from './keepLast.ts';

/** The mid at one moment, exact. */
export type MidPoint = readonly [at: Instant, mid: string];

const MID_EVERY_MS = 1000;
const MOST_MIDS = 600;
const CANDLE_MS = 60_000;
const MOST_CANDLES = 300;

/** What was seen of one market lately: the last book, mids of the last minutes, candles of the last hours. */
export class MarketHistory {
  #book: Book | undefined;
  /** Times and twice the mid in ticks, side by side: a quarter of what objects would need. */
  readonly #times: Instant[] = [];
  readonly #twice: number[] = [];
  readonly #series = new CandleSeries(CANDLE_MS);
  readonly #candles: Candle[] = [];

  /** The book is kept, not copied: the next poll but two writes over it, and by then another one is here. */
  add(book: Book): void {
    this.#book = book;
    const { bids, asks, receivedAt } = book;
    const closed = this.#series.add(book);
    if (closed !== undefined) keepLast(this.#candles, closed, MOST_CANDLES);
    if (bids.length === 0 || asks.length === 0 || receivedAt < (this.#times.at(-1) ?? -Infinity) + MID_EVERY_MS) return;
    keepLast(this.#times, receivedAt, MOST_MIDS);
    keepLast(this.#twice, bids.bestTicks + asks.bestTicks, MOST_MIDS);
  }

  get book(): Book | undefined {
    return this.#book;
  }

  /** One a second at the most, oldest first. */
  mids(): readonly MidPoint[] {
    const { grid } = this.#book ?? {};
    return grid === undefined ? [] : this.#times.map((at, place) => [at, midPriceOf(grid, 0, this.#twice[place]!).toFixed()]);
  }

  /** Closed candles of a minute, oldest first. */
  get candles(): readonly Candle[] {
    return this.#candles;
  }
}
