import { decimalFrom } from '../base/decimal.ts';
import type { Instant } from '../base/instant.ts';
import type { Book, BookSide } from '../model/book.ts';
import type { Pair } from '../model/pair.ts';
import type { PairStatistics } from '../model/statistics.ts';
import {
  ASK_LENGTH,
  ASK_LOTS,
  ASK_TICKS,
  BID_LENGTH,
  BID_LOTS,
  BID_TICKS,
  type BlockEvent,
  type BookBlock,
  DEPTH,
  EXCHANGE_AT,
  LEVELS_START,
  LOOK_COLUMNS,
  PLACE_COLUMNS,
  RECEIVED_AT,
} from './bookBlock.ts';
import { BOOK, END, GAP, type MarketCursor, type MarketGap, type MarketRecordType, STATISTICS } from './marketCursor.ts';
import { STATISTICS_FIELDS } from './marketRecord.ts';
import { headerOf } from './recordingHeader.ts';

type WritableSide = { -readonly [K in keyof BookSide]: BookSide[K] };

/** Walks over a block without copying: the sides of its book point into the block's arrays, by `start`. */
export class BlockCursor implements MarketCursor {
  readonly pair: Pair;
  readonly book: Book;
  statistics: PairStatistics | undefined;
  gap: MarketGap | undefined;
  at: Instant = 0;
  readonly #block: BookBlock;
  readonly #bids: WritableSide;
  readonly #asks: WritableSide;
  #next = 0;
  #event = 0;
  /** The book before which the next event comes, and when; beyond the last when there is none. */
  #eventBefore = 0;
  #eventAt = Infinity;

  constructor(block: BookBlock) {
    this.#block = block;
    this.pair = headerOf(block.header, 'a block').pair;
    const side = (): WritableSide => ({ ticks: block.ticks, lots: block.lots, start: 0, length: 0, bestTicks: 0, bestLots: 0 });
    const { symbol, grid } = this.pair;
    this.#bids = side();
    this.#asks = side();
    this.book = { symbol, grid, bids: this.#bids, asks: this.#asks, exchangeAt: 0, receivedAt: 0, sequence: 0, depth: 0 };
    this.#awaitEvent();
  }

  get nextAt(): Instant {
    const { looks, snapshots } = this.#block;
    if (this.#eventBefore <= this.#next) return this.#eventAt;
    return this.#next < snapshots ? looks[this.#next * LOOK_COLUMNS + RECEIVED_AT]! : Infinity;
  }

  get nextType(): MarketRecordType {
    if (this.#eventBefore <= this.#next) return this.#block.events[this.#event]!.type === 'gap' ? GAP : STATISTICS;
    return this.#next < this.#block.snapshots ? BOOK : END;
  }

  next(): MarketRecordType {
    const i = this.#next;
    if (i >= this.#eventBefore) return this.#nextEvent();
    const { book } = this;
    const block = this.#block;
    if (i >= block.snapshots) return END;
    this.#next = i + 1;
    const { looks, places } = block;
    const look = i * LOOK_COLUMNS;
    const place = i * PLACE_COLUMNS;
    const at = looks[look + RECEIVED_AT]!;
    this.at = at;
    book.receivedAt = at;
    book.exchangeAt = looks[look + EXCHANGE_AT]!;
    book.depth = places[place + DEPTH]!;
    book.sequence = block.firstSequence + i;
    const bids = this.#bids;
    const asks = this.#asks;
    bids.start = places[place + LEVELS_START]!;
    bids.length = places[place + BID_LENGTH]!;
    bids.bestTicks = looks[look + BID_TICKS]!;
    bids.bestLots = looks[look + BID_LOTS]!;
    asks.start = bids.start + bids.length;
    asks.length = places[place + ASK_LENGTH]!;
    asks.bestTicks = looks[look + ASK_TICKS]!;
    asks.bestLots = looks[look + ASK_LOTS]!;
    return BOOK;
  }

  close(): void {
    this.#next = this.#block.snapshots;
    this.#event = this.#block.events.length;
    this.#awaitEvent();
  }

  #nextEvent(): MarketRecordType {
    const event = this.#block.events[this.#event++]!;
    this.#awaitEvent();
    this.at = event.at;
    if (event.type === 'gap') {
      this.gap = event.gap;
      return GAP;
    }
    this.statistics = statisticsOf(this.pair.symbol, event);
    return STATISTICS;
  }

  #awaitEvent(): void {
    const { events, snapshots } = this.#block;
    const event = events[this.#event];
    this.#eventBefore = event?.before ?? snapshots + 1;
    this.#eventAt = event?.at ?? Infinity;
  }
}

function statisticsOf(symbol: string, { texts }: BlockEvent & { type: 'statistics' }): PairStatistics {
  const fields = STATISTICS_FIELDS.map((field, i) => [field, decimalFrom(texts[i] ?? '')] as const);
  return { symbol, ...Object.fromEntries(fields) } as PairStatistics;
}
