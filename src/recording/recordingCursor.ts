import { basename } from 'node:path';
import { assert } from '../base/assert.ts';
import type { Instant } from '../base/instant.ts';
import type { Book } from '../model/book.ts';
import type { Pair } from '../model/pair.ts';
import type { PairStatistics } from '../model/statistics.ts';
import type { ByteStream } from './byteStream.ts';
import { HEADER, HEADER_CHUNKS, KEYFRAME, MARKET } from './chunk.ts';
import { ChunkReader, type SkippedPart } from './chunkReader.ts';
import { BOOK, END, GAP, type MarketCursor, type MarketGap, type MarketRecordType } from './marketCursor.ts';
import { BROKEN, firstTypeOf, RAN_OUT, RecordDecoder } from './recordDecoder.ts';
import type { RecordingHeader } from './recordingHeader.ts';

/** A file of a symbol, which is opened when the walk reaches it. */
export interface RecordingSource {
  /**
   * When the file's own header is damaged, this is another file's header and `isReadable` is false: the whole file counts as
   * lost.
   */
  readonly header: RecordingHeader;
  readonly isReadable: boolean;
  /** The beginning of its day. */
  readonly day: Instant;
  /** The name that messages use. */
  readonly name: string;
  open(): ByteStream;
}

/** Records with `from <= at < to`. */
export interface RecordingRange {
  readonly from?: Instant | undefined;
  readonly to?: Instant | undefined;
}

/** Walks over the files of one symbol. It holds one chunk at a time. */
export class RecordingCursor implements MarketCursor {
  readonly #sources: readonly RecordingSource[];
  readonly #decoder: RecordDecoder;
  readonly #from: Instant;
  readonly #to: Instant;
  #source = -1;
  #reader: ChunkReader | undefined;
  #stream: ByteStream | undefined;
  /** What was lost since the last record. It is reported with the next keyframe. */
  #damage: string | undefined;
  /** How far the lost part is known to reach, from chunks that can't be used. */
  #damageTo: Instant = -Infinity;
  /** Whether a chunk was found of which nothing has been shown yet. */
  #isStaged = false;
  #hasEnded = false;
  /** Whether the chunk reaches beyond `to`, so that each record's time is checked before it is decoded. */
  #isLast = false;
  nextBookAt: Instant = -Infinity;

  /** At least one source, in order of time, all on the same grid. */
  constructor(sources: readonly RecordingSource[], { from = -Infinity, to = Infinity }: RecordingRange) {
    const first = sources[0];
    assert(first !== undefined, 'a cursor needs a source');
    this.#sources = sources;
    this.#from = from;
    this.#to = to;
    const isWide = sources.some(({ header }) => header.wide);
    this.#decoder = new RecordDecoder(first.header.pair.symbol, first.header.pair.grid, isWide);
    this.#decoder.at = first.day;
    this.#skipToBeginning();
  }

  get pair(): Pair {
    return this.#sources[Math.min(Math.max(this.#source, 0), this.#sources.length - 1)]!.header.pair;
  }
  get book(): Book {
    return this.#decoder.book;
  }
  get statistics(): PairStatistics | undefined {
    return this.#decoder.statistics;
  }
  get gap(): MarketGap | undefined {
    return this.#decoder.gap;
  }
  get at(): Instant {
    return this.#decoder.at;
  }

  get nextAt(): Instant {
    if (this.#hasEnded) return Infinity;
    const at = this.#isStaged ? undefined : this.#decoder.nextAt();
    if (at !== undefined) return at < this.#to ? at : Infinity;
    // While its chunk is at hand, and before one that continues it.
    if (!this.#isStaged && this.#decoder.hasRest()) this.#lose(this.#reader!.name, this.#madeNoSense());
    if (!this.#stage()) return this.#damage === undefined ? Infinity : this.#endOfDamage();
    const { firstAt } = this.#reader!.head;
    return firstAt < this.#to || this.#damage !== undefined ? firstAt : Infinity;
  }

  get nextType(): MarketRecordType {
    if (this.nextAt === Infinity) return END;
    const type = this.#isStaged ? undefined : this.#decoder.nextType();
    if (type !== undefined) return type;
    if (!this.#isStaged || this.#damage !== undefined) return GAP;
    const { bytes, payloadFrom, payloadEnd } = this.#reader!;
    return firstTypeOf(bytes, payloadFrom, payloadEnd) ?? GAP;
  }

  lookAhead(): void {
    const decoder = this.#decoder;
    const isPlain = !this.#isStaged && !this.#isLast && decoder.peekBook();
    this.nextBookAt = isPlain ? decoder.peekedAt : this.nextType === BOOK ? this.nextAt : -Infinity;
  }

  next(): MarketRecordType {
    if (!this.#isLast) {
      const type = this.#decoder.next();
      if (type !== RAN_OUT && type !== BROKEN) return type;
      if (type === BROKEN) this.#loseRecord();
    }
    return this.#nextSlowly();
  }

  close(): void {
    this.#stream?.close();
    this.#stream = undefined;
    this.#hasEnded = true;
    this.#isLast = true;
  }

  /** The slow path, at the ends of chunks and in the last chunk. */
  #nextSlowly(): MarketRecordType {
    for (;;) {
      if (this.nextAt === Infinity) {
        this.close();
        return END;
      }
      if (this.#hasRunOut()) {
        if (this.#enter()) return GAP;
        if (this.#hasEnded) continue;
      }
      const type = this.#decoder.next();
      if (type !== RAN_OUT && type !== BROKEN) return type;
      if (type === BROKEN) this.#loseRecord();
    }
  }

  #hasRunOut(): boolean {
    return this.#isStaged || this.#decoder.nextAt() === undefined;
  }

  /** Begins the staged chunk. Returns true when something was lost before it; the cursor then stands on that gap. */
  #enter(): boolean {
    const decoder = this.#decoder;
    const from = decoder.at;
    const damage = this.#damage;
    this.#damage = undefined;
    if (this.#isStaged) {
      const { head, bytes, payloadFrom, payloadEnd } = this.#reader!;
      this.#isStaged = false;
      this.#isLast = head.lastAt >= this.#to;
      decoder.begin(bytes, payloadFrom, payloadEnd, (head.flags & KEYFRAME) === 0 ? undefined : head.firstAt);
    } else {
      decoder.at = this.#endOfDamage();
      this.close();
    }
    if (damage === undefined) return false;
    decoder.gap = { from: Math.min(from, decoder.at), to: decoder.at, reason: 'damaged', detail: damage };
    return true;
  }

  /** Where damage ends that no record follows, as far as that is known and within the range. */
  #endOfDamage(): Instant {
    return Math.max(this.#decoder.at, Math.min(this.#damageTo, this.#to - 1));
  }

  /** Finds the next readable chunk without showing anything of it. False at the end of the last file. */
  #stage(): boolean {
    while (!this.#isStaged) {
      const reader = this.#reader;
      if (reader === undefined || !reader.next()) {
        if (reader?.skipped !== undefined) {
          this.#lose(reader.name, described(reader.skipped));
          this.#damageTo = Math.max(this.#damageTo, this.#stream!.lostTo ?? -Infinity);
        }
        if (!this.#openNext()) return false;
        continue;
      }
      const { head, skipped } = reader;
      // The header is there twice, so one of them may be lost.
      if (skipped !== undefined && head.sequence > HEADER_CHUNKS) this.#lose(reader.name, described(skipped));
      if (head.kind === HEADER) this.#compareWithHeader();
      const isKeyframe = (head.flags & KEYFRAME) !== 0;
      const isEmpty = reader.payloadFrom === reader.payloadEnd;
      this.#isStaged = head.kind === MARKET && !isEmpty && (isKeyframe || this.#damage === undefined);
      if (head.kind === MARKET) this.#damageTo = head.lastAt;
    }
    return true;
  }

  #openNext(): boolean {
    const source = this.#sources[this.#source + 1];
    this.#stream?.close();
    this.#reader = undefined;
    this.#stream = undefined;
    if (source === undefined) return false;
    this.#source++;
    if (!source.isReadable) {
      this.#lose(source.name, "the header can't be read");
      return true;
    }
    this.#stream = source.open();
    this.#reader = new ChunkReader(this.#stream);
    if (this.#source === 0 && this.#from > -Infinity) this.#reader.seek(this.#from);
    return true;
  }

  /** A file's header has the time of the record before it. So a file that is missing in between is noticed. */
  #compareWithHeader(): void {
    const { previousAt } = this.#sources[this.#source]!.header;
    if (this.#source === 0 || previousAt === undefined || previousAt <= this.#decoder.at) return;
    this.#lose(this.#reader!.name, 'records before it are missing');
  }

  #loseRecord(): void {
    this.#lose(this.#reader!.name, this.#madeNoSense());
    this.#decoder.clear();
  }

  #madeNoSense(): string {
    return `a record at byte ${this.#reader!.offset} makes no sense`;
  }

  /** Only the file's name is given, since the place of a recording is not part of its content. */
  #lose(path: string, what: string): void {
    this.#damage ??= `${basename(path)}: ${what}`;
    this.#decoder.begin(new Uint8Array(0), 0, 0, undefined);
  }

  #skipToBeginning(): void {
    const decoder = this.#decoder;
    while (this.nextAt < this.#from) {
      if (this.#hasRunOut()) this.#enter();
      if (decoder.next() === BROKEN) this.#loseRecord();
    }
    decoder.statistics = undefined;
    decoder.gap = undefined;
    decoder.book.sequence = 0;
  }
}

function described({ offset, bytes, what }: SkippedPart): string {
  return what === 'missing' ? `chunks are missing before byte ${offset}` : `${bytes} bytes from ${offset} on are ${what}`;
}
