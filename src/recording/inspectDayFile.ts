import type { Instant } from '../base/instant.ts';
import type { ByteStream } from './byteStream.ts';
import { HEAD_BYTES, HEADER, ROTATED, STOPPED } from './chunk.ts';
import { ChunkReader } from './chunkReader.ts';
import type { DayFile } from './dayFiles.ts';
import { openStream, readHeaderText } from './openStream.ts';
import { ZstdStream } from './zstdStream.ts';

/** How a file ends. An `open` file is being written, or its recorder died. */
export type FileEnd = 'stopped' | 'rotated' | 'open';

/** What a file's chunks say without being decoded. */
export interface Inspection {
  /** Undefined when no header can be read. */
  readonly headerText: string | undefined;
  /** The number of intact chunks. */
  readonly chunks: number;
  readonly entries: number;
  readonly gaps: number;
  /** The times of the first and the last record; undefined when there is none. */
  readonly firstAt: Instant | undefined;
  readonly lastAt: Instant | undefined;
  readonly end: FileEnd;
  /** The position where the last intact chunk ends. */
  readonly intactBytes: number;
  readonly nextSequence: number;
  /** How many places could not be read. */
  readonly damages: number;
}

/**
 * Inspects a file. An open file is read from end to end with its checksums. A closed file is judged by its index when that is
 * intact.
 */
export function inspectDayFile(file: DayFile): Inspection {
  const stream = openStream(file);
  try {
    return stream instanceof ZstdStream && stream.isIndexed ? inspectIndex(stream) : inspectChunks(stream);
  } finally {
    stream.close();
  }
}

function inspectChunks(stream: ByteStream, from?: Instant): Inspection {
  const reader = new ChunkReader(stream);
  if (from !== undefined) reader.seek(from);
  const { head } = reader;
  const found = { chunks: 0, entries: 0, gaps: 0, intactBytes: 0, nextSequence: 0, damages: 0, end: 'open' as FileEnd };
  let headerText: string | undefined;
  let firstAt: Instant | undefined;
  let lastAt: Instant | undefined;
  while (reader.next()) {
    found.chunks++;
    found.intactBytes = reader.offset + reader.payloadEnd - reader.payloadFrom + HEAD_BYTES;
    found.nextSequence = head.sequence + 1;
    if (reader.skipped !== undefined) found.damages++;
    if (head.kind === HEADER) {
      headerText ??= new TextDecoder().decode(reader.bytes.subarray(reader.payloadFrom, reader.payloadEnd));
      continue;
    }
    found.entries += head.entries;
    found.gaps += head.gaps;
    found.end = endOfFlags(head.flags);
    firstAt ??= head.firstAt;
    lastAt = head.lastAt;
  }
  if (reader.skipped !== undefined) found.damages++;
  return { ...found, headerText, firstAt, lastAt };
}

/** The header is in the first frame, and the last frame says how the file ends. */
function inspectIndex(stream: ZstdStream): Inspection {
  const headerText = readHeaderText(stream);
  const records = stream.frames.slice(1);
  return {
    ...inspectChunks(stream, Infinity),
    headerText,
    entries: records.reduce((sum, frame) => sum + frame.entries, 0),
    gaps: records.reduce((sum, frame) => sum + frame.gaps, 0),
    firstAt: records[0]?.firstAt,
    lastAt: records.at(-1)?.lastAt,
  };
}

/** How a file ends, from the flags of its last chunk. */
export function endOfFlags(flags: number): FileEnd {
  if ((flags & STOPPED) !== 0) return 'stopped';
  return (flags & ROTATED) !== 0 ? 'rotated' : 'open';
}
