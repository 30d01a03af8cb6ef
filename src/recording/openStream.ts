import { diskReason } from '../base/diskFault.ts';
import { Fault } from '../base/fault.ts';
import { type ByteStream, FileBytes } from './byteStream.ts';
import { ChunkReader } from './chunkReader.ts';
import { HEADER } from './chunk.ts';
import type { DayFile } from './dayFiles.ts';
import { PlainStream } from './plainStream.ts';
import { headerOf, type RecordingHeader } from './recordingHeader.ts';
import { ZstdStream } from './zstdStream.ts';

/** Opens a file of a day, compressed or not. */
export function openStream(file: DayFile): ByteStream {
  try {
    const bytes = new FileBytes(file.path);
    return file.closed ? new ZstdStream(bytes) : new PlainStream(bytes);
  } catch (error) {
    throw new Fault('store', `${file.path} can't be opened: ${diskReason(error)}`, { cause: error });
  }
}

/** The header's text; undefined when both copies of it are damaged or the file was not begun. */
export function readHeaderText(stream: ByteStream): string | undefined {
  const reader = new ChunkReader(stream);
  if (!reader.next() || reader.head.kind !== HEADER) return undefined;
  return new TextDecoder().decode(reader.bytes.subarray(reader.payloadFrom, reader.payloadEnd));
}

/** The header of a file; undefined as above. Throws a `Fault` when it is of another kind or version. */
export function readRecordingHeader(file: DayFile): RecordingHeader | undefined {
  const stream = openStream(file);
  try {
    const text = readHeaderText(stream);
    return text === undefined ? undefined : headerOf(text, file.path);
  } finally {
    stream.close();
  }
}
