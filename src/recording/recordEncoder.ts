import { assert } from '../base/assert.ts';
import type { Instant } from '../base/instant.ts';
import { type Book, copyLevels, createBook, MAX_DEPTH, showLevels } from '../model/book.ts';
import type { Grid } from '../model/grid.ts';
import type { PairStatistics } from '../model/statistics.ts';
import { writeEdits } from './bookEdits.ts';
import { ByteWriter } from './byteWriter.ts';
import type { MarketGap } from './marketCursor.ts';
import {
  BOOK_RECORD,
  COUNTS,
  DEPTH_RECORD,
  GAP_REASONS,
  GAP_RECORD,
  MANY_EDITS,
  MOST_DETAIL_CHARACTERS,
  STATISTICS_FIELDS,
  STATISTICS_RECORD,
} from './marketRecord.ts';

/** Writes the records of one symbol, each as a difference from the state that the records before it left. */
export class RecordEncoder {
  readonly #book: Book;
  readonly #out = new ByteWriter();
  readonly #bidEdits = new ByteWriter();
  readonly #askEdits = new ByteWriter();
  #statistics: (string | undefined)[] = [];
  #at: Instant = 0;
  #age = 0;
  #room = 0;

  constructor(symbol: string, grid: Grid) {
    this.#book = createBook(symbol, grid, MAX_DEPTH, true);
  }

  /** What was written since `clear`. */
  get out(): ByteWriter {
    return this.#out;
  }
  /** The time of the last record. */
  get at(): Instant {
    return this.#at;
  }

  /** Forgets all earlier records, so that what follows can be read by itself (a keyframe). Times count from `at`. */
  restart(at: Instant): void {
    showLevels(this.#book.bids, 0, 0);
    showLevels(this.#book.asks, 0, 0);
    this.#book.depth = 0;
    this.#statistics = [];
    this.#at = at;
    this.#age = 0;
    this.#room = 0;
  }

  book(book: Book): void {
    const { bids, asks } = book;
    const room = Math.max(book.depth, bids.length, asks.length, this.#room);
    assert(room <= MAX_DEPTH, () => `${book.symbol}: a side has at most ${MAX_DEPTH} levels, not ${room}`);
    if (book.depth !== this.#book.depth || room !== this.#room) this.#depth(book.depth, room);
    this.#bidEdits.clear();
    this.#askEdits.clear();
    const bidEdits = writeEdits(this.#bidEdits, this.#book.bids, bids, -1, room);
    const askEdits = writeEdits(this.#askEdits, this.#book.asks, asks, 1, room);
    this.#out.byte(BOOK_RECORD + COUNTS * Math.min(bidEdits, MANY_EDITS) + Math.min(askEdits, MANY_EDITS));
    this.#time(book.receivedAt);
    const age = book.receivedAt - book.exchangeAt;
    this.#out.signed(age - this.#age);
    this.#age = age;
    if (bidEdits >= MANY_EDITS) this.#out.varint(bidEdits - MANY_EDITS);
    if (askEdits >= MANY_EDITS) this.#out.varint(askEdits - MANY_EDITS);
    this.#out.append(this.#bidEdits);
    this.#out.append(this.#askEdits);
    copyLevels(bids, this.#book.bids);
    copyLevels(asks, this.#book.asks);
  }

  statistics(row: PairStatistics, at: Instant): void {
    const texts = STATISTICS_FIELDS.map((field) => row[field]?.toFixed());
    const isChanged = (text: string | undefined, i: number): boolean => text !== this.#statistics[i];
    this.#out.byte(STATISTICS_RECORD);
    this.#time(at);
    this.#out.byte(texts.reduce((mask, text, i) => mask | (isChanged(text, i) ? 1 << i : 0), 0));
    for (const [i, text] of texts.entries()) if (isChanged(text, i)) this.#out.text(text ?? '');
    this.#statistics = texts;
  }

  gap(gap: MarketGap): void {
    assert(gap.from <= gap.to, () => `a gap ends after its beginning ${gap.from}, not at ${gap.to}`);
    this.#out.byte(GAP_RECORD);
    this.#time(gap.to);
    this.#out.varint(gap.to - gap.from);
    this.#out.byte(GAP_REASONS.indexOf(gap.reason));
    this.#out.text(gap.detail.slice(0, MOST_DETAIL_CHARACTERS));
  }

  #depth(depth: number, room: number): void {
    this.#out.byte(DEPTH_RECORD);
    this.#out.varint(depth);
    this.#out.varint(room);
    this.#book.depth = depth;
    this.#room = room;
  }

  #time(at: Instant): void {
    assert(at >= this.#at, () => `records are written in order of time: ${at} comes after ${this.#at}`);
    this.#out.varint(at - this.#at);
    this.#at = at;
  }
}
