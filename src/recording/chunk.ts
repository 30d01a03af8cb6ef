import { crc32 } from 'node:zlib';
import { assert } from '../base/assert.ts';
import type { Instant } from '../base/instant.ts';

/** The kinds of payload. */
export const HEADER = 0;
export const MARKET = 1;
export const QUOTES = 2;

/** The flags of a chunk. */
export const KEYFRAME = 1;
/** The recorder was stopped in an orderly way after this chunk. */
export const STOPPED = 2;
/** The next day's file continues without a gap. */
export const ROTATED = 4;

/** The header stands at the beginning of a file twice, so that one wrong bit does not cost the day. */
export const HEADER_CHUNKS = 2;

export const HEAD_BYTES = 40;
/** A longer payload is damage. A wrong length must not make a reader ask for gigabytes. */
export const MOST_PAYLOAD_BYTES = 8 * 1024 * 1024;
/** Every chunk begins with `SLCK`, so that a reader can find the next chunk after a damaged part. */
export const CHUNK_MAGIC: readonly [number, number, number, number] = [0x53, 0x4c, 0x43, 0x4b];

/** The head that comes before a payload (docs/recording-format.md, Chunk). */
export interface ChunkHead {
  kind: number;
  flags: number;
  /** The number of the chunk in its file, from 0. */
  sequence: number;
  /** How many books or quotes it holds. */
  entries: number;
  gaps: number;
  /** The times of the first and the last record. */
  firstAt: Instant;
  lastAt: Instant;
  payloadBytes: number;
}

const SPAN_LIMIT = 2 ** 32;

/** Writes the head into the first bytes of a chunk. The payload must be there already. */
export function sealChunk(chunk: Uint8Array, head: Omit<ChunkHead, 'payloadBytes'>): void {
  const payloadBytes = chunk.length - HEAD_BYTES;
  const spanMs = head.lastAt - head.firstAt;
  assert(
    payloadBytes >= 0 && payloadBytes <= MOST_PAYLOAD_BYTES,
    () => `a payload has at most ${MOST_PAYLOAD_BYTES} bytes, not ${payloadBytes}`,
  );
  assert(spanMs >= 0 && spanMs < SPAN_LIMIT, () => `a chunk spans less than ${SPAN_LIMIT} ms forward, not ${spanMs}`);
  const view = new DataView(chunk.buffer, chunk.byteOffset, HEAD_BYTES);
  chunk.set(CHUNK_MAGIC, 0);
  view.setUint32(8, payloadBytes, true);
  view.setUint8(12, head.kind);
  view.setUint8(13, head.flags);
  view.setUint16(14, 0, true);
  view.setUint32(16, head.sequence, true);
  view.setUint32(20, head.entries, true);
  view.setUint32(24, head.gaps, true);
  view.setUint32(28, spanMs, true);
  view.setBigInt64(32, BigInt(head.firstAt), true);
  view.setUint32(4, crc32(chunk.subarray(8)), true);
}

/** Reads a head without looking at the payload. False when it can't be a head. */
export function readChunkHead(view: DataView, offset: number, into: ChunkHead): boolean {
  for (let i = 0; i < CHUNK_MAGIC.length; i++) if (view.getUint8(offset + i) !== CHUNK_MAGIC[i]) return false;
  const firstAt = Number(view.getBigInt64(offset + 32, true));
  into.payloadBytes = view.getUint32(offset + 8, true);
  into.kind = view.getUint8(offset + 12);
  into.flags = view.getUint8(offset + 13);
  into.sequence = view.getUint32(offset + 16, true);
  into.entries = view.getUint32(offset + 20, true);
  into.gaps = view.getUint32(offset + 24, true);
  into.firstAt = firstAt;
  into.lastAt = firstAt + view.getUint32(offset + 28, true);
  return into.payloadBytes <= MOST_PAYLOAD_BYTES && Number.isSafeInteger(firstAt);
}

/** Whether a chunk, head and payload, is exactly what was written. */
export function isIntact(chunk: Uint8Array): boolean {
  const view = new DataView(chunk.buffer, chunk.byteOffset, HEAD_BYTES);
  return crc32(chunk.subarray(8)) === view.getUint32(4, true);
}

export function emptyHead(): ChunkHead {
  return { kind: 0, flags: 0, sequence: 0, entries: 0, gaps: 0, firstAt: 0, lastAt: 0, payloadBytes: 0 };
}
