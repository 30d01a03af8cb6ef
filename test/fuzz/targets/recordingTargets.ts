import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { DAY_MS } from '../../../src/base/instant.ts';
import { VirtualClock } from '../../../src/base/virtualClock.ts';
import { createBook } from '../../../src/model/book.ts';
import { BlockSequence } from '../../../src/recording/blockSequence.ts';
import { decodeBlock } from '../../../src/recording/bookBlock.ts';
import { csvReader } from '../../../src/recording/importCsv.ts';
import { jsonLinesReader } from '../../../src/recording/importJsonLines.ts';
import { inspectDayFile } from '../../../src/recording/inspectDayFile.ts';
import { BOOK, END, type MarketCursor } from '../../../src/recording/marketCursor.ts';
import { openMarketWriter } from '../../../src/recording/marketWriter.ts';
import { openMarket } from '../../../src/recording/openMarket.ts';
import { readHeaderText } from '../../../src/recording/openStream.ts';
import { quoteOfLine } from '../../../src/recording/quoteTape.ts';
import { readQuotes } from '../../../src/recording/readQuotes.ts';
import { RecordingCursor } from '../../../src/recording/recordingCursor.ts';
import { headerOf } from '../../../src/recording/recordingHeader.ts';
import type { SnapshotReader } from '../../../src/recording/snapshotReader.ts';
import { verifyRecordings } from '../../../src/recording/verifyRecordings.ts';
import { DAY, giver, type Kept, PAIR, records, settle, temporaryFolder, writerOptions } from '../../recording/worlds.ts';
import { faults, must, NOTHING, outcomeOf } from '../broken.ts';
import { MemoryStream } from '../memoryStream.ts';
import { mutateJson } from '../mutateJson.ts';
import { mutateBytes, mutateLines } from '../mutateText.ts';
import { mutateRecording } from '../sealedChunks.ts';
import { bytesOf, inputOf, type Target } from '../target.ts';

const STORE = faults('store', 'schema-newer');
const OPENED = faults('store', 'schema-newer', 'not-found', 'invalid-request');

/** Readers of recordings: damaged on the disk, and damaged in a way that no checksum shows. */
export async function recordingTargets(folder: string): Promise<readonly Target[]> {
  const open = await recorded(false);
  const closed = await recorded(true);
  const quotes = await recordedQuotes();
  return [
    { name: 'recording/records', weight: 15, seeds: open, mutate: mutateRecording, check: checkRecords },
    {
      name: 'recording/open',
      weight: 2,
      seeds: open,
      mutate: mutateRecording,
      check: (input) => checkFile(folder, '2026-11-20.slm', input),
    },
    {
      name: 'recording/closed',
      weight: 2,
      seeds: closed,
      mutate: mutateBytes,
      check: (input) => checkFile(folder, '2026-11-20.slm.zst', input),
    },
    { name: 'recording/quotes', weight: 2, seeds: quotes, mutate: mutateRecording, check: (input) => checkQuotes(folder, input) },
    { name: 'recording/header', weight: 10, seeds: headersOf([...open, ...quotes]), mutate: mutateJson, check: checkHeader },
    { name: 'recording/quote', weight: 20, seeds: QUOTE_LINES, mutate: mutateJson, check: checkQuote },
    { name: 'import/csv', weight: 5, seeds: CSV, mutate: mutateLines, check: (input) => checkImport(csvReader(), input) },
    { name: 'import/lines', weight: 10, seeds: LINES, mutate: mutateJson, check: (input) => checkImport(jsonLinesReader(), input) },
  ];
}

async function recorded(isClosed: boolean): Promise<string[]> {
  const files: string[] = [];
  for (const history of fc.sample(records(10_000, 25), { seed: 5, numRuns: 4 })) {
    const folder = temporaryFolder();
    // A writer that begins days later closes the day at once.
    const clock = new VirtualClock(isClosed ? DAY + 2 * DAY_MS : DAY);
    const writer = await openMarketWriter(folder.path, [PAIR], writerOptions({ clock, chunks: { keyframeBooks: 8 } }));
    const give = giver();
    for (const record of [...history, ...EXTREMES]) give(writer, record);
    await writer.close();
    const place = join(folder.path, 'BTC-EUR');
    for (const name of readdirSync(place)) if (/\.slm(?:\.zst)?$/.test(name)) files.push(inputOf(readFileSync(join(place, name))));
    folder.remove();
  }
  return files;
}

/** Books with large numbers and with none. */
const EXTREMES: readonly Kept[] = [
  { type: 'book', at: DAY + 80_000_000, exchangeAt: DAY, depth: 250, bids: [[9999, 2 ** 40]], asks: [[2 ** 31 - 1, 2 ** 52]] },
  { type: 'book', at: DAY + 80_000_500, exchangeAt: DAY + 80_000_499, depth: 1, bids: [], asks: [] },
];

async function recordedQuotes(): Promise<string[]> {
  const folder = temporaryFolder();
  const clock = new VirtualClock(DAY);
  const writer = await openMarketWriter(folder.path, [], writerOptions({ clock, quotes: true }));
  for (const line of QUOTE_LINES) {
    const quote = quoteOfLine(line);
    await clock.advance(Math.max(0, quote.decidedAt - clock.now()), settle);
    writer.quote(quote);
  }
  await writer.close();
  const place = join(folder.path, 'quotes');
  const files = readdirSync(place).filter((name) => name.endsWith('.slq'));
  const inputs = files.map((name) => inputOf(readFileSync(join(place, name))));
  folder.remove();
  return inputs;
}

const QUOTE_LINES: readonly string[] = [
  `{"askedAt":${DAY + 1000},"decidedAt":${DAY + 1900},"fromCurrency":"EUR","toCurrency":"BTC","outcome":"accepted","symbol":"BTC/EUR","size":{"fromAmount":"1000.1"},"offer":{"fromAmount":"1000.1","toAmount":"0.0161","rate":"0.0000161","quotedAt":${DAY + 1040},"validTo":${DAY + 9040}},"mid":"61234.565"}`,
  `{"askedAt":${DAY + 5000},"decidedAt":${DAY + 5900},"fromCurrency":"EUR","toCurrency":"BTC","outcome":"refused","code":"INSUFFICIENT_FUNDS","size":{"toAmount":"0.1"},"offer":null}`,
];

function headersOf(files: readonly string[]): string[] {
  return files.map((file) => readHeaderText(new MemoryStream(bytesOf(file)))!);
}

/** The records of a file, by the cursor and as blocks in shared memory. */
function checkRecords(input: string): void {
  const bytes = bytesOf(input);
  const { value: header } = outcomeOf(() => {
    const text = readHeaderText(new MemoryStream(bytes));
    return text === undefined ? undefined : headerOf(text, 'the file');
  }, STORE);
  if (header === undefined) return;
  const cursor = (): RecordingCursor => {
    const source = { header, isReadable: true, day: DAY, name: 'the file', open: () => new MemoryStream(bytes) };
    return new RecordingCursor([source], input.length % 2 === 0 ? {} : { from: DAY + 3000, to: DAY + 80_000_000 });
  };
  const books = walked(cursor());
  const blocks = [];
  const source = cursor();
  for (let block = decodeBlock(source, 16); block !== undefined; block = decodeBlock(source, 16)) blocks.push(block);
  const shown = blocks.length === 0 ? 0 : walked(new BlockSequence(blocks));
  must(books === shown, () => `the cursor shows ${books} books, the blocks ${shown}`);
}

function walked(cursor: MarketCursor): number {
  let books = 0;
  for (let type = cursor.next(); type !== END; type = cursor.next()) {
    if (type !== BOOK) continue;
    books++;
    const { bids, asks } = cursor.book;
    must(bids.length >= 0 && asks.length >= 0 && bids.start >= 0 && asks.start >= 0, 'a side lies outside of its arrays');
    must(
      bids.start + bids.length <= bids.ticks.length && asks.start + asks.length <= asks.ticks.length,
      'a side lies outside of its arrays',
    );
  }
  cursor.close();
  return books;
}

function checkFile(folder: string, name: string, input: string): void {
  const place = join(folder, 'BTC-EUR');
  rmSync(place, { recursive: true, force: true });
  mkdirSync(place, { recursive: true });
  const path = join(place, name);
  writeFileSync(path, bytesOf(input));
  outcomeOf(() => walked(openMarket(folder, 'BTC/EUR')), OPENED);
  outcomeOf(() => inspectDayFile({ path, day: DAY, part: 0, closed: name.endsWith('.zst') }), STORE);
  must(verifyRecordings(folder).files.length === 1, 'verify forgets the file');
}

function checkQuotes(folder: string, input: string): void {
  const place = join(folder, 'quotes');
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, '2026-11-20.slq'), bytesOf(input));
  outcomeOf(() => [...readQuotes(folder)], STORE);
}

function checkHeader(input: string): void {
  const { value } = outcomeOf(() => headerOf(input, 'the file'), STORE);
  if (value !== undefined) must(value.pair.grid.lot.gt(0), 'the grid of a header makes no sense');
}

function checkQuote(input: string): void {
  outcomeOf(() => quoteOfLine(input), STORE);
}

const CSV: readonly string[] = [
  'exchange,symbol,timestamp,local_timestamp,asks[0].price,asks[0].amount,bids[0].price,bids[0].amount,asks[1].price,asks[1].amount,bids[1].price,bids[1].amount\nx,BTCEUR,1763630000000000,1763630000001000,612.5,1.25,612.4,0.5,,,612.3,2\nx,BTCEUR,1763630001000000,1763630001001000,612.5,1.25,612.4,0.5,613,7,,',
];

const LINES: readonly string[] = [
  '{"receivedAt":1763630000000,"exchangeAt":1763629999990,"bids":[["612.4","0.5"],["612.3","2"]],"asks":[["612.5","1.25"]]}',
  '{"receivedAt":1763630000000,"exchangeAt":1763629999990,"bids":[],"asks":[]}',
];

/** A line is read, or there is a text that says what is wrong. */
function checkImport(reader: SnapshotReader, input: string): void {
  const book = createBook(PAIR.symbol, PAIR.grid, undefined, true);
  const [first = '', ...rest] = input.split('\n');
  const told = outcomeOf(() => (reader.hasHeader ? reader.header(first) : reader.read(first, book)), NOTHING).value;
  if (told !== undefined) return must(told.length > 0 && told.length < 5000, 'what is wrong is told badly');
  for (const line of rest) outcomeOf(() => reader.read(line, book), NOTHING);
}
