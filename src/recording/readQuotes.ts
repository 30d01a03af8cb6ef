import { join } from 'node:path';
import { DAY_MS } from '../base/instant.ts';
import { QUOTES } from './chunk.ts';
import { ChunkReader } from './chunkReader.ts';
import { type DayFile, listDayFiles, QUOTES_FILE, QUOTES_FOLDER } from './dayFiles.ts';
import { openStream, readHeaderText } from './openStream.ts';
import { quoteOfLine, type QuoteRecord } from './quoteTape.ts';
import { requireQuotesHeader } from './quoteWriter.ts';
import type { RecordingRange } from './recordingCursor.ts';

/** Reads the quote tape below `dir`, for outcomes from `from` up to `to` (exclusive). Damaged parts are skipped. */
export function* readQuotes(dir: string, { from = -Infinity, to = Infinity }: RecordingRange = {}): Generator<QuoteRecord> {
  for (const file of listDayFiles(join(dir, QUOTES_FOLDER), QUOTES_FILE)) {
    if (file.day + DAY_MS <= from || file.day >= to) continue;
    for (const quote of quotesIn(file)) if (quote.decidedAt >= from && quote.decidedAt < to) yield quote;
  }
}

function* quotesIn(file: DayFile): Generator<QuoteRecord> {
  const stream = openStream(file);
  try {
    const header = readHeaderText(stream);
    if (header === undefined) return;
    requireQuotesHeader(header, file.path);
    stream.seek(-Infinity);
    const reader = new ChunkReader(stream);
    while (reader.next()) {
      if (reader.head.kind !== QUOTES) continue;
      const text = new TextDecoder().decode(reader.bytes.subarray(reader.payloadFrom, reader.payloadEnd));
      for (const line of text.split('\n')) if (line !== '') yield quoteOfLine(line);
    }
  } finally {
    stream.close();
  }
}
