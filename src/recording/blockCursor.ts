import { decimalFrom } from '../base/decimal.ts';
import type { Instant } from '../base/instant.ts';
import type { Pair } from '../model/pair.ts';
import type { PairStatistics } from '../model/statistics.ts';
import type { BlockEvent, BookBlock } from './bookBlock.ts';
import { type BookRows, receivedAtOf, type RowBook, showBook } from './bookRows.ts';
import { BOOK, END, GAP, type MarketCursor, type MarketGap, type MarketRecordType, STATISTICS } from './marketCursor.ts';
import { STATISTICS_FIELDS } from './marketRecord.ts';
import { headerOf } from './recordingHeader.ts';

/** Walks over a block without copying. The sides of its book point into the block's arrays, by `start`. */
export class BlockCursor implements MarketCursor {
  readonly pair: Pair;
  readonly book: RowBook;
  statistics: PairStatistics | undefined;
  gap: MarketGap | undefined;
  at: Instant = 0;
  readonly #block: BookBlock;
  nextBookAt: Instant = -Infinity;
  readonly #rows: BookRows;
  #next = 0;
  #event = 0;
  /**
   * The index of the book before which the next event comes, and the event's time. Beyond the last book when there is no event
   * left.
   */
  #eventBefore = 0;
  #eventAt = Infinity;

  constructor(block: BookBlock) {
    this.#block = block;
    this.pair = headerOf(block.header, 'a block').pair;
    const side = (): RowBook['bids'] => ({ ticks: block.ticks, lots: block.lots, start: 0, length: 0, bestTicks: 0, bestLots: 0 });
    const { symbol, grid } = this.pair;
    this.book = { symbol, grid, bids: side(), asks: side(), exchangeAt: 0, receivedAt: 0, sequence: 0, depth: 0 };
    this.#rows = { books: block, book: this.book, from: 0, to: 0 };
    this.#awaitEvent();
  }

  get nextAt(): Instant {
    if (this.#eventBefore <= this.#next) return this.#eventAt;
    return this.#next < this.#block.snapshots ? receivedAtOf(this.#block, this.#next) : Infinity;
  }

  get nextType(): MarketRecordType {
    if (this.#eventBefore <= this.#next) return this.#block.events[this.#event]!.type === 'gap' ? GAP : STATISTICS;
    return this.#next < this.#block.snapshots ? BOOK : END;
  }

  lookAhead(): void {
    const next = this.#next;
    const isBook = next < this.#eventBefore && next < this.#block.snapshots;
    this.nextBookAt = isBook ? receivedAtOf(this.#block, next) : -Infinity;
  }

  next(): MarketRecordType {
    const i = this.#next;
    if (i >= this.#eventBefore) return this.#nextEvent();
    if (i >= this.#block.snapshots) return END;
    this.#next = i + 1;
    showBook(this.#block, i, this.book);
    this.at = this.book.receivedAt;
    return BOOK;
  }

  get rows(): BookRows {
    const rows = this.#rows;
    const { snapshots } = this.#block;
    rows.from = this.#next;
    rows.to = this.#eventBefore < snapshots ? this.#eventBefore : snapshots;
    return rows;
  }

  skipTo(row: number): void {
    this.#next = row - 1;
    this.next();
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
