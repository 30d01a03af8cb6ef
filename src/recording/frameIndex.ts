import { crc32 } from 'node:zlib';
import type { Instant } from '../base/instant.ts';
import type { RandomBytes } from './byteStream.ts';

/** One zstd frame of a closed day: whole chunks, the first of which is a keyframe. */
export interface Frame {
  /** Where it begins in the compressed file. */
  readonly offset: number;
  readonly bytes: number;
  /** How long it is when decompressed; undefined when only the frames themselves could be looked at. */
  readonly plainBytes: number | undefined;
  /** Of its first and last record; undefined likewise. */
  readonly firstAt: Instant | undefined;
  readonly lastAt: Instant | undefined;
  readonly entries: number;
  readonly gaps: number;
}

const SKIPPABLE = 0x18_4d_2a_5d;
const ZSTD = 0xfd_2f_b5_28;
/** `SLIX`, the last four bytes of a closed day. */
const INDEX_MAGIC = 0x58_49_4c_53;
const ROW_BYTES = 40;
const TRAILER_BYTES = 12;
const MOST_ROWS = 1_000_000;

/** The index as a skippable frame, which other zstd programs pass over (docs/recording-format.md, Closed day). */
export function frameIndexBytes(frames: readonly Required<Frame>[]): Uint8Array {
  const body = frames.length * ROW_BYTES + TRAILER_BYTES;
  const bytes = new Uint8Array(8 + body);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, SKIPPABLE, true);
  view.setUint32(4, body, true);
  for (const [i, frame] of frames.entries()) {
    const at = 8 + i * ROW_BYTES;
    view.setBigUint64(at, BigInt(frame.offset), true);
    view.setUint32(at + 8, frame.bytes, true);
    view.setUint32(at + 12, frame.plainBytes ?? 0, true);
    view.setBigInt64(at + 16, BigInt(frame.firstAt ?? 0), true);
    view.setBigInt64(at + 24, BigInt(frame.lastAt ?? 0), true);
    view.setUint32(at + 32, frame.entries, true);
    view.setUint32(at + 36, frame.gaps, true);
  }
  const end = 8 + frames.length * ROW_BYTES;
  view.setUint32(end, frames.length, true);
  view.setUint32(end + 4, crc32(bytes.subarray(8, end + 4)), true);
  view.setUint32(end + 8, INDEX_MAGIC, true);
  return bytes;
}

/** The frames of a closed day by its index; undefined when that is damaged or missing, or does not describe all of the file. */
export function readFrameIndex(file: RandomBytes): readonly Frame[] | undefined {
  const trailer = readView(file, file.size - TRAILER_BYTES, TRAILER_BYTES);
  if (trailer === undefined || trailer.getUint32(8, true) !== INDEX_MAGIC) return undefined;
  const count = trailer.getUint32(0, true);
  if (count > MOST_ROWS) return undefined;
  const rows = readView(file, file.size - TRAILER_BYTES - count * ROW_BYTES, count * ROW_BYTES + 4);
  if (rows === undefined || crc32(new Uint8Array(rows.buffer)) !== trailer.getUint32(4, true)) return undefined;
  const frames = Array.from({ length: count }, (_, i) => frameAt(rows, i * ROW_BYTES));
  return framesEnd(frames) === indexPlace(file, count * ROW_BYTES + TRAILER_BYTES) ? frames : undefined;
}

/** Where the last of the frames ends; undefined when one does not begin where the one before it ends. */
function framesEnd(frames: readonly Frame[]): number | undefined {
  let end = 0;
  for (const { offset, bytes } of frames) {
    if (offset !== end) return undefined;
    end += bytes;
  }
  return end;
}

/** Where the skippable frame with the index begins; NaN when what stands there does not begin one of its length. */
function indexPlace(file: RandomBytes, body: number): number {
  const place = file.size - body - 8;
  const head = readView(file, place, 8);
  return head?.getUint32(0, true) === SKIPPABLE && head.getUint32(4, true) === body ? place : NaN;
}

/**
 * Finds the frames by going through the file, for when the index is damaged. Where the frames end without an index, not even the
 * end of one, the file was cut off: the rest stands there as a last frame, which can't be decompressed.
 */
export function walkFrames(file: RandomBytes): readonly Frame[] {
  const frames: Frame[] = [];
  let at = 0;
  for (;;) {
    const magic = readView(file, at, 8);
    if (magic?.getUint32(0, true) === SKIPPABLE) return frames;
    const bytes = magic?.getUint32(0, true) === ZSTD ? frameBytes(file, at) : undefined;
    if (bytes === undefined) break;
    frames.push(unlisted(at, bytes));
    at += bytes;
  }
  const trailer = readView(file, file.size - TRAILER_BYTES, TRAILER_BYTES);
  return trailer?.getUint32(8, true) === INDEX_MAGIC ? frames : [...frames, unlisted(at, file.size - at)];
}

function unlisted(offset: number, bytes: number): Frame {
  return { offset, bytes, plainBytes: undefined, firstAt: undefined, lastAt: undefined, entries: 0, gaps: 0 };
}

function frameAt(view: DataView, at: number): Frame {
  return {
    offset: Number(view.getBigUint64(at, true)),
    bytes: view.getUint32(at + 8, true),
    plainBytes: view.getUint32(at + 12, true),
    firstAt: Number(view.getBigInt64(at + 16, true)),
    lastAt: Number(view.getBigInt64(at + 24, true)),
    entries: view.getUint32(at + 32, true),
    gaps: view.getUint32(at + 36, true),
  };
}

/** The length of a zstd frame, from its header and those of its blocks (RFC 8878, 3.1.1). */
function frameBytes(file: RandomBytes, from: number): number | undefined {
  const descriptor = readView(file, from + 4, 1)?.getUint8(0);
  if (descriptor === undefined) return undefined;
  const isSingle = (descriptor & 0x20) !== 0;
  const sizeBytes = [isSingle ? 1 : 0, 2, 4, 8][descriptor >> 6]!;
  let at = from + 5 + (isSingle ? 0 : 1) + [0, 1, 2, 4][descriptor & 3]! + sizeBytes;
  for (;;) {
    const block = readView(file, at, 3);
    if (block === undefined) return undefined;
    const head = block.getUint16(0, true) | (block.getUint8(2) << 16);
    const isRepeated = ((head >> 1) & 3) === 1;
    at += 3 + (isRepeated ? 1 : head >> 3);
    if ((head & 1) === 0) continue;
    const end = at + ((descriptor & 4) === 0 ? 0 : 4);
    return end <= file.size ? end - from : undefined;
  }
}

function readView(file: RandomBytes, position: number, length: number): DataView | undefined {
  if (position < 0) return undefined;
  const bytes = new Uint8Array(length);
  return file.readAt(position, bytes, 0, length) === length ? new DataView(bytes.buffer) : undefined;
}
