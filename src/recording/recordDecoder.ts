import { type Decimal, decimalFrom } from '../base/decimal.ts';
import type { Instant } from '../base/instant.ts';
import { type Book, createBook, MAX_DEPTH, showLevels } from '../model/book.ts';
import type { Grid } from '../model/grid.ts';
import type { PairStatistics } from '../model/statistics.ts';
import { applyEdits, BYTES_AHEAD, EDIT_CAPACITY } from './applyEdits.ts';
import { ByteReader } from './byteReader.ts';
import { BOOK, type END, GAP, type MarketGap, type MarketRecordType, STATISTICS } from './marketCursor.ts';
import {
  BOOK_RECORD,
  COUNTS,
  DEPTH_RECORD,
  GAP_REASONS,
  GAP_RECORD,
  MANY_EDITS,
  STATISTICS_FIELDS,
  STATISTICS_RECORD,
} from './marketRecord.ts';

/** The payload has been read to its end. */
export const RAN_OUT = -1;
/** The payload makes no sense although its checksum is right. Nothing of this record may be used. */
export const BROKEN = -2;

/** A number of more digits than this is none, as for a `ByteReader`. */
const MOST_SCALE = 2 ** 49;

/** What `RecordDecoder.next` returns. */
export type Decoded = Exclude<MarketRecordType, typeof END> | typeof RAN_OUT | typeof BROKEN;

/** Reads the records of one symbol and keeps the state that later records edit. The counterpart of `RecordEncoder`. */
export class RecordDecoder {
  readonly book: Book;
  statistics: PairStatistics | undefined;
  gap: MarketGap | undefined;
  /** The time of the last record. */
  at: Instant = 0;
  peekedAt: Instant = 0;
  #bytes: Uint8Array = new Uint8Array(0);
  #copy: Uint8Array = new Uint8Array(0);
  #next = 0;
  #end = 0;
  #age = 0;
  #room = 0;
  /** The next book does not edit the last one. Until it comes, the last one stays as it is. */
  #isFresh = true;
  #fields: (Decimal | undefined)[] = [];

  constructor(symbol: string, grid: Grid, wide: boolean) {
    this.book = createBook(symbol, grid, EDIT_CAPACITY, wide);
  }

  /**
   * Begins a payload. With `restartAt` it is a keyframe, whose times count from there. Without, it continues the last payload.
   */
  begin(bytes: Uint8Array, from: number, end: number, restartAt: Instant | undefined): void {
    const isCut = end + BYTES_AHEAD > bytes.length;
    this.#bytes = isCut ? this.#withRoom(bytes, from, end) : bytes;
    this.#next = isCut ? 0 : from;
    this.#end = isCut ? end - from : end;
    if (restartAt === undefined) return;
    this.#isFresh = true;
    this.at = restartAt;
    this.#age = 0;
    this.#room = 0;
    this.#fields = [];
  }

  /** Empties the book. */
  clear(): void {
    const { bids, asks } = this.book;
    showLevels(bids, bids.start, 0);
    showLevels(asks, asks.start, 0);
    this.#isFresh = false;
  }

  next(): Decoded {
    const bytes = this.#bytes;
    const end = this.#end | 0;
    let at = this.#next | 0;
    if (at >= end) return RAN_OUT;
    const head = (bytes[at]! - BOOK_RECORD) | 0;
    if (head < 0) return this.#other(head + BOOK_RECORD);
    at = (at + 1) | 0;
    let byte = bytes[at++]!;
    let passed = byte & 0x7f;
    if (byte > 0x7f) {
      byte = bytes[at++]!;
      passed |= (byte & 0x7f) << 7;
      for (let scale = 16_384; byte > 0x7f; scale *= 128) {
        byte = bytes[at++]!;
        passed += (byte & 0x7f) * scale;
        if (passed > Number.MAX_SAFE_INTEGER || scale > MOST_SCALE) return BROKEN;
      }
    }
    byte = bytes[at++]!;
    const younger = (byte & 1) === 1;
    let aged = (byte & 0x7f) >> 1;
    for (let scale = 64; byte > 0x7f; scale *= 128) {
      byte = bytes[at++]!;
      aged += (byte & 0x7f) * scale;
      if (aged > Number.MAX_SAFE_INTEGER || scale > MOST_SCALE) return BROKEN;
    }
    let bidEdits = (head / COUNTS) | 0;
    let askEdits = (head - COUNTS * bidEdits) | 0;
    if (bidEdits === MANY_EDITS) {
      byte = bytes[at++]!;
      bidEdits += byte & 0x7f;
      if (byte > 0x7f) bidEdits += (bytes[at++]! & 0x7f) << 7;
    }
    if (askEdits === MANY_EDITS) {
      byte = bytes[at++]!;
      askEdits += byte & 0x7f;
      if (byte > 0x7f) askEdits += (bytes[at++]! & 0x7f) << 7;
    }
    const { book } = this;
    const room = this.#room;
    if (this.#isFresh) this.clear();
    if (bidEdits > 0) {
      at = applyEdits(bytes, at, bidEdits, book.bids, -1, room);
      if (at < 0) return BROKEN;
    }
    if (askEdits > 0) {
      at = applyEdits(bytes, at, askEdits, book.asks, 1, room);
      if (at < 0) return BROKEN;
    }
    if (at > end) return BROKEN;
    this.#next = at;
    const receivedAt = this.at + passed;
    const age = this.#age + (younger ? -aged : aged);
    this.at = receivedAt;
    this.#age = age;
    book.receivedAt = receivedAt;
    book.exchangeAt = receivedAt - age;
    book.sequence++;
    return BOOK;
  }

  /** Whether a book comes next, within 16 seconds after this record. Its time is then in `peekedAt`. Changes nothing else. */
  peekBook(): boolean {
    const bytes = this.#bytes;
    const next = this.#next;
    if (next >= this.#end || bytes[next]! < BOOK_RECORD) return false;
    const low = bytes[next + 1]!;
    const high = low < 0x80 ? 0 : bytes[next + 2]!;
    if (high >= 0x80) return false;
    this.peekedAt = this.at + ((low & 0x7f) | (high << 7));
    return true;
  }

  /** When the next record was received. Undefined at the end of the payload, and where its time can't be read. Changes nothing. */
  nextAt(): Instant | undefined {
    return this.peekBook() ? this.peekedAt : this.#nextAtSlowly();
  }

  /** The type of the next record. Undefined at the end of the payload. */
  nextType(): MarketRecordType | undefined {
    const type = this.#bytes[this.#next]!;
    if (this.#next < this.#end && type >= BOOK_RECORD) return BOOK;
    return firstTypeOf(this.#bytes, this.#next, this.#end);
  }

  /** Copies a payload that ends at the end of its buffer, so that there is room behind it to look ahead. The copy holds until the next one. */
  #withRoom(bytes: Uint8Array, from: number, end: number): Uint8Array {
    const size = end - from + BYTES_AHEAD;
    if (this.#copy.length < size) this.#copy = new Uint8Array(2 * size);
    this.#copy.set(bytes.subarray(from, end));
    return this.#copy;
  }

  /** Whether the payload has not been read to its end, though there is no time of a next record. */
  hasRest(): boolean {
    return this.#next < this.#end;
  }

  #nextAtSlowly(): Instant | undefined {
    const reader = new ByteReader(this.#bytes, this.#next, this.#end);
    if (!skipDepth(reader, this.#bytes, this.#end)) return undefined;
    reader.byte();
    const passed = reader.varint();
    return reader.broken ? undefined : this.at + passed;
  }

  #other(type: number): Decoded {
    const reader = new ByteReader(this.#bytes, this.#next + 1, this.#end);
    if (type === DEPTH_RECORD) {
      this.book.depth = reader.varint();
      this.#room = reader.varint();
      const isFollowed = isBookAt(this.#bytes, reader.at, this.#end);
      if (reader.broken || !isFollowed || this.#room > MAX_DEPTH || this.book.depth > this.#room) return BROKEN;
      this.#next = reader.at;
      return this.next();
    }
    const at = this.at + reader.varint();
    if (type === STATISTICS_RECORD) this.#readStatistics(reader);
    else if (type === GAP_RECORD) this.gap = readGap(reader, at);
    else return BROKEN;
    if (reader.broken) return BROKEN;
    this.#next = reader.at;
    this.at = at;
    return type === GAP_RECORD ? GAP : STATISTICS;
  }

  #readStatistics(reader: ByteReader): void {
    const changed = reader.byte();
    for (let i = 0; i < STATISTICS_FIELDS.length; i++) {
      if ((changed & (1 << i)) === 0) continue;
      const text = reader.text();
      this.#fields[i] = text === '' ? undefined : decimalFrom(text);
      if (text !== '' && this.#fields[i] === undefined) reader.broken = true;
    }
    const fields = Object.fromEntries(STATISTICS_FIELDS.map((field, i) => [field, this.#fields[i]]));
    if (fields['baseVolume'] === undefined || fields['quoteVolume'] === undefined) reader.broken = true;
    else this.statistics = { symbol: this.book.symbol, ...fields } as PairStatistics;
  }
}

/** The type of the first record in a part of a payload. Undefined when there is none, or a depth that no book follows. */
export function firstTypeOf(bytes: Uint8Array, from: number, end: number): MarketRecordType | undefined {
  const reader = new ByteReader(bytes, from, end);
  if (!skipDepth(reader, bytes, end)) return undefined;
  const type = bytes[reader.at]!;
  return type === GAP_RECORD ? GAP : type === STATISTICS_RECORD ? STATISTICS : BOOK;
}

function readGap(reader: ByteReader, to: Instant): MarketGap | undefined {
  const from = to - reader.varint();
  const reason = GAP_REASONS[reader.byte()];
  const detail = reader.text();
  if (reason === undefined) reader.broken = true;
  return reason === undefined ? undefined : { from, to, reason, detail };
}

/** Goes past a depth, if one comes. Answers whether a record is there, which after a depth is a book. */
function skipDepth(reader: ByteReader, bytes: Uint8Array, end: number): boolean {
  if (reader.at >= end) return false;
  if (bytes[reader.at] !== DEPTH_RECORD) return true;
  reader.byte();
  reader.varint();
  reader.varint();
  return isBookAt(bytes, reader.at, end);
}

function isBookAt(bytes: Uint8Array, at: number, end: number): boolean {
  return at < end && bytes[at]! >= BOOK_RECORD;
}
