import { crc32 } from 'node:zlib';
import type { Instant } from '../base/instant.ts';
import type { FileBytes } from './byteStream.ts';

/** One zstd frame of a closed day. It holds whole chunks and begins with a keyframe. */
export interface Frame {
  /** Where it begins in the compressed file. */
  readonly offset: number;
  readonly bytes: number;
  /** The decompressed length. Undefined when the frames were found without an index. */
  readonly plainBytes: number | undefined;
  /** The times of its first and last record. Undefined when the frames were found without an index. */
  readonly firstAt: Instant | undefined;
  readonly lastAt: Instant | undefined;
  readonly entries: number;
  readonly gaps: number;
}

export const SKIPPABLE = 0x18_4d_2a_5d;
/** `SLIX`, the last four bytes of a closed day. */
const INDEX_MAGIC = 0x58_49_4c_53;
const ROW_BYTES = 40;
const TRAILER_BYTES = 12;
const MOST_ROWS = 1_000_000;

/** The index as a skippable frame, which other zstd programs ignore (docs/recording-format.md, Closed day). */
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

/**
 * The frames of a closed day, from its index. Undefined when the index is damaged or missing, or does not describe the whole
 * file.
 */
export function readFrameIndex(file: FileBytes): readonly Frame[] | undefined {
  const frames = readFrameRows(file);
  if (frames === undefined) return undefined;
  return framesEnd(frames) === indexPlace(file, frames.length * ROW_BYTES + TRAILER_BYTES) ? frames : undefined;
}

/** The rows of the index, even if the frames have moved since. Undefined when the index is damaged or missing. */
export function readFrameRows(file: FileBytes): readonly Frame[] | undefined {
  const trailer = readView(file, file.size - TRAILER_BYTES, TRAILER_BYTES);
  if (trailer === undefined || trailer.getUint32(8, true) !== INDEX_MAGIC) return undefined;
  const count = trailer.getUint32(0, true);
  if (count > MOST_ROWS) return undefined;
  const rows = readView(file, file.size - TRAILER_BYTES - count * ROW_BYTES, count * ROW_BYTES + 4);
  if (rows === undefined || crc32(new Uint8Array(rows.buffer)) !== trailer.getUint32(4, true)) return undefined;
  return Array.from({ length: count }, (_, i) => frameAt(rows, i * ROW_BYTES));
}

/** Whether the file ends as a file with an index does, even if the index is damaged. */
export function endsWithIndex(file: FileBytes): boolean {
  return readView(file, file.size - 4, 4)?.getUint32(0, true) === INDEX_MAGIC;
}

/** Where the last frame ends. Undefined when a frame does not begin where the one before it ends. */
function framesEnd(frames: readonly Frame[]): number | undefined {
  let end = 0;
  for (const { offset, bytes } of frames) {
    if (offset !== end) return undefined;
    end += bytes;
  }
  return end;
}

/** Where the skippable frame with the index begins. NaN when no frame of that length begins there. */
function indexPlace(file: FileBytes, body: number): number {
  const place = file.size - body - 8;
  const head = readView(file, place, 8);
  return head?.getUint32(0, true) === SKIPPABLE && head.getUint32(4, true) === body ? place : NaN;
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

/** Some bytes of a file. Undefined when there are fewer. */
export function readView(file: FileBytes, position: number, length: number): DataView | undefined {
  if (position < 0) return undefined;
  const bytes = new Uint8Array(length);
  return file.readAt(position, bytes, 0, length) === length ? new DataView(bytes.buffer) : undefined;
}
