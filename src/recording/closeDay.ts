import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompress } from 'node:zlib';
import { Fault } from '../base/fault.ts';
import { type ChunkHead, HEAD_BYTES, HEADER, KEYFRAME, sealChunk } from './chunk.ts';
import { ChunkReader } from './chunkReader.ts';
import type { DayFile } from './dayFiles.ts';
import { type Disk, type DiskFile, syncFolder, moveInPlace } from './disk.ts';
import { type Frame, frameIndexBytes } from './frameIndex.ts';
import { openStream } from './openStream.ts';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);
const LEVEL = { params: { [constants.ZSTD_c_compressionLevel]: 3 } };

/**
 * A frame ends at the first keyframe after this many bytes: enough for zstd to find repetitions, and little to decompress for a
 * seek.
 */
const FRAME_BYTES = 256 * 1024;
/** Chunks are joined up to this length, wherever their keyframes are. */
const JOINED_BYTES = 1024 * 1024;

/**
 * Compresses the file of a past day. The records stay the same but stand in longer chunks, in zstd frames that each begin with a
 * keyframe, with an index of the frames. The uncompressed file is deleted when the compressed one is complete and on the disk.
 *
 * Rejects with a `Fault` `check-failed` for a file with damage, which stays as it is.
 */
export async function closeDay(file: DayFile, disk: Disk): Promise<void> {
  const closed = `${file.path}.zst`;
  const temporary = `${closed}.tmp`;
  const out = await disk.open(temporary);
  try {
    await out.truncate(0);
    await writeFrames(file, out);
    await out.datasync();
  } catch (error) {
    await out.close().catch(() => undefined);
    await rm(temporary, { force: true });
    throw error;
  }
  await out.close();
  await moveInPlace(temporary, closed, dirname(file.path));
  await rm(file.path, { force: true });
  await syncFolder(dirname(file.path));
}

async function writeFrames(file: DayFile, out: DiskFile): Promise<void> {
  const frames: Required<Frame>[] = [];
  let offset = 0;
  for (const { bytes, ...facts } of plainFrames(file)) {
    // With the length known, decompressing a frame takes that much memory, and not the level's window of two megabytes.
    const compressed = await compress(bytes, { ...LEVEL, pledgedSrcSize: bytes.length });
    // The uncompressed file is about to be deleted, so the compressed bytes are checked first.
    if (!bytes.equals(await decompress(compressed))) throw new Fault('check-failed', `${file.path}: compression did not keep its content`);
    await out.write(compressed, offset);
    frames.push({ ...facts, offset, bytes: compressed.length, plainBytes: bytes.length });
    offset += compressed.length;
  }
  await out.write(frameIndexBytes(frames), offset);
}

interface PlainFrame extends Pick<Frame, 'firstAt' | 'lastAt' | 'entries' | 'gaps'> {
  readonly bytes: Buffer;
}

/** The chunks of the file, joined from keyframe to keyframe and numbered anew. The first header is a frame of its own. */
function* plainFrames(file: DayFile): Generator<PlainFrame> {
  let chunks: Buffer[] = [];
  let bytes = 0;
  let facts: Pick<Frame, 'firstAt' | 'lastAt' | 'entries' | 'gaps'> | undefined;
  let sequence = 0;
  const frame = (): PlainFrame => {
    const done = { firstAt: 0, lastAt: 0, entries: 0, gaps: 0, ...facts, bytes: Buffer.concat(chunks) };
    chunks = [];
    bytes = 0;
    facts = undefined;
    return done;
  };
  for (const { payloads, head } of joinedChunks(file)) {
    if ((head.flags & KEYFRAME) !== 0 && bytes >= FRAME_BYTES) yield frame();
    const chunk = Buffer.concat([Buffer.alloc(HEAD_BYTES), ...payloads]);
    sealChunk(chunk, { ...head, sequence: sequence++ });
    chunks.push(chunk);
    bytes += chunk.length;
    if (head.kind !== HEADER) {
      const { firstAt = head.firstAt, entries = 0, gaps = 0 } = facts ?? {};
      facts = { firstAt, lastAt: head.lastAt, entries: entries + head.entries, gaps: gaps + head.gaps };
    }
    if (sequence === 1) yield frame();
  }
  if (chunks.length > 0) yield frame();
}

interface JoinedChunk {
  readonly payloads: Buffer[];
  payloadBytes: number;
  readonly head: ChunkHead;
}

/** Joins consecutive chunks into one, since their payloads are one stream of records. */
function* joinedChunks(file: DayFile): Generator<JoinedChunk> {
  const stream = openStream(file);
  const reader = new ChunkReader(stream);
  let joined: JoinedChunk | undefined;
  try {
    while (reader.next()) {
      if (reader.skipped !== undefined) throw damaged(file);
      const { head } = reader;
      const payload = Buffer.from(reader.bytes.subarray(reader.payloadFrom, reader.payloadEnd));
      if (joined !== undefined && follows(joined, head)) {
        joined.payloads.push(payload);
        joined.payloadBytes += payload.length;
        const { entries, gaps, flags } = joined.head;
        Object.assign(joined.head, {
          entries: entries + head.entries,
          gaps: gaps + head.gaps,
          flags: flags | head.flags,
          lastAt: head.lastAt,
        });
        continue;
      }
      if (joined !== undefined) yield joined;
      joined = { payloads: [payload], payloadBytes: payload.length, head: { ...head } };
    }
    if (reader.skipped !== undefined) throw damaged(file);
    if (joined !== undefined) yield joined;
  } finally {
    stream.close();
  }
}

function follows(joined: JoinedChunk, next: ChunkHead): boolean {
  const isSameKind = joined.head.kind === next.kind && next.kind !== HEADER;
  return isSameKind && (next.flags & KEYFRAME) === 0 && joined.payloadBytes + next.payloadBytes <= JOINED_BYTES;
}

function damaged(file: DayFile): Fault {
  return new Fault('check-failed', `${file.path} is damaged and is left as it is, uncompressed`, {
    suggestion: 'see where with `sluice data verify`',
  });
}
