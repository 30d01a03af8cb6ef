import { inflateRawSync } from 'node:zlib';
import type { Book } from '../../src/model/book.ts';
import { systemClock } from '../../src/base/systemClock.ts';
import type { Pair } from '../../src/model/pair.ts';
import { type Imported, importMarket, type ImportOptions } from '../../src/recording/importMarket.ts';
import { jsonLinesReader } from '../../src/recording/importJsonLines.ts';
import { BOOK, END, type MarketCursor } from '../../src/recording/marketCursor.ts';
import { openMarketWriter } from '../../src/recording/marketWriter.ts';
import { freeLock, giver, type Kept, PAIR, writerOptions } from './worlds.ts';

/** Records a history of one pair. */
export async function recordAll(dir: string, history: readonly Kept[], pair: Pair = PAIR): Promise<void> {
  const writer = await openMarketWriter(dir, [pair], writerOptions());
  const give = giver(pair);
  for (const one of history) give(writer, one);
  await writer.close();
}

export async function* inPieces(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length; at += size) yield await Promise.resolve(bytes.subarray(at, at + size));
}

export function importInto(dir: string, lines: readonly string[], over: Partial<ImportOptions> = {}): Promise<Imported> {
  return importMarket({
    dir,
    pair: PAIR,
    reader: jsonLinesReader(),
    lines: (async function* () {
      yield await Promise.resolve(lines);
    })(),
    append: false,
    clock: systemClock,
    lock: freeLock,
    onProgress: () => undefined,
    ...over,
  });
}

/** The levels of every snapshot, exact: `PRICE AMOUNT`. */
export function snapshotsOf(cursor: MarketCursor): { at: number; exchangeAt: number; bids: string[]; asks: string[] }[] {
  const found = [];
  for (let type = cursor.next(); type !== END; type = cursor.next()) {
    if (type !== BOOK) continue;
    const { receivedAt: at, exchangeAt, bids, asks, grid } = cursor.book;
    const texts = ({ ticks, lots, start, length }: Book['bids']): string[] =>
      Array.from({ length }, (_, i) => `${grid.tick.mul(ticks[start + i]!).toFixed()} ${grid.lot.mul(lots[start + i]!).toFixed()}`);
    found.push({ at, exchangeAt, bids: texts(bids), asks: texts(asks) });
  }
  cursor.close();
  return found;
}

/** The name and content of the one file in a zip archive, found through its directory. */
export function unzipped(archive: Buffer): { name: string; content: Buffer } {
  const end = archive.length - 22;
  const directory = archive.readUInt32LE(end + 16);
  const packed = archive.readUInt32LE(directory + 20);
  const nameBytes = archive.readUInt16LE(directory + 28);
  const local = archive.readUInt32LE(directory + 42);
  const from = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
  const name = archive.toString('latin1', directory + 46, directory + 46 + nameBytes);
  return { name, content: inflateRawSync(archive.subarray(from, from + packed)) };
}
