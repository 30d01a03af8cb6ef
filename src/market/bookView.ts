import { assert } from '../base/assert.ts';
import type { Decimal } from '../base/decimal.ts';
import type { Instant } from '../base/instant.ts';
import type { Book, BookSide } from '../model/book.ts';
import { amountOf, type Grid, midPriceOf, priceOf, type Side } from '../model/grid.ts';
import { type DepthWalk, walkDepth } from './depthWalk.ts';
import { imbalanceOf } from './imbalance.ts';

/** One price level, exact. */
export interface Level {
  readonly price: Decimal;
  readonly amount: Decimal;
}

/**
 * What a strategy sees of a book, without a copy. Later polls reuse the book's arrays, so take the values that you need out of
 * the view and don't keep the view.
 *
 * Prices and amounts are `Decimal`. Names that end in `Ticks`, and all ratios, are signals and plain numbers. Where a side has no
 * level, its best price and everything that follows from it are undefined.
 */
export class BookView {
  readonly #book: Book;

  constructor(book: Book) {
    this.#book = book;
  }

  get symbol(): string {
    return this.#book.symbol;
  }
  get grid(): Grid {
    return this.#book.grid;
  }
  /** The book itself: whole ticks and lots in typed arrays. */
  get raw(): Book {
    return this.#book;
  }
  /** The venue's own time of the book's last change. */
  get exchangeAt(): Instant {
    return this.#book.exchangeAt;
  }
  get receivedAt(): Instant {
    return this.#book.receivedAt;
  }
  /** The number of this poll of the symbol. */
  get sequence(): number {
    return this.#book.sequence;
  }

  /** Milliseconds since the book arrived. */
  ageMs(now: Instant): number {
    return now - this.#book.receivedAt;
  }

  get bestBidTicks(): number | undefined {
    return this.#book.bids.length > 0 ? this.#book.bids.bestTicks : undefined;
  }
  get bestAskTicks(): number | undefined {
    return this.#book.asks.length > 0 ? this.#book.asks.bestTicks : undefined;
  }
  get bestBid(): Decimal | undefined {
    return this.#priceOf(this.bestBidTicks);
  }
  get bestAsk(): Decimal | undefined {
    return this.#priceOf(this.bestAskTicks);
  }

  /** Half way between the best prices, in ticks: it may end in .5. */
  get midTicks(): number | undefined {
    const bid = this.bestBidTicks;
    const ask = this.bestAskTicks;
    return bid === undefined || ask === undefined ? undefined : bid + (ask - bid) / 2;
  }
  /** Half way between the best prices, exact: it may lie on half a tick. */
  get mid(): Decimal | undefined {
    const bid = this.bestBidTicks;
    const ask = this.bestAskTicks;
    return bid === undefined || ask === undefined ? undefined : midPriceOf(this.#book.grid, bid, ask);
  }

  get spreadTicks(): number | undefined {
    const bid = this.bestBidTicks;
    const ask = this.bestAskTicks;
    return bid === undefined || ask === undefined ? undefined : ask - bid;
  }
  /** Best ask less best bid. */
  get spread(): Decimal | undefined {
    return this.#priceOf(this.spreadTicks);
  }
  /** The spread in ten-thousandths of the mid. */
  get spreadBps(): number | undefined {
    const mid = this.midTicks;
    const spread = this.spreadTicks;
    return mid === undefined || spread === undefined ? undefined : (spread / mid) * 10_000;
  }

  /** The mid weighted by the opposite touch, so that it lies nearer to the side that is about to run out. */
  get micropriceTicks(): number | undefined {
    const { bids, asks } = this.#book;
    if (bids.length === 0 || asks.length === 0) return undefined;
    const bidLots = bids.bestLots;
    const askLots = asks.bestLots;
    return (bids.bestTicks * askLots + asks.bestTicks * bidLots) / (bidLots + askLots);
  }

  /** From -1 (only asks) to 1 (only bids) over the best `levels` of each side; undefined when both are empty. */
  imbalance(levels: number): number | undefined {
    return imbalanceOf(this.#book, levels);
  }

  /** What it would cost to buy this much at once, as far as the polled levels show. */
  costToBuy(amount: Decimal): DepthWalk {
    return walkDepth(this.#book, 'Buy', amount);
  }
  /** What it would bring to sell this much at once, as far as the polled levels show. */
  costToSell(amount: Decimal): DepthWalk {
    return walkDepth(this.#book, 'Sell', amount);
  }

  /** The price at a number of ticks, which may be a fraction. It is rounded onto the grid in the stated direction. */
  priceAt(ticks: number, rounding: 'down' | 'up'): Decimal {
    assert(Number.isFinite(ticks), () => `a price needs a finite number of ticks, not ${ticks}`);
    return priceOf(this.grid, rounding === 'down' ? Math.floor(ticks) : Math.ceil(ticks));
  }

  /** The resting orders to buy (`Buy`, the bids) or to sell, best first. */
  *levels(side: Side, atMost: number = Infinity): Generator<Level> {
    const levels = this.#side(side);
    const end = levels.start + Math.min(levels.length, atMost);
    for (let i = levels.start; i < end; i++) {
      yield { price: priceOf(this.grid, levels.ticks[i]!), amount: amountOf(this.grid, levels.lots[i]!) };
    }
  }

  /** Whether all levels of the side are known, because the venue had fewer than were asked for. */
  isComplete(side: Side): boolean {
    return this.#side(side).length < this.#book.depth;
  }

  #side(side: Side): BookSide {
    return side === 'Buy' ? this.#book.bids : this.#book.asks;
  }

  #priceOf(ticks: number | undefined): Decimal | undefined {
    return ticks === undefined ? undefined : priceOf(this.grid, ticks);
  }
}
