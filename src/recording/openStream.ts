import { existsSync } from 'node:fs';
import { diskReason } from '../base/diskFault.ts';
import { Fault } from '../base/fault.ts';
import { type ByteStream, FileBytes } from './byteStream.ts';
import { ChunkReader } from './chunkReader.ts';
import { HEADER } from './chunk.ts';
import type { DayFile } from './dayFiles.ts';
import { PlainStream } from './plainStream.ts';
import { headerOf, type RecordingHeader } from './recordingHeader.ts';
import { ZstdStream } from './zstdStream.ts';

/** Opens a day's file, compressed or not. One that has been compressed since it was listed has the same records under its other name. */
export function openStream(file: DayFile): ByteStream {
  try {
    const bytes = new FileBytes(file.path);
    return file.closed ? new ZstdStream(bytes) : new PlainStream(bytes);
  } catch (error) {
    const closed = { ...file, path: `${file.path}.zst`, closed: true };
    const isGone = !file.closed && (error as NodeJS.ErrnoException).code === 'ENOENT';
    if (isGone && existsSync(closed.path)) return openStream(closed);
    throw new Fault('store', `${file.path} can't be opened: ${diskReason(error)}`, { cause: error });
  }
}

/** The text of the header. Undefined when both copies are damaged or the file was never begun. */
export function readHeaderText(stream: ByteStream): string | undefined {
  const reader = new ChunkReader(stream);
  if (!reader.next() || reader.head.kind !== HEADER) return undefined;
  return new TextDecoder().decode(reader.bytes.subarray(reader.payloadFrom, reader.payloadEnd));
}

/**
 * The header of a file. Undefined when both copies are damaged or the file was never begun. Throws a `Fault` when the file is of
 * another kind or version.
 */
export function readRecordingHeader(file: DayFile): RecordingHeader | undefined {
  const stream = openStream(file);
  try {
    const text = readHeaderText(stream);
    return text === undefined ? undefined : headerOf(text, file.path);
  } finally {
    stream.close();
  }
}
