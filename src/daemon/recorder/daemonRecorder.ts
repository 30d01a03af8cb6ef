import type { CancelTimer, Clock } from '../../base/clock.ts';
import { messageOf } from '../../base/fault.ts';
import { isoOf } from '../../base/instant.ts';
import type { TellTrouble } from '../../base/tellTrouble.ts';
import type { EventBody } from '../../model/event.ts';
import type { Disk } from '../../recording/disk.ts';
import type { QuoteRecord } from '../../recording/quoteTape.ts';
import type { MarketPublisher, PublisherStatus } from '../../feed/marketPublisher.ts';
import type { LateRow } from '../../gateway/marketFeed.ts';
import type { MarketWatch } from '../traderOptions.ts';
import { openRecorder, type RecordedPair, type Recorder, type RecorderUsage } from './recorder.ts';

export interface DaemonRecorderOptions {
  readonly dir: string;
  readonly clock: Clock;
  readonly symbols: readonly string[];
  readonly everyMs: number;
  readonly depth: number;
  readonly keepMs: number;
  readonly onTrouble: TellTrouble;
  readonly disk?: Disk | undefined;
  /** Takes the same, for others. */
  readonly publisher?: MarketPublisher | undefined;
}

/** The state of a daemon's recorder. `waiting`: its folder can't be used now and is tried again. */
export interface RecorderStatus {
  readonly state: RecorderUsage['state'] | 'waiting';
  /** The folder. */
  readonly data: string;
  readonly symbols: readonly string[];
  readonly snapshots: number;
  readonly dropped: number;
  readonly gaps: number;
  readonly bytes: number;
  /** The time of the last record. */
  readonly lastAt: string | undefined;
  readonly trouble: string | undefined;
  /** Undefined where nothing is published. */
  readonly published?: PublisherStatus | undefined;
}

const RETRY_MS = 30_000;
const FOLDER = 'the recording';

/** Records beside trading and never holds it up. When the disk or another recorder stops it, that is reported and tried again. */
export class DaemonRecorder implements MarketWatch {
  readonly symbols: readonly string[];
  readonly booksMs: number;
  readonly depth: number;
  readonly #options: DaemonRecorderOptions;
  #pairs: readonly RecordedPair[] = [];
  #recorder: Recorder | undefined;
  #opening: Promise<void> = Promise.resolve();
  #cancelRetry: CancelTimer | undefined;
  #isClosed = false;
  #trouble: string | undefined;

  constructor(options: DaemonRecorderOptions) {
    this.#options = options;
    this.symbols = options.symbols;
    this.booksMs = options.everyMs;
    this.depth = options.depth;
  }

  begin(pairs: readonly RecordedPair[]): void {
    this.#pairs = pairs;
    if (pairs.length > 0) this.#open();
    this.#options.publisher?.begin(pairs);
  }

  market(event: EventBody): void {
    this.#recorder?.market(event);
    this.#options.publisher?.market(event);
  }

  late(row: LateRow): void {
    this.#recorder?.late(row);
  }

  quote(quote: QuoteRecord): void {
    this.#recorder?.quote(quote);
  }

  status(): RecorderStatus {
    const { dir } = this.#options;
    const usage = this.#recorder?.usage();
    const isWell = usage?.state === 'recording';
    return {
      state: usage?.state ?? 'waiting',
      data: dir,
      symbols: this.#pairs.map(({ pair }) => pair.symbol),
      snapshots: usage?.snapshots ?? 0,
      dropped: usage?.dropped ?? 0,
      gaps: usage?.gaps ?? 0,
      bytes: usage?.bytes ?? 0,
      lastAt: usage?.lastAt === undefined ? undefined : isoOf(usage.lastAt),
      trouble: isWell ? undefined : this.#trouble,
      published: this.#options.publisher?.status(),
    };
  }

  /** Writes everything and marks the end as orderly. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cancelRetry?.();
    await this.#opening;
    await Promise.all([this.#recorder?.close(), this.#options.publisher?.close()]);
  }

  #open(): void {
    const { dir, clock, keepMs, disk } = this.#options;
    const options = { dir, clock, keepMs, disk, pairs: this.#pairs, quotes: true, onTrouble: this.#tell };
    this.#opening = openRecorder(options).then(
      (recorder) => {
        this.#recorder = recorder;
        if (this.#cancelRetry !== undefined) this.#tell('what was to be recorded is recorded', FOLDER, true);
      },
      (error: unknown) => {
        this.#tell(`nothing is recorded: ${messageOf(error)}`, FOLDER);
        if (!this.#isClosed) this.#cancelRetry = clock.setTimer(RETRY_MS, () => this.#open());
      },
    );
  }

  readonly #tell: TellTrouble = (message, about, isOver = false) => {
    if (message !== this.#trouble) this.#options.onTrouble(message, about, isOver);
    this.#trouble = isOver ? undefined : message;
  };
}
