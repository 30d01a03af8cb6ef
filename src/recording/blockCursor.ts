import { decimalFrom } from '../base/decimal.ts';
import type { Instant } from '../base/instant.ts';
import type { Book } from '../model/book.ts';
import type { Pair } from '../model/pair.ts';
import type { PairStatistics } from '../model/statistics.ts';
import type { BlockEvent, BookBlock } from './bookBlock.ts';
import { BOOK, END, GAP, type MarketCursor, type MarketGap, type MarketRecordType, STATISTICS } from './marketCursor.ts';
import { STATISTICS_FIELDS } from './marketRecord.ts';
import { headerOf } from './recordingHeader.ts';

/** Walks over a block without copying: the sides of its book point into the block's arrays, by `start`. */
export class BlockCursor implements MarketCursor {
  readonly pair: Pair;
  readonly book: Book;
  statistics: PairStatistics | undefined;
  gap: MarketGap | undefined;
  at: Instant = 0;
  readonly #block: BookBlock;
  #next = 0;
  #event = 0;
  /** The book before which the next event comes; beyond the last when there is none. */
  #eventBefore: number;

  constructor(block: BookBlock) {
    this.#block = block;
    this.pair = headerOf(block.header, 'a block').pair;
    const side = (): Book['bids'] => ({ ticks: block.ticks, lots: block.lots, start: 0, length: 0 });
    const { symbol, grid } = this.pair;
    this.book = { symbol, grid, bids: side(), asks: side(), exchangeAt: 0, receivedAt: 0, sequence: 0, depth: 0 };
    this.#eventBefore = this.#before();
  }

  get nextAt(): Instant {
    const { events, receivedAt, snapshots } = this.#block;
    if (this.#eventBefore <= this.#next) return events[this.#event]!.at;
    return this.#next < snapshots ? receivedAt[this.#next]! : Infinity;
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
    const at = block.receivedAt[i]!;
    this.at = at;
    book.receivedAt = at;
    book.exchangeAt = block.exchangeAt[i]!;
    book.depth = block.depth[i]!;
    book.sequence = block.firstSequence + i;
    book.bids.start = block.bidStart[i]!;
    book.bids.length = block.bidLength[i]!;
    book.asks.start = block.askStart[i]!;
    book.asks.length = block.askLength[i]!;
    return BOOK;
  }

  close(): void {
    this.#next = this.#block.snapshots;
    this.#event = this.#block.events.length;
    this.#eventBefore = this.#before();
  }

  #nextEvent(): MarketRecordType {
    const event = this.#block.events[this.#event++]!;
    this.#eventBefore = this.#before();
    this.at = event.at;
    if (event.type === 'gap') {
      this.gap = event.gap;
      return GAP;
    }
    this.statistics = statisticsOf(this.pair.symbol, event);
    return STATISTICS;
  }

  #before(): number {
    return this.#block.events[this.#event]?.before ?? this.#block.snapshots + 1;
  }
}

function statisticsOf(symbol: string, { texts }: BlockEvent & { type: 'statistics' }): PairStatistics {
  const fields = STATISTICS_FIELDS.map((field, i) => [field, decimalFrom(texts[i] ?? '')] as const);
  return { symbol, ...Object.fromEntries(fields) } as PairStatistics;
}
