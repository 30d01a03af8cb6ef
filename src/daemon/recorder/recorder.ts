import type { Clock } from '../../base/clock.ts';
import { isFault } from '../../base/fault.ts';
import type { Instant } from '../../base/instant.ts';
import type { TellTrouble } from '../../base/tellTrouble.ts';
import type { LateRow } from '../../gateway/marketFeed.ts';
import type { Book } from '../../model/book.ts';
import type { EventBody } from '../../model/event.ts';
import type { Pair } from '../../model/pair.ts';
import type { PairStatistics } from '../../model/statistics.ts';
import type { Disk } from '../../recording/disk.ts';
import { GapNotes } from '../../recording/gapNotes.ts';
import type { MarketGap } from '../../recording/marketCursor.ts';
import { type MarketWriter, type MarketWriterOptions, openMarketWriter } from '../../recording/marketWriter.ts';
import type { QuoteRecord } from '../../recording/quoteTape.ts';
import { takeProcessLock } from '../../store/processLock.ts';

export interface RecorderOptions {
  /** The folder of the recordings. */
  readonly dir: string;
  readonly clock: Clock;
  readonly pairs: readonly RecordedPair[];
  /** Closed days that ended longer ago than this are deleted. */
  readonly keepMs: number | undefined;
  /** Also writes the quote tape, which only one recorder of a folder may do. */
  readonly quotes: boolean;
  /** Trouble with the disk, for people. */
  readonly onTrouble: TellTrouble;
  readonly disk?: Disk | undefined;
}

/** A pair, and how its book is polled. */
export interface RecordedPair {
  readonly pair: Pair;
  readonly everyMs: number;
  readonly depth: number;
}

/** What a recorder has done since it was opened. */
export interface RecorderUsage {
  /** `disk-trouble`: new records are not written now, and a gap will be. */
  readonly state: 'recording' | 'disk-trouble';
  readonly symbols: readonly SymbolUsage[];
  readonly snapshots: number;
  readonly dropped: number;
  readonly gaps: number;
  readonly bytes: number;
  /** The time of the last record. */
  readonly lastAt: Instant | undefined;
}

export interface SymbolUsage {
  readonly symbol: string;
  readonly snapshots: number;
  /** Books that the disk did not take. */
  readonly dropped: number;
  readonly gaps: number;
  readonly bytes: number;
  readonly isWriting: boolean;
  readonly lastAt: Instant | undefined;
}

/**
 * Begins to record. Rejects with a `Fault`: `daemon-running` when a symbol is being recorded there already, `store` when the
 * folder can't be used.
 */
export async function openRecorder(options: RecorderOptions): Promise<Recorder> {
  const writers: MarketWriter[] = [];
  const bySymbol = new Map<string, MarketWriter>();
  try {
    for (const { pairs, ...poll } of groupsOf(options.pairs)) {
      const writer = await openMarketWriter(options.dir, pairs, writerOptions(options, poll));
      writers.push(writer);
      for (const { symbol } of pairs) bySymbol.set(symbol, writer);
    }
    const tape = options.quotes ? await openTape(options) : undefined;
    return new Recorder({ clock: options.clock, writers, bySymbol, tape });
  } catch (error) {
    await Promise.all(writers.map((writer) => writer.close()));
    throw error;
  }
}

/**
 * Opens the quote tape. When another recorder of the folder writes it, that is reported, the result is undefined, and markets are
 * recorded without it.
 */
async function openTape(options: RecorderOptions): Promise<MarketWriter | undefined> {
  try {
    return await openMarketWriter(options.dir, [], { ...writerOptions(options, { everyMs: 1000, depth: 1 }), quotes: true });
  } catch (error) {
    if (!isFault(error, 'daemon-running')) throw error;
    options.onTrouble(error.message);
    return undefined;
  }
}

function writerOptions(options: RecorderOptions, poll: Pick<RecordedPair, 'everyMs' | 'depth'>): MarketWriterOptions {
  const { clock, keepMs, onTrouble, disk } = options;
  return {
    ...poll,
    clock,
    keepMs,
    lock: (path) => takeProcessLock(path, clock),
    ...(disk === undefined ? {} : { disk }),
    // The writer reports trouble with the clock itself.
    onTrouble: (what, { code, message }) =>
      onTrouble(code === 'clock' ? message : `${what} is not being recorded: ${message}`, recordingOf(what)),
    onHousework: (what, { message }) => onTrouble(`older days of ${what}: ${message}`),
    onRecovered: (what) => onTrouble(`${what} is being recorded again`, recordingOf(what), true),
  };
}

function recordingOf(what: string): string {
  return `the recording of ${what}`;
}

interface RecorderParts {
  readonly clock: Clock;
  readonly writers: readonly MarketWriter[];
  readonly bySymbol: ReadonlyMap<string, MarketWriter>;
  readonly tape: MarketWriter | undefined;
}

/** Records what a market feed says: books as they come, and warnings as gaps. It never waits for the disk. */
export class Recorder {
  readonly #clock: Clock;
  readonly #writers: readonly MarketWriter[];
  readonly #bySymbol: ReadonlyMap<string, MarketWriter>;
  readonly #tape: MarketWriter | undefined;
  /** They know of this life only. The writer knows where an earlier one ended. */
  readonly #gaps = new GapNotes();
  #closed: Promise<void> | undefined;

  constructor({ clock, writers, bySymbol, tape }: RecorderParts) {
    this.#clock = clock;
    this.#writers = writers;
    this.#bySymbol = bySymbol;
    this.#tape = tape;
  }

  /** Takes an event of the feed. Events about other symbols, or not about a market, are ignored. */
  market(event: EventBody): void {
    if (this.#closed !== undefined) return;
    if (event.type === 'book') this.#book(event.book);
    else if (event.type === 'market-warning') this.#gaps.warning(event);
    else if (event.type === 'statistics') this.#statistics(event.rows, this.#clock.now());
  }

  /** Takes what a feed brings too late to trade on. */
  late(row: LateRow): void {
    if (this.#closed !== undefined) return;
    if (row.type === 'book') this.#book(row.book);
    else this.#statistics(row.rows, row.at);
  }

  /** Does nothing without the option `quotes`. */
  quote(quote: QuoteRecord): void {
    if (this.#closed === undefined) this.#tape?.quote(quote);
  }

  usage(): RecorderUsage {
    const symbols = this.#writers.flatMap((writer) =>
      writer.usage().map(({ symbol, books, dropped, gaps, writtenBytes, isWriting, lastAt }): SymbolUsage => ({
        symbol,
        snapshots: books,
        dropped,
        gaps,
        bytes: writtenBytes,
        isWriting,
        lastAt,
      })),
    );
    const sum = (field: 'snapshots' | 'dropped' | 'gaps' | 'bytes'): number => symbols.reduce((total, row) => total + row[field], 0);
    const times = symbols.flatMap(({ lastAt }) => (lastAt === undefined ? [] : [lastAt]));
    return {
      state: symbols.every(({ isWriting }) => isWriting) ? 'recording' : 'disk-trouble',
      symbols,
      snapshots: sum('snapshots'),
      dropped: sum('dropped'),
      gaps: sum('gaps'),
      bytes: sum('bytes'),
      lastAt: times.length === 0 ? undefined : Math.max(...times),
    };
  }

  /** Writes everything and marks the end as orderly. */
  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    for (const symbol of this.#gaps.open) this.#gap(symbol, this.#gaps.end(symbol, this.#clock.now()));
    await Promise.all(this.#writers.map((writer) => writer.close()));
    await this.#tape?.close();
  }

  #book(book: Book): void {
    const { symbol, receivedAt } = book;
    const writer = this.#bySymbol.get(symbol);
    if (writer === undefined) return;
    this.#gap(symbol, this.#gaps.book(symbol, receivedAt));
    writer.book(book);
  }

  #statistics(rows: readonly PairStatistics[], at: Instant): void {
    for (const row of rows) this.#bySymbol.get(row.symbol)?.statistics(row, at);
  }

  #gap(symbol: string, gap: MarketGap | undefined): void {
    if (gap !== undefined) this.#bySymbol.get(symbol)?.gap(symbol, gap);
  }
}

/** Pairs that are polled alike share a writer, since depth and pace are written into its files. */
function groupsOf(recorded: readonly RecordedPair[]): { everyMs: number; depth: number; pairs: Pair[] }[] {
  const groups = new Map<string, { everyMs: number; depth: number; pairs: Pair[] }>();
  for (const { pair, everyMs, depth } of recorded) {
    const key = `${everyMs} ${depth}`;
    const group = groups.get(key) ?? { everyMs, depth, pairs: [] };
    group.pairs.push(pair);
    groups.set(key, group);
  }
  return [...groups.values()];
}
