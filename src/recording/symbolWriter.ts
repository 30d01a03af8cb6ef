import type { CancelTimer, Clock } from '../base/clock.ts';
import { dayOf, durationText, type Instant } from '../base/instant.ts';
import type { Book, BookSide } from '../model/book.ts';
import type { Pair } from '../model/pair.ts';
import type { PairStatistics } from '../model/statistics.ts';
import { ROTATED, STOPPED } from './chunk.ts';
import { ChunkBuilder, type ChunkLimits } from './chunkBuilder.ts';
import type { ChunkLog, LogHeader } from './chunkLog.ts';
import type { FileEnd } from './inspectDayFile.ts';
import type { GapReason, MarketGap } from './marketCursor.ts';
import { continues, headerOf, headerText, type RecordingHeader } from './recordingHeader.ts';

export interface SymbolWriterOptions {
  readonly pair: Pair;
  readonly depth: number;
  readonly everyMs: number;
  /** Two books further apart than this have a gap between them. */
  readonly normalMs: number;
  /** The longest time that records wait in memory before they are written. */
  readonly flushMs: number;
  /** How long to wait after a failure of the disk before it is tried again. */
  readonly retryMs: number;
  /** When more bytes than this wait, the disk counts as too slow. */
  readonly mostQueuedBytes: number;
  readonly chunks: Partial<ChunkLimits>;
  readonly clock: Clock;
  /** A record came that is older than the last one. Nothing is recorded until `onCaughtUp`. */
  readonly onBehind: (behindMs: number) => void;
  readonly onCaughtUp: () => void;
}

/** Where an earlier run of the recorder ended. */
export interface EarlierEnd {
  readonly lastAt: Instant;
  readonly end: FileEnd;
}

const WIDEST_NARROW_TICKS = 2 ** 31 - 1;

/** Records one symbol into the file of each day. Times in which nothing is known are written as gaps. */
export class SymbolWriter {
  readonly #options: SymbolWriterOptions;
  readonly #log: ChunkLog;
  readonly #chunks: ChunkBuilder;
  #day: Instant | undefined;
  #isWide = false;
  #bookAt: Instant | undefined;
  #cancelFlush: CancelTimer | undefined;
  /** A gap to write before the next record, whose time will end it. */
  #gap: Omit<MarketGap, 'to'> | undefined;
  /** The disk refused to take more. Nothing is recorded until then, by the monotonic clock. */
  #retryAtMs: number | undefined;
  /** Everything up to here is on the disk or never existed. */
  #safeAt: Instant | undefined;
  #isQueueFull = false;
  #wasBehind = false;
  #books = 0;
  #dropped = 0;
  #gaps = 0;

  constructor(options: SymbolWriterOptions, log: ChunkLog, earlier: EarlierEnd | undefined) {
    this.#options = options;
    this.#log = log;
    this.#chunks = new ChunkBuilder(options.pair, (chunk) => log.append(chunk), options.chunks);
    if (earlier === undefined) return;
    this.#safeAt = earlier.lastAt;
    this.#chunks.restart(earlier.lastAt);
    const stopped = earlier.end === 'stopped';
    const detail = stopped ? 'the recorder was stopped' : 'the recorder ended without saying so';
    this.#gap = { from: earlier.lastAt, reason: stopped ? 'stopped' : 'crashed', detail };
  }

  /** Books that were taken. `dropped` counts those that could not be. */
  get books(): number {
    return this.#books;
  }
  get dropped(): number {
    return this.#dropped;
  }
  /** Gaps, including those that the writer found by itself. */
  get gaps(): number {
    return this.#gaps;
  }
  get isWriting(): boolean {
    return this.#retryAtMs === undefined && !this.#isQueueFull;
  }
  get log(): ChunkLog {
    return this.#log;
  }
  /** The time of the last record of this or an earlier run. Undefined before the first. */
  get lastAt(): Instant | undefined {
    return this.#chunks.at === -Infinity ? undefined : this.#chunks.at;
  }

  book(book: Book): void {
    const at = book.receivedAt;
    if (!this.#isReady(at, { isBook: true, wide: isWide(book) })) {
      this.#dropped++;
      return;
    }
    const since = this.#bookAt;
    if (since !== undefined && at - since > this.#options.normalMs) {
      this.#putGap({ from: since, to: at, reason: 'poll-failed', detail: `no book for ${durationText(at - since)}` });
    }
    this.#chunks.book(book);
    this.#bookAt = at;
    this.#books++;
  }

  /** Rows of statistics that come with a time before the last record get that record's time. */
  statistics(row: PairStatistics, at: Instant): void {
    const time = Math.max(at, this.#chunks.at);
    if (this.#isReady(time)) this.#chunks.statistics(row, time);
  }

  /** A gap that ends before the last record is extended to it: too long is better than too short. */
  gap(gap: MarketGap): void {
    const to = Math.max(gap.to, this.#chunks.at);
    if (!this.#isReady(to)) return;
    this.#putGap({ ...gap, to });
    this.#bookAt = to;
  }

  /** The log has lost its queue. */
  failed(): void {
    const { clock, retryMs } = this.#options;
    this.#stopWriting(this.#log.writtenAt ?? this.#safeAt ?? clock.now(), 'the disk took no more');
    this.#retryAtMs = clock.monotonicMs() + retryMs;
    // Books that were taken but not written are not recorded.
    this.#dropped += this.#books - this.#log.writtenEntries;
    this.#books = this.#log.writtenEntries;
    this.#gaps = this.#log.writtenGaps;
    this.#day = undefined;
  }

  flush(): void {
    this.#cancelFlush?.();
    this.#cancelFlush = undefined;
    this.#chunks.flush();
  }

  /** Marks the end as orderly and writes everything. */
  async close(): Promise<void> {
    this.flush();
    if (this.#isQueueFull) await this.#log.drained();
    if (this.#day !== undefined) this.#chunks.flush(STOPPED);
    await this.#log.close();
  }

  /** Whether a record of this time can be taken. Prepares its file and writes the gap before it. */
  #isReady(at: Instant, { isBook = false, wide = false } = {}): boolean {
    if (!this.#isTaking() || this.#isBehind(at)) return false;
    if (dayOf(at) !== this.#day || (wide && !this.#isWide)) this.#beginFile(at, wide);
    this.#cancelFlush ??= this.#options.clock.setTimer(this.#options.flushMs, () => this.flush());
    const gap = this.#gap;
    if (gap === undefined) return true;
    if (isBook || at > gap.from) this.#putGap({ ...gap, to: at });
    // Only a book ends a gap. When another record comes first, it lies inside the gap, and the part before it must not be lost in
    // a crash.
    this.#gap = isBook ? undefined : { ...gap, from: at };
    this.#bookAt = at;
    return true;
  }

  /** Whether the clock has gone back. Nothing is recorded until it is where it was. */
  #isBehind(at: Instant): boolean {
    const behindMs = this.#chunks.at - at;
    if (behindMs > 0 && !this.#wasBehind) {
      this.#gap ??= { from: this.#chunks.at, reason: 'withheld', detail: `the clock went back by ${durationText(behindMs)}` };
      this.#options.onBehind(behindMs);
    }
    if (behindMs <= 0 && this.#wasBehind) this.#options.onCaughtUp();
    this.#wasBehind = behindMs > 0;
    return this.#wasBehind;
  }

  #putGap(gap: MarketGap): void {
    this.#chunks.gap(gap);
    this.#gaps++;
  }

  #isTaking(): boolean {
    const { clock, mostQueuedBytes } = this.#options;
    const { queuedBytes } = this.#log;
    if (this.#retryAtMs !== undefined && clock.monotonicMs() >= this.#retryAtMs) this.#retryAtMs = undefined;
    if (this.#isQueueFull) {
      this.#isQueueFull = queuedBytes > mostQueuedBytes / 2;
    } else if (queuedBytes > mostQueuedBytes) {
      this.flush();
      this.#stopWriting(this.#chunks.at, 'the disk was too slow');
      this.#isQueueFull = true;
    }
    return this.isWriting;
  }

  #beginFile(at: Instant, wide: boolean): void {
    if (this.#day !== undefined) this.#chunks.flush(ROTATED);
    const previousAt = this.lastAt;
    this.#safeAt ??= at;
    this.#day = dayOf(at);
    this.#isWide ||= wide;
    this.#log.begin(this.#day, this.#header(previousAt));
    this.#chunks.restart(previousAt ?? -Infinity);
  }

  #header(previousAt: Instant | undefined): LogHeader {
    const { pair, depth, everyMs } = this.#options;
    const header: RecordingHeader = { pair, depth, everyMs, wide: this.#isWide, previousAt };
    return { text: headerText(header), continues: (existing) => continues(headerOf(existing, pair.symbol), header) };
  }

  #stopWriting(from: Instant, detail: string): void {
    this.#gap = { from: Math.min(from, this.#gap?.from ?? from), reason: 'disk-full' satisfies GapReason, detail };
    this.#chunks.restart(from);
    this.#bookAt = undefined;
  }
}

function isWide({ bids, asks }: Book): boolean {
  // The highest bid comes first, the highest ask last.
  return highest(bids, bids.start) > WIDEST_NARROW_TICKS || highest(asks, asks.start + asks.length - 1) > WIDEST_NARROW_TICKS;
}

function highest(side: BookSide, index: number): number {
  return side.length === 0 ? 0 : side.ticks[index]!;
}
