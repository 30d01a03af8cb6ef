import type { FileBytes } from './byteStream.ts';
import { endsWithIndex, type Frame, readView, SKIPPABLE } from './frameIndex.ts';

const ZSTD = 0xfd_2f_b5_28;
const MAGIC_BYTES = 4;
const SEARCH_BYTES = 256 * 1024;
/** Our frames have a few blocks of 128 KiB each. A frame with more is not ours and must not be followed for long. */
const MOST_BLOCKS = 4096;

/**
 * Finds where the frames of an index are now, after bytes were lost or inserted and everything behind them has moved. A frame
 * that is nowhere keeps its row and can't be decompressed.
 */
export function movedFrames(file: FileBytes, rows: readonly Frame[]): readonly Frame[] {
  const frames: Frame[] = [];
  let moved = 0;
  while (frames.length < rows.length) {
    const row = rows[frames.length]!;
    if (frameBytes(file, row.offset + moved) !== row.bytes) {
      // Damage may make a frame seem to reach into the next one, so the search begins within the frame before.
      const before = frames.at(-1);
      const found = nextOf(file, before === undefined ? 0 : before.offset + 1, rows, frames.length);
      for (const lost of rows.slice(frames.length, found?.index)) frames.push({ ...lost, offset: lost.offset + moved });
      if (found === undefined) return frames;
      moved = found.offset - rows[found.index]!.offset;
    }
    const next = rows[frames.length]!;
    frames.push({ ...next, offset: next.offset + moved });
  }
  return frames;
}

/** The first position from `from` on where one of the rows' frames is, and its index. */
function nextOf(file: FileBytes, from: number, rows: readonly Frame[], first: number): { index: number; offset: number } | undefined {
  for (let at = findMagic(file, from, ZSTD); at !== undefined; at = findMagic(file, at + 1, ZSTD)) {
    const bytes = frameBytes(file, at);
    const index = bytes === undefined ? -1 : rows.findIndex((row, i) => i >= first && row.bytes === bytes);
    if (index >= 0) return { index, offset: at };
  }
  return undefined;
}

/**
 * Finds the frames by going through the file, for when the index is damaged. Bytes between two frames count as a frame that can't
 * be decompressed. So does the rest of a file that was cut off and ends without an index.
 */
export function walkFrames(file: FileBytes): readonly Frame[] {
  const frames: Frame[] = [];
  const hasIndex = endsWithIndex(file);
  let at = 0;
  let isSound = true;
  while (at < file.size && magicAt(file, at) !== SKIPPABLE) {
    const bytes = frameBytes(file, at);
    const end = at + (bytes ?? Infinity);
    isSound = bytes !== undefined && isSeam(file, end);
    const next = isSound ? end : (findMagic(file, at + 1, ZSTD) ?? findMagic(file, at + 1, SKIPPABLE) ?? file.size);
    // Either the frame is whole and what follows is damaged, or its length is wrong and reaches into the next frame.
    const cut = Math.min(end, next);
    frames.push(unlisted(at, cut - at));
    if (cut < next && !(hasIndex && next === file.size)) frames.push(unlisted(cut, next - cut));
    at = next;
  }
  return at === file.size && isSound && !hasIndex ? [...frames, unlisted(at, 0)] : frames;
}

/** Whether a frame, the index or the end of the file is at this position. */
function isSeam(file: FileBytes, at: number): boolean {
  const magic = magicAt(file, at);
  return at === file.size || magic === ZSTD || magic === SKIPPABLE;
}

function unlisted(offset: number, bytes: number): Frame {
  return { offset, bytes, plainBytes: undefined, firstAt: undefined, lastAt: undefined, entries: 0, gaps: 0 };
}

function magicAt(file: FileBytes, at: number): number | undefined {
  return readView(file, at, MAGIC_BYTES)?.getUint32(0, true);
}

/** The first position from `from` on where the four bytes of a magic number are. */
function findMagic(file: FileBytes, from: number, magic: number): number | undefined {
  const wanted = Buffer.alloc(MAGIC_BYTES);
  wanted.writeUInt32LE(magic);
  const bytes = Buffer.alloc(SEARCH_BYTES);
  // The pieces overlap, so that a magic number on a border is not missed.
  for (let at = from; at < file.size; at += SEARCH_BYTES - MAGIC_BYTES + 1) {
    const count = file.readAt(at, bytes, 0, SEARCH_BYTES);
    const found = bytes.subarray(0, count).indexOf(wanted);
    if (found >= 0) return at + found;
  }
  return undefined;
}

/**
 * The length of the zstd frame at a position, from its header and its block headers (RFC 8878, 3.1.1). Undefined when there is no
 * frame.
 */
function frameBytes(file: FileBytes, from: number): number | undefined {
  if (magicAt(file, from) !== ZSTD) return undefined;
  const descriptor = readView(file, from + 4, 1)?.getUint8(0);
  if (descriptor === undefined) return undefined;
  const isSingle = (descriptor & 0x20) !== 0;
  const sizeBytes = [isSingle ? 1 : 0, 2, 4, 8][descriptor >> 6]!;
  let at = from + 5 + (isSingle ? 0 : 1) + [0, 1, 2, 4][descriptor & 3]! + sizeBytes;
  for (let blocks = 0; blocks < MOST_BLOCKS; blocks++) {
    const block = readView(file, at, 3);
    if (block === undefined) return undefined;
    const head = block.getUint16(0, true) | (block.getUint8(2) << 16);
    const isRepeated = ((head >> 1) & 3) === 1;
    at += 3 + (isRepeated ? 1 : head >> 3);
    if ((head & 1) === 0) continue;
    const end = at + ((descriptor & 4) === 0 ? 0 : 4);
    return end <= file.size ? end - from : undefined;
  }
  return undefined;
}
