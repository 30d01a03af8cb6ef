import { messageOf } from '../base/fault.ts';
import type { Instant } from '../base/instant.ts';
import { HEADER, QUOTES } from './chunk.ts';
import { ChunkReader } from './chunkReader.ts';
import { DamageList } from './damageList.ts';
import { type DayFile, QUOTES_FOLDER } from './dayFiles.ts';
import { endOfFlags, type FileEnd } from './inspectDayFile.ts';
import { openStream } from './openStream.ts';
import { quoteOfLine } from './quoteTape.ts';
import { requireQuotesHeader } from './quoteWriter.ts';
import type { VerifiedFile } from './verification.ts';

/** Reads a file of the quote tape from end to end. */
export function verifyQuotesFile(file: DayFile): VerifiedFile {
  const stream = openStream(file);
  const reader = new ChunkReader(stream);
  const damage = new DamageList(file.path);
  let snapshots = 0;
  let from: Instant | undefined;
  let to: Instant | undefined;
  let end: FileEnd = 'open';
  try {
    while (reader.next()) {
      const { head } = reader;
      damage.addSkipped(reader);
      if (head.kind === QUOTES) end = endOfFlags(head.flags);
      const fault = faultOf(reader, file.path);
      if (fault !== undefined) damage.add(fault, reader.offset, reader.payloadEnd - reader.payloadFrom);
      if (fault !== undefined || head.entries === 0) continue;
      damage.good(head.firstAt);
      snapshots += head.entries;
      from ??= head.firstAt;
      to = head.lastAt;
    }
    damage.addSkipped(reader);
    damage.addCompression(stream);
  } finally {
    stream.close();
  }
  return { file: file.path, symbol: QUOTES_FOLDER, snapshots, statistics: 0, from, to, end, gaps: [], damage: damage.all() };
}

function faultOf({ head, bytes, payloadFrom, payloadEnd }: ChunkReader, file: string): string | undefined {
  const text = new TextDecoder().decode(bytes.subarray(payloadFrom, payloadEnd));
  try {
    if (head.kind === HEADER) requireQuotesHeader(text, file);
    const lines = head.kind === QUOTES ? text.split('\n').filter((line) => line !== '') : [];
    for (const line of lines) quoteOfLine(line);
    return lines.length === head.entries ? undefined : 'the quotes are not as many as the chunk announces';
  } catch (error) {
    return messageOf(error);
  }
}
