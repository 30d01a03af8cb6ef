import { filter, map, Observable, share, Subject, type Subscriber } from 'rxjs';
import type { Clock } from '../base/clock.ts';
import { Fault } from '../base/fault.ts';
import type { TellTrouble } from '../base/tellTrouble.ts';
import type { GuardLimits } from '../market/bookGuard.ts';
import { every } from '../gateway/clockTimers.ts';
import { noFeedCounters } from '../gateway/feedCounters.ts';
import type { FeedUsage, LateRow, MarketFeed } from '../gateway/marketFeed.ts';
import type { EventBody, MarketWarning } from '../model/event.ts';
import { PlaceReader } from './placedBody.ts';
import { bookTopic, type Topic, topicOf } from './topic.ts';
import { Publishers, type WantedMarket } from './publishers.ts';
import { RowCount } from './rowCount.ts';
import { decodeStatistics } from './rowDecoder.ts';
import { type Incoming, StreamReader } from './streamReader.ts';
import { SymbolRows } from './symbolRows.ts';
import { warningOf } from './warningStates.ts';

export interface StreamFeedOptions extends WantedMarket {
  readonly clock: Clock;
  /** A row that is older than this when it comes is not traded on. */
  readonly lateAfterMs: number;
  readonly guard?: Partial<GuardLimits>;
  readonly onTrouble: TellTrouble;
}

export interface StreamStatus {
  /** `waiting`: nothing can be read now. `refused`: what is published is not what is wanted here. */
  readonly state: 'reading' | 'waiting' | 'refused';
  /** The server and the stream, without the password. */
  readonly stream: string;
  /** Books and rows of statistics that came. */
  readonly rows: number;
  /** Those of them that were too old to trade on. */
  readonly late: number;
  /** Messages that are missing from the stream. */
  readonly missing: number;
  /** From when the publisher had the last book until it was here. Undefined before the first. */
  readonly lagMs: number | undefined;
  /** How often the server was lost. */
  readonly reconnects: number;
  readonly trouble: string | undefined;
}

export interface StreamFeed extends MarketFeed {
  readonly late$: Observable<LateRow>;
  status(): StreamStatus;
}

const CHECK_EVERY_MS = 1000;
const NO_BUDGET = { inFlight: 0, waiting: 0, window: 0, turns: 0 };

/**
 * A venue's market from a stream that another sluice publishes. It gives what polls give: good books, statistics and warnings, with the same
 * guard before them. What comes too late to trade on is given apart. When nobody listens any more, no connection and no timer remains.
 */
export function streamFeed(options: StreamFeedOptions): StreamFeed {
  const rows = new StreamRows(options);
  const events$ = new Observable<EventBody>((subscriber) => rows.follow(subscriber)).pipe(share());
  return {
    events$,
    late$: rows.late$,
    book$(symbol) {
      if (!options.pairs.some((pair) => pair.symbol === symbol)) {
        throw new Fault('not-found', `${symbol} is not among the ${options.pairs.length} symbols that are followed`);
      }
      return events$.pipe(
        filter((event) => event.type === 'book'),
        map((event) => event.book),
        filter((book) => book.symbol === symbol),
      );
    },
    statistics$: events$.pipe(
      filter((event) => event.type === 'statistics'),
      map((event) => event.rows),
    ),
    usage: () => rows.usage(),
    status: () => rows.status(),
  };
}

/** Turns the messages of a stream into events. */
class StreamRows {
  readonly late$ = new Subject<LateRow>();
  readonly #options: StreamFeedOptions;
  readonly #publishers: Publishers;
  readonly #count = new RowCount();
  readonly #places = new PlaceReader();
  readonly #counters = noFeedCounters();
  #symbols = new Map<string, SymbolRows>();
  /** The subjects that are wanted, so that they need not be taken to pieces with each message. */
  readonly #topics: ReadonlyMap<string, Topic>;
  #reader: StreamReader | undefined;
  #rows = 0;
  #late = 0;
  #missing = 0;
  #lagMs: number | undefined;
  #away: string | undefined;
  #told: string | undefined;

  constructor(options: StreamFeedOptions) {
    this.#options = options;
    this.#publishers = new Publishers(options);
    this.#topics = new Map(options.pairs.map(({ symbol }) => [bookTopic(symbol), { about: 'book', symbol }]));
  }

  /** Each life of the feed has its own guards, since what happened before a pause says nothing about now. */
  follow(subscriber: Subscriber<EventBody>): () => void {
    const { clock, server, pairs, guard = {} } = this.#options;
    this.#symbols = new Map(pairs.map((pair) => [pair.symbol, new SymbolRows(pair, guard, this.#counters)]));
    const reader = new StreamReader({
      server,
      clock,
      onMessage: (message) => this.#take(message, subscriber),
      onTrouble: ({ message, suggestion }) => {
        this.#away = `nothing of the market comes: ${message}${suggestion === undefined ? '' : `; ${suggestion}`}`;
        this.#tell();
      },
      onRecovered: () => {
        this.#away = undefined;
        this.#tell();
      },
    });
    this.#reader = reader;
    const checks = every(clock, CHECK_EVERY_MS).subscribe(() => {
      for (const symbol of this.#symbols.values()) warn(subscriber, symbol.check(clock.now()));
    });
    reader.start();
    return () => {
      checks.unsubscribe();
      reader.end();
    };
  }

  usage(): FeedUsage {
    return { ...NO_BUDGET, counters: { ...this.#counters, troubles: { ...this.#counters.troubles } } };
  }

  status(): StreamStatus {
    const { reconnects, isReading } = this.#reader?.status() ?? { reconnects: 0, isReading: false };
    return {
      state: this.#publishers.refusal !== undefined ? 'refused' : isReading ? 'reading' : 'waiting',
      stream: this.#options.server.shown,
      rows: this.#rows,
      late: this.#late,
      missing: this.#missing,
      lagMs: this.#lagMs,
      reconnects,
      trouble: this.#trouble(),
    };
  }

  #take({ topic: text, body }: Incoming, subscriber: Subscriber<EventBody>): void {
    const topic = this.#topics.get(text) ?? topicOf(text);
    if (topic === undefined) return;
    this.#counters.answered++;
    this.#counters.bytes += body.length;
    if (topic.about === 'hello') {
      this.#publishers.hello(body);
      return this.#tell();
    }
    const placed = this.#places.read(body);
    if (placed === undefined) return;
    const { place, content } = placed;
    const symbol = 'symbol' in topic && topic.symbol !== '*' ? topic.symbol : undefined;
    const rows = symbol === undefined ? undefined : this.#symbols.get(symbol);
    if (symbol !== undefined && rows === undefined) return;
    if (!this.#publishers.takes(place.run, symbol)) return;
    const missing = this.#count.take(text, place);
    if (missing === undefined) return;
    if (topic.about === 'warning') {
      const told = warningOf(content);
      if (told !== undefined) warn(subscriber, rows === undefined ? [told.warning] : rows.warning(told));
      return;
    }
    this.#missing += missing;
    if (topic.about === 'statistics') this.#statistics(content, subscriber);
    else this.#book(rows!, content, place.sequence, subscriber);
  }

  #book(rows: SymbolRows, body: Uint8Array, sequence: number, subscriber: Subscriber<EventBody>): void {
    const now = this.#options.clock.now();
    const { warnings, book } = rows.book(body, sequence, now);
    warn(subscriber, warnings);
    this.#rows++;
    if (book === undefined) return;
    const ageMs = now - book.receivedAt;
    this.#lagMs = ageMs;
    if (ageMs <= this.#options.lateAfterMs) return subscriber.next({ type: 'book', book });
    this.#late++;
    this.late$.next({ type: 'book', book });
  }

  #statistics(body: Uint8Array, subscriber: Subscriber<EventBody>): void {
    const read = decodeStatistics(body);
    if (read === undefined) return;
    const { rows, at } = read;
    this.#rows += rows.length;
    if (this.#options.clock.now() - at <= this.#options.lateAfterMs) return subscriber.next({ type: 'statistics', rows });
    this.#late += rows.length;
    this.late$.next({ type: 'statistics', rows, at });
  }

  #trouble(): string | undefined {
    return this.#away ?? this.#publishers.refusal ?? this.#publishers.foreign ?? this.#publishers.lack;
  }

  #tell(): void {
    const trouble = this.#trouble();
    const before = this.#told;
    this.#told = trouble;
    if (trouble === before) return;
    const { onTrouble, server } = this.#options;
    const isOver = trouble === undefined;
    onTrouble(isOver ? `the market comes from the stream ${server.shown} again` : trouble, 'the stream', isOver);
  }
}

function warn(subscriber: Subscriber<EventBody>, warnings: readonly MarketWarning[]): void {
  for (const warning of warnings) subscriber.next(warning);
}
