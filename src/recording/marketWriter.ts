import { join } from 'node:path';
import type { Clock } from '../base/clock.ts';
import { diskReason } from '../base/diskFault.ts';
import { Fault, isFault } from '../base/fault.ts';
import { durationText, type Instant } from '../base/instant.ts';
import type { Book } from '../model/book.ts';
import type { Pair } from '../model/pair.ts';
import type { PairStatistics } from '../model/statistics.ts';
import type { ChunkLimits } from './chunkBuilder.ts';
import { ChunkLog } from './chunkLog.ts';
import { completeImport } from './completeImport.ts';
import { type DayFileKind, listDayFiles, MARKET_FILE, QUOTES_FILE, QUOTES_FOLDER, symbolFolder } from './dayFiles.ts';
import { type Disk, systemDisk } from './disk.ts';
import { inspectDayFile } from './inspectDayFile.ts';
import { keepHouse } from './keepHouse.ts';
import type { MarketGap } from './marketCursor.ts';
import type { QuoteRecord } from './quoteTape.ts';
import { QuoteWriter } from './quoteWriter.ts';
import { headerOf } from './recordingHeader.ts';
import { type EarlierEnd, SymbolWriter, type SymbolWriterOptions } from './symbolWriter.ts';
import { type RecordingLock, takeFolder } from './takeFolder.ts';

export interface MarketWriterOptions {
  readonly clock: Clock;
  /** How many levels per side are asked for, and the intended time between two polls. Both are written into the files. */
  readonly depth: number;
  readonly everyMs: number;
  /** Takes the lock at this path. Rejects when another process holds it. */
  readonly lock: (path: string) => Promise<RecordingLock>;
  /** Also writes the quote tape, which only one recorder of a folder may do. Default false. */
  readonly quotes?: boolean;
  /**
   * Two books further apart than this have a gap between them; with Infinity they never do. Default: five polls, and at least 2
   * s.
   */
  readonly normalMs?: number;
  /** How long records wait in memory, which is the most that a kill can cost. Default 1 s. */
  readonly flushMs?: number;
  /** The least time between two syncs to the disk, which is the most that a loss of power can cost. Default 5 s. */
  readonly syncMs?: number;
  /** How long to wait after a failure of the disk before it is tried again. Default 10 s. */
  readonly retryMs?: number;
  /** Closed days that ended longer ago than this are deleted. By default none are. */
  readonly keepMs?: number | undefined;
  /** The most bytes that may wait for one symbol. With more, the disk counts as too slow. Default 8 MiB. */
  readonly mostQueuedBytes?: number;
  readonly chunks?: Partial<ChunkLimits>;
  readonly disk?: Disk;
  /**
   * The disk failed, or the clock went back (`clock`). What comes meanwhile is not recorded; a gap is written instead. `what` is
   * a symbol, or `quotes`.
   */
  readonly onTrouble?: (what: string, fault: Fault) => void;
  readonly onRecovered?: (what: string) => void;
  /** A day that is over could not be compressed or removed, or an import that was killed could not be completed. */
  readonly onHousework?: (what: string, fault: Fault) => void;
}

/** What a writer has done so far. */
export interface WriterUsage {
  readonly symbol: string;
  readonly books: number;
  /** Books that could not be recorded. */
  readonly dropped: number;
  /** Gaps that were written. */
  readonly gaps: number;
  /** Bytes that this writer has put into files. */
  readonly writtenBytes: number;
  readonly queuedBytes: number;
  readonly isWriting: boolean;
  /** The time of the last record. Undefined before the first. */
  readonly lastAt: Instant | undefined;
}

const MEBIBYTE = 1024 * 1024;

type Settled = Required<Omit<MarketWriterOptions, 'keepMs'>> & Pick<MarketWriterOptions, 'keepMs'>;

/**
 * Begins to record pairs below `dir`, with a folder for each. It continues what an earlier run left and writes the time since
 * then as a gap. Rejects with a `Fault`: `daemon-running` when a symbol is being recorded there already, `store` when the folder
 * can't be used.
 */
export async function openMarketWriter(dir: string, pairs: readonly Pair[], options: MarketWriterOptions): Promise<MarketWriter> {
  const settled: Settled = {
    quotes: false,
    normalMs: Math.max(5 * options.everyMs, 2000),
    flushMs: 1000,
    syncMs: 5000,
    retryMs: 10_000,
    mostQueuedBytes: 8 * MEBIBYTE,
    chunks: {},
    disk: systemDisk,
    onTrouble: () => {},
    onRecovered: () => {},
    onHousework: () => {},
    ...options,
  };
  const writer = new MarketWriter(dir, settled);
  try {
    for (const pair of pairs) await writer.add(pair);
    if (settled.quotes) await writer.addQuotes();
  } catch (error) {
    await writer.close();
    throw error;
  }
  return writer;
}

/** Records books, statistics, gaps and quotes. Its methods take their input at once and never wait for the disk. */
export class MarketWriter {
  readonly #dir: string;
  readonly #options: Settled;
  readonly #symbols = new Map<string, SymbolWriter>();
  readonly #folders: { readonly folder: string; readonly kind: DayFileKind; readonly log: ChunkLog; readonly what: string }[] = [];
  readonly #locks: RecordingLock[] = [];
  #quotes: QuoteWriter | undefined;
  #housework: Promise<void> = Promise.resolve();
  #closed: Promise<void> | undefined;

  constructor(dir: string, options: Settled) {
    this.#dir = dir;
    this.#options = options;
  }

  /** The book is read at once and may be reused afterwards. */
  book(book: Book): void {
    this.#symbol(book.symbol).book(book);
  }

  /** A row of statistics and its time. Symbols that are not recorded are ignored. */
  statistics(row: PairStatistics, at: Instant): void {
    this.#symbols.get(row.symbol)?.statistics(row, at);
  }

  /**
   * A time in which nothing is known of a symbol, because polls failed or books were withheld. It is reported when it is over.
   */
  gap(symbol: string, gap: MarketGap): void {
    this.#symbol(symbol).gap(gap);
  }

  /** Needs the option `quotes`. */
  quote(quote: QuoteRecord): void {
    if (this.#quotes === undefined) throw new Fault('usage', 'this recorder was opened without the quote tape');
    this.#quotes.quote(quote);
  }

  usage(): readonly WriterUsage[] {
    return [...this.#symbols].map(([symbol, writer]) => ({
      symbol,
      books: writer.books,
      dropped: writer.dropped,
      gaps: writer.gaps,
      writtenBytes: writer.log.writtenBytes,
      queuedBytes: writer.log.queuedBytes,
      isWriting: writer.isWriting,
      lastAt: writer.lastAt,
    }));
  }

  /** Resolves when everything so far is written or has failed. An import needs it, since it is faster than any disk. */
  async flushed(): Promise<void> {
    for (const writer of this.#symbols.values()) writer.flush();
    this.#quotes?.flush();
    await Promise.all(this.#folders.map(({ log }) => log.drained()));
  }

  /** Writes everything, marks the end as orderly, compresses past days, and releases the folder. */
  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  /** For `openMarketWriter`. */
  async add(pair: Pair): Promise<void> {
    const folder = symbolFolder(this.#dir, pair.symbol);
    await this.#take(folder, pair.symbol);
    await this.#completeImport(pair.symbol);
    const earlier = earlierEnd(folder);
    const log = await this.#open(folder, MARKET_FILE, pair.symbol, () => writer.failed());
    const writer: SymbolWriter = new SymbolWriter({ ...this.#options, pair, ...this.#clockCalls(pair.symbol) }, log, earlier);
    this.#symbols.set(pair.symbol, writer);
  }

  /** For `openMarketWriter`. */
  async addQuotes(): Promise<void> {
    const folder = join(this.#dir, QUOTES_FOLDER);
    await this.#take(folder, QUOTES_FOLDER);
    const log = await this.#open(folder, QUOTES_FILE, QUOTES_FOLDER, () => quotes.failed());
    const quotes: QuoteWriter = new QuoteWriter(log, this.#options.clock, this.#options.flushMs);
    this.#quotes = quotes;
  }

  async #take(folder: string, what: string): Promise<void> {
    const { clock, lock } = this.#options;
    this.#locks.push(await takeFolder(folder, `${what} can't be recorded in ${this.#dir}`, (path) => clock.track(lock(path))));
  }

  /** Past days are closed before anything is written, since none of them is opened again. */
  async #open(folder: string, kind: DayFileKind, what: string, onFailure: () => void): Promise<ChunkLog> {
    const { clock, disk, syncMs, onTrouble, onRecovered } = this.#options;
    const log: ChunkLog = new ChunkLog({
      folder,
      kind,
      clock,
      disk,
      syncMs,
      onFailure: (fault) => {
        onFailure();
        onTrouble(what, fault);
      },
      onRecovered: () => onRecovered(what),
      onLeft: () => this.#keepHouse(folder, kind, log, what),
    });
    this.#folders.push({ folder, kind, log, what });
    this.#keepHouse(folder, kind, log, what);
    await this.#housework;
    return log;
  }

  #keepHouse(folder: string, kind: DayFileKind, log: ChunkLog, what: string): void {
    const { clock, disk, keepMs, onHousework } = this.#options;
    const work = this.#housework.then(async () => {
      const errors = await keepHouse(folder, kind, { now: clock.now(), keepMs, openPath: log.openPath, disk });
      for (const error of errors) {
        onHousework(what, isFault(error) ? error : new Fault('store', `${folder}: ${diskReason(error)}`, { cause: error }));
      }
    });
    this.#housework = clock.track(work);
  }

  /** What can't be completed keeps nothing from being recorded. */
  async #completeImport(symbol: string): Promise<void> {
    try {
      await completeImport(this.#dir, symbol);
    } catch (error) {
      this.#options.onHousework(
        symbol,
        isFault(error) ? error : new Fault('store', `${this.#dir}: ${diskReason(error)}`, { cause: error }),
      );
    }
  }

  #clockCalls(symbol: string): Pick<SymbolWriterOptions, 'onBehind' | 'onCaughtUp'> {
    const { onTrouble, onRecovered } = this.#options;
    return {
      onBehind: (behindMs) => {
        const message = `${symbol} is not being recorded: its last record is ${durationText(behindMs)} ahead of the clock`;
        const suggestion = 'it goes on when the clock is there; if the clock is right and that record is not, move its file away';
        onTrouble(symbol, new Fault('clock', message, { suggestion }));
      },
      onCaughtUp: () => onRecovered(symbol),
    };
  }

  #symbol(symbol: string): SymbolWriter {
    const writer = this.#symbols.get(symbol);
    if (writer === undefined) throw new Fault('not-found', `${symbol} is not among the symbols that are recorded`);
    return writer;
  }

  async #close(): Promise<void> {
    await Promise.all([...this.#symbols.values()].map((writer) => writer.close()));
    await this.#quotes?.close();
    for (const { folder, kind, log, what } of this.#folders) this.#keepHouse(folder, kind, log, what);
    await this.#housework;
    await Promise.all(this.#locks.map((lock) => lock.release()));
  }
}

/** The end of the newest file in a folder that has a record. Throws when a later version of this program wrote it. */
function earlierEnd(folder: string): EarlierEnd | undefined {
  for (const file of listDayFiles(folder, MARKET_FILE).toReversed()) {
    const { headerText, lastAt, end } = inspectDayFile(file);
    if (headerText === undefined) continue;
    const { previousAt } = headerOf(headerText, file.path);
    if (lastAt !== undefined) return { lastAt, end };
    if (previousAt !== undefined) return { lastAt: previousAt, end: 'open' };
  }
  return undefined;
}
