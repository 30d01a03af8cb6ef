import type { Instant } from '../base/instant.ts';
import { type ChunkHead, HEAD_BYTES, KEYFRAME, MARKET } from './chunk.ts';
import type { Book } from '../model/book.ts';
import type { Pair } from '../model/pair.ts';
import type { PairStatistics } from '../model/statistics.ts';
import type { MarketGap } from './marketCursor.ts';
import { RecordEncoder } from './recordEncoder.ts';

/** A chunk that has no place in a file yet. */
export interface LooseChunk {
  /** Room for the head, and the payload behind it. */
  readonly bytes: Uint8Array;
  readonly head: Omit<ChunkHead, 'payloadBytes' | 'sequence'>;
}

export interface ChunkLimits {
  /** A chunk is complete when its payload has this length. */
  readonly mostBytes: number;
  /**
   * A chunk that can be read without the ones before it comes at least after this many books or this much time. So a damaged
   * chunk costs no more than that.
   */
  readonly keyframeBooks: number;
  readonly keyframeMs: number;
}

export const CHUNK_LIMITS: ChunkLimits = { mostBytes: 64 * 1024, keyframeBooks: 1024, keyframeMs: 15 * 60_000 };

/** Turns one symbol's records into chunks. It hands over each chunk when it is full or when `flush` is called. */
export class ChunkBuilder {
  readonly #encoder: RecordEncoder;
  readonly #limits: ChunkLimits;
  readonly #handOver: (chunk: LooseChunk) => void;
  #at: Instant = -Infinity;
  #firstAt: Instant = 0;
  #isKeyframe = false;
  #books = 0;
  #gaps = 0;
  #needsKeyframe = true;
  #booksSinceKeyframe = 0;
  #keyframeAt: Instant = 0;

  constructor({ symbol, grid }: Pair, handOver: (chunk: LooseChunk) => void, limits: Partial<ChunkLimits> = {}) {
    this.#encoder = new RecordEncoder(symbol, grid);
    this.#handOver = handOver;
    this.#limits = { ...CHUNK_LIMITS, ...limits };
  }

  /** The time of the last record, or -Infinity before the first. Later records must not be older. */
  get at(): Instant {
    return this.#at;
  }
  get isEmpty(): boolean {
    return this.#encoder.out.length === 0;
  }

  book(book: Book): void {
    this.#begin(book.receivedAt);
    this.#encoder.book(book);
    this.#books++;
    this.#booksSinceKeyframe++;
    this.#end();
  }

  statistics(row: PairStatistics, at: Instant): void {
    this.#begin(at);
    this.#encoder.statistics(row, at);
    this.#end();
  }

  gap(gap: MarketGap): void {
    this.#begin(gap.to);
    this.#encoder.gap(gap);
    this.#gaps++;
    this.#end();
  }

  /** Hands over what there is. With flags, it hands over an empty chunk too. */
  flush(flags = 0): void {
    if (this.isEmpty && flags === 0) return;
    const isKeyframe = this.#isKeyframe && !this.isEmpty;
    const bytes = this.#encoder.out.take(HEAD_BYTES);
    const firstAt = this.isEmpty ? this.#at : this.#firstAt;
    this.#encoder.out.clear();
    const head = { kind: MARKET, flags: flags | (isKeyframe ? KEYFRAME : 0), entries: this.#books, gaps: this.#gaps };
    this.#isKeyframe = false;
    this.#books = 0;
    this.#gaps = 0;
    this.#handOver({ bytes, head: { ...head, firstAt, lastAt: this.#at } });
  }

  /** Drops what was not handed over. The next chunk can be read by itself, and its records are not older than `at`. */
  restart(at: Instant): void {
    this.#encoder.out.clear();
    this.#isKeyframe = false;
    this.#books = 0;
    this.#gaps = 0;
    this.#needsKeyframe = true;
    this.#at = at;
  }

  #begin(at: Instant): void {
    const { keyframeBooks, keyframeMs } = this.#limits;
    if (this.#booksSinceKeyframe >= keyframeBooks || at - this.#keyframeAt >= keyframeMs) this.#needsKeyframe = true;
    if (this.#needsKeyframe) {
      this.flush();
      this.#needsKeyframe = false;
      this.#isKeyframe = true;
      this.#booksSinceKeyframe = 0;
      this.#keyframeAt = at;
      this.#encoder.restart(at);
    }
    if (this.isEmpty) this.#firstAt = at;
    this.#at = at;
  }

  #end(): void {
    if (this.#encoder.out.length >= this.#limits.mostBytes) this.flush();
  }
}
