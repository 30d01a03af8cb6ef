import { present } from '../base/assert.ts';
import type { Instant } from '../base/instant.ts';
import type { Book } from '../model/book.ts';
import { gridOf } from '../model/grid.ts';
import { ONE } from '../base/decimal.ts';
import type { Pair } from '../model/pair.ts';
import type { PairStatistics } from '../model/statistics.ts';
import { ByteWriter } from '../recording/byteWriter.ts';
import { sealChunk } from '../recording/chunk.ts';
import { ChunkBuilder, type LooseChunk } from '../recording/chunkBuilder.ts';
import type { MarketGap } from '../recording/marketCursor.ts';
import { RecordEncoder } from '../recording/recordEncoder.ts';

/** Writes the books of one symbol, each as a chunk of a recording that can be read by itself (docs/recording-format.md). */
export class BookEncoder {
  readonly #chunks: ChunkBuilder;
  #chunk: LooseChunk | undefined;

  constructor(pair: Pair) {
    this.#chunks = new ChunkBuilder(pair, (chunk) => (this.#chunk = chunk));
  }

  /** `gap` is the time before the book in which nothing is known. The result is not used again. */
  encode(book: Book, gap: MarketGap | undefined, sequence: number): Uint8Array {
    // A gap that ends after the book would begin a chunk that is too late for it.
    this.#chunks.restart(book.receivedAt);
    if (gap !== undefined) this.#chunks.gap({ ...gap, from: Math.min(gap.from, book.receivedAt), to: book.receivedAt });
    this.#chunks.book(book);
    this.#chunks.flush();
    const { bytes, head } = present(this.#chunk, 'a chunk');
    sealChunk(bytes, { ...head, sequence });
    return bytes;
  }
}

/** Records of statistics have no prices on a grid. */
const ANY_GRID = gridOf(0, ONE);

/** Writes rows of statistics of one time: the time, then of each its symbol and its record, both with their lengths. */
export function encodeStatistics(rows: readonly PairStatistics[], at: Instant): Uint8Array {
  const out = new ByteWriter();
  const encoder = new RecordEncoder('', ANY_GRID);
  out.varint(at);
  out.varint(rows.length);
  for (const row of rows) {
    encoder.out.clear();
    encoder.restart(at);
    encoder.statistics(row, at);
    out.text(row.symbol);
    out.varint(encoder.out.length);
    out.append(encoder.out);
  }
  return out.take(0);
}
