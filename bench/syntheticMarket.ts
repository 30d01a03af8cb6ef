import { dec } from '../src/base/decimal.ts';
import type { Instant } from '../src/base/instant.ts';
import { type Random, seededRandom } from '../src/base/random.ts';
import { type Book, createBook, showLevels } from '../src/model/book.ts';
import { amountOf, gridOf, priceOf } from '../src/model/grid.ts';
import type { Pair } from '../src/model/pair.ts';
import { BOOK, END, type MarketCursor, type MarketRecordType } from '../src/recording/marketCursor.ts';

/** `calm`: about 6.5 of 100 levels change between two snapshots. `busy`: about 26. */
export type Pace = 'calm' | 'busy';

export interface SyntheticMarketOptions {
  readonly pace: Pace;
  readonly snapshots: number;
  readonly seed?: number | string;
  readonly symbol?: string;
  readonly startAt?: Instant;
}

const LEVELS = 50;
/** More levels than are shown, so that levels come into the window from below it. */
const KEPT = 70;
const EVENTS: Readonly<Record<Pace, number>> = { calm: 5.25, busy: 26 };
/** In ticks. In a wider spread, prices appear more often than they disappear. */
const WIDE_SPREAD = 40;
const FIRST_TICKS = 6_124_990;

/** One side, including the levels below the window. */
interface DeepSide {
  readonly ticks: number[];
  readonly lots: number[];
  /** The direction away from the touch. */
  readonly step: 1 | -1;
}

/**
 * A seeded market: 50 levels per side of `BTC/EUR`, 200 to 800 ms apart, prices with two decimals, log-normal amounts in lots of
 * 0.00001. Levels come, change and go, most of them near the touch, and the mid wanders. The same seed gives the same books.
 */
export class SyntheticMarket implements MarketCursor {
  readonly pair: Pair;
  readonly book: Book;
  readonly statistics = undefined;
  readonly gap = undefined;
  readonly #random: Random;
  readonly #snapshots: number;
  readonly #events: number;
  readonly #bids: DeepSide = { ticks: [], lots: [], step: -1 };
  readonly #asks: DeepSide = { ticks: [], lots: [], step: 1 };
  #at: Instant;
  #waitMs = 0;

  constructor({ pace, snapshots, seed = 1, symbol = 'BTC/EUR', startAt = Date.UTC(2026, 10, 20) }: SyntheticMarketOptions) {
    this.pair = syntheticPair(symbol);
    this.book = createBook(symbol, this.pair.grid);
    this.#random = seededRandom(`${seed}:${pace}`);
    this.#snapshots = snapshots;
    this.#events = EVENTS[pace];
    this.#at = startAt;
    for (const side of [this.#bids, this.#asks]) this.#fill(side, FIRST_TICKS + side.step * 8);
  }

  get at(): Instant {
    return this.book.receivedAt;
  }
  get nextAt(): Instant {
    return this.book.sequence >= this.#snapshots ? Infinity : this.#at + this.#waitMs;
  }

  get nextType(): MarketRecordType {
    return this.book.sequence >= this.#snapshots ? END : BOOK;
  }

  nextBookAt = -Infinity;
  lookAhead(): void {
    this.nextBookAt = this.nextType === BOOK ? this.nextAt : -Infinity;
  }

  next(): MarketRecordType {
    const { book } = this;
    if (book.sequence >= this.#snapshots) return END;
    const random = this.#random;
    const events = Math.floor(this.#events * (0.5 + random.next()) + random.next());
    for (let i = 0; i < events; i++) this.#happen(random.next() < 0.5 ? this.#bids : this.#asks);
    this.#at += this.#waitMs;
    this.#waitMs = 200 + random.int(601);
    book.sequence++;
    book.depth = LEVELS;
    book.receivedAt = this.#at;
    book.exchangeAt = this.#at - 15 - random.int(60);
    show(this.#bids, book.bids);
    show(this.#asks, book.asks);
    return BOOK;
  }

  close(): void {}

  #happen(side: DeepSide): void {
    const random = this.#random;
    const nearness = random.next();
    const level = Math.floor(LEVELS * nearness * nearness);
    const isWide = level === 0 && this.#asks.ticks[0]! - this.#bids.ticks[0]! > WIDE_SPREAD;
    const kind = isWide ? 0.6 : random.next();
    if (kind < 0.56) side.lots[level] = this.#amount();
    else if (kind < 0.78) this.#insert(side, level);
    else {
      side.ticks.splice(level, 1);
      side.lots.splice(level, 1);
      if (side.ticks.length < LEVELS + 2) this.#fill(side, side.ticks.at(-1)! + side.step * (1 + random.int(20)));
    }
  }

  /** A new price above a level, if there is room between it and the one above (for the best level, within the spread). */
  #insert(side: DeepSide, level: number): void {
    const other = side === this.#bids ? this.#asks : this.#bids;
    const above = level === 0 ? other.ticks[0]! : side.ticks[level - 1]!;
    const room = Math.abs(side.ticks[level]! - above) - 1;
    if (room < 1) {
      side.lots[level] = this.#amount();
      return;
    }
    side.ticks.splice(level, 0, side.ticks[level]! - side.step * (1 + this.#random.int(room)));
    side.lots.splice(level, 0, this.#amount());
    side.ticks.length = Math.min(side.ticks.length, KEPT);
    side.lots.length = side.ticks.length;
  }

  #fill(side: DeepSide, from: number): void {
    let ticks = from;
    while (side.ticks.length < KEPT) {
      side.ticks.push(ticks);
      side.lots.push(this.#amount());
      ticks += side.step * (1 + this.#random.int(20));
    }
  }

  #amount(): number {
    return 1 + Math.floor(20_000 * Math.exp(1.2 * this.#random.normal()));
  }
}

function show(side: DeepSide, into: Book['bids']): void {
  for (let i = 0; i < LEVELS; i++) {
    into.ticks[i] = side.ticks[i]!;
    into.lots[i] = side.lots[i]!;
  }
  showLevels(into, 0, LEVELS);
}

export function syntheticPair(symbol = 'BTC/EUR'): Pair {
  const [base, quote] = symbol.split('/') as [string, string];
  const grid = gridOf(2, dec('0.00001'));
  return { symbol, description: 'made up', base, quote, grid, minVolume: dec('0.0001'), maxVolume: dec('1000') };
}

/** A book in the form of other programs: exact digits as texts. */
export interface PlainBook {
  readonly receivedAt: Instant;
  readonly exchangeAt: Instant;
  readonly bids: readonly (readonly [price: string, amount: string])[];
  readonly asks: readonly (readonly [price: string, amount: string])[];
}

export function plainBookOf({ bids, asks, grid, receivedAt, exchangeAt }: Book): PlainBook {
  const levels = ({ ticks, lots, start, length }: Book['bids']): [string, string][] =>
    Array.from({ length }, (_, i) => [priceOf(grid, ticks[start + i]!).toFixed(), amountOf(grid, lots[start + i]!).toFixed()]);
  return { receivedAt, exchangeAt, bids: levels(bids), asks: levels(asks) };
}
