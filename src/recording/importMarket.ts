import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../base/clock.ts';
import { onDisk } from '../base/diskFault.ts';
import { Fault } from '../base/fault.ts';
import { dayOf, durationText, type Instant, isoOf } from '../base/instant.ts';
import { type Book, createBook } from '../model/book.ts';
import type { Pair } from '../model/pair.ts';
import { completeImport, IMPORT_FOLDER, MOVES_FILE } from './completeImport.ts';
import { symbolFolder } from './dayFiles.ts';
import { type RecordingSummary, listRecordings } from './listRecordings.ts';
import { type MarketWriter, openMarketWriter } from './marketWriter.ts';
import { moveRecording } from './moveRecording.ts';
import { headerOf } from './recordingHeader.ts';
import type { SnapshotReader } from './snapshotReader.ts';
import { type RecordingLock, takeFolder } from './takeFolder.ts';

export interface ImportOptions {
  /** The folder of the recordings. */
  readonly dir: string;
  readonly pair: Pair;
  readonly reader: SnapshotReader;
  /** Batches of lines, without their line ends. */
  readonly lines: AsyncIterable<readonly string[]>;
  /** How many levels per side were asked for. By default, the levels of each book's longer side. */
  readonly depth?: number | undefined;
  /** The intended time between two snapshots. By default, the median of the first ones. */
  readonly everyMs?: number | undefined;
  /** Whether to add to a day that is recorded already. */
  readonly append: boolean;
  readonly clock: Clock;
  readonly lock: (path: string) => Promise<RecordingLock>;
  readonly onProgress: (snapshots: number) => void;
}

export interface Imported {
  readonly snapshots: number;
  /** How often there were no snapshots for longer than five usual periods and 2 s. */
  readonly gaps: number;
  readonly from: Instant;
  readonly to: Instant;
  readonly files: readonly string[];
}

const HEAD_LINES = 200;
const FLUSH_EVERY = 1000;
const TELL_EVERY = 5000;

/**
 * Makes a recording from snapshots that somebody else took. It is written beside the recordings and moved into place at the end,
 * so a failed import leaves nothing behind. One that was killed while it was moved is completed first.
 *
 * Throws a `Fault`: `usage` for a line that can't be imported (with its number, the field, the value and what was expected) and
 * for a time that is recorded already; `daemon-running` while the symbol is being recorded.
 */
export async function importMarket(options: ImportOptions): Promise<Imported> {
  const { dir, pair, clock } = options;
  const folder = symbolFolder(dir, pair.symbol);
  const refused = `${pair.symbol} can't be imported to ${dir}`;
  const lock = await takeFolder(folder, refused, (path) => clock.track(options.lock(path)));
  let partial: string | undefined;
  try {
    const isCompleted = await completeImport(dir, pair.symbol);
    const place = (partial = onDisk(refused, () => mkdtempSync(join(dir, IMPORT_FOLDER))));
    const existing = listRecordings(dir).find(({ symbol }) => symbol === pair.symbol);
    if (existing !== undefined) requireSameGrid(existing, pair);
    const { usage, from, to } = await writeAll(options, place, existing, isCompleted);
    const files = await moveRecording(symbolFolder(place, pair.symbol), folder, join(place, MOVES_FILE));
    rmSync(place, { recursive: true, force: true });
    return { snapshots: usage.books, gaps: usage.gaps, from, to, files };
  } finally {
    // With a list of moves that could not be taken back, the next import goes on with it.
    if (partial !== undefined && !existsSync(join(partial, MOVES_FILE))) rmSync(partial, { recursive: true, force: true });
    await lock.release();
  }
}

async function writeAll(options: ImportOptions, partial: string, existing: RecordingSummary | undefined, isCompleted: boolean) {
  const { pair, clock, onProgress } = options;
  const snapshots = new Snapshots(options);
  const { head, everyMs } = await snapshots.begin();
  const [first] = head;
  if (first === undefined) throw new Fault('usage', 'there is no snapshot in the file', { suggestion: 'nothing was imported' });
  requireRoom(existing, first.receivedAt, options, isCompleted);
  let trouble: Fault | undefined;
  const writer = await openMarketWriter(partial, [pair], {
    clock,
    depth: options.depth ?? first.depth,
    everyMs,
    lock: () => Promise.resolve({ release: () => Promise.resolve() }),
    onTrouble: (_, fault) => (trouble ??= fault),
  });
  try {
    noteGap(writer, existing?.to, first.receivedAt, everyMs, pair.symbol);
    let done = 0;
    let to = first.receivedAt;
    for await (const book of snapshots.all()) {
      writer.book(book);
      to = book.receivedAt;
      if (++done % FLUSH_EVERY === 0) await writer.flushed();
      if (done % TELL_EVERY === 0) onProgress(done);
      if (trouble !== undefined) throw trouble;
    }
    await writer.close();
    const [usage] = writer.usage();
    if (trouble !== undefined) throw trouble;
    if (usage!.dropped > 0) throw new Fault('store', `${usage!.dropped} snapshots could not be written`);
    return { usage: usage!, from: first.receivedAt, to };
  } finally {
    await writer.close();
  }
}

/** Reads the lines one after the other and checks each. It looks far enough ahead to learn the usual period. */
class Snapshots {
  readonly #options: ImportOptions;
  readonly #lines: AsyncIterator<readonly string[]>;
  readonly #book: Book;
  #ahead: string[] = [];
  #number = 0;
  #lastAt: Instant = -Infinity;
  #isRead = false;

  constructor(options: ImportOptions) {
    this.#options = options;
    this.#lines = options.lines[Symbol.asyncIterator]();
    this.#book = createBook(options.pair.symbol, options.pair.grid, undefined, true);
  }

  async begin(): Promise<{ head: { receivedAt: Instant; depth: number }[]; everyMs: number }> {
    const { reader } = this.#options;
    while (this.#ahead.length < HEAD_LINES && (await this.#more()));
    if (reader.hasHeader) {
      const problem = this.#ahead.length === 0 ? 'the file is empty' : reader.header(this.#ahead.shift()!);
      this.#number++;
      if (problem !== undefined) throw this.#fault(problem);
    }
    const head = this.#ahead.slice(0, HEAD_LINES).map((line) => this.#read(line, ++this.#number));
    const times = head.map(({ receivedAt }) => receivedAt);
    const found = head.map(({ receivedAt, depth }) => ({ receivedAt, depth }));
    this.#number -= head.length;
    this.#lastAt = -Infinity;
    return { head: found, everyMs: this.#options.everyMs ?? medianApart(times) };
  }

  async *all(): AsyncGenerator<Book> {
    do {
      for (const line of this.#ahead) {
        this.#read(line, ++this.#number);
        yield this.#book;
      }
      this.#ahead = [];
    } while (await this.#more());
  }

  async #more(): Promise<boolean> {
    if (this.#isRead) return false;
    const next = await this.#lines.next();
    if (next.done === true) this.#isRead = true;
    else this.#ahead.push(...next.value);
    return !this.#isRead;
  }

  #read(line: string, number: number): { receivedAt: Instant; depth: number } {
    const { reader, depth } = this.#options;
    const book = this.#book;
    book.depth = 0;
    const problem = reader.read(line, book);
    this.#number = number;
    if (problem !== undefined) throw this.#fault(problem);
    if (book.receivedAt < this.#lastAt) {
      throw this.#fault(`receivedAt ${book.receivedAt} is before that of the snapshot before, ${this.#lastAt}: expected order of time`);
    }
    this.#lastAt = book.receivedAt;
    const levels = Math.max(book.bids.length, book.asks.length, 1);
    if (depth !== undefined && levels > depth) throw this.#fault(`it has ${levels} levels per side, and --depth says ${depth}`);
    book.depth = depth ?? Math.max(book.depth, levels);
    return { receivedAt: book.receivedAt, depth: book.depth };
  }

  #fault(problem: string): Fault {
    return new Fault('usage', `line ${this.#number}: ${problem}`, { suggestion: 'nothing was imported; correct the line and repeat' });
  }
}

function medianApart(times: readonly Instant[]): number {
  const apart = times.slice(1).map((at, i) => at - times[i]!);
  // For an even number, the smaller of the two middle times counts: reporting a gap too many is better than missing one.
  return Math.max(1, apart.toSorted((a, b) => a - b)[(apart.length - 1) >> 1] ?? 1000);
}

/** Nothing is known of the time between the earlier recording and the import. */
function noteGap(writer: MarketWriter, from: Instant | undefined, to: Instant, everyMs: number, symbol: string): void {
  if (from === undefined || to - from <= Math.max(5 * everyMs, 2000)) return;
  writer.gap(symbol, { from, to, reason: 'stopped', detail: `nothing was imported for ${durationText(to - from)}` });
}

function requireRoom(existing: RecordingSummary | undefined, from: Instant, { append, pair }: ImportOptions, isCompleted: boolean): void {
  if (existing?.to === undefined) return;
  const recorded = `${pair.symbol} is recorded up to ${isoOf(existing.to)} there already${isCompleted ? ', by an import that had been killed and is completed now' : ''}`;
  if (from < existing.to) {
    throw new Fault('usage', `${recorded}, and the first snapshot is from ${isoOf(from)}`, {
      suggestion: 'nothing was imported; import in order of time, or into another folder with --data',
    });
  }
  if (append || !existing.files.some(({ day }) => day === dayOf(from))) return;
  throw new Fault('usage', `${recorded}, on the day that is to be imported`, {
    suggestion: 'nothing was imported; go on in that day with --append, or import into another folder with --data',
  });
}

function requireSameGrid({ files, symbol }: RecordingSummary, { grid }: Pair): void {
  const { file, inspection } = files.at(-1)!;
  if (inspection.headerText === undefined) return;
  const recorded = headerOf(inspection.headerText, file).pair.grid;
  if (recorded.precision === grid.precision && recorded.lot.eq(grid.lot)) return;
  const own = `precision ${recorded.precision} and volume step ${recorded.lot.toFixed()}`;
  throw new Fault('usage', `${symbol} is recorded with ${own}, not with ${grid.precision} and ${grid.lot.toFixed()}`, {
    suggestion: 'nothing was imported; use the same grid, or another folder with --data',
  });
}
