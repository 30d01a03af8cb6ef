import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import type { CancelTimer, Clock } from '../base/clock.ts';
import { durationText, type Instant } from '../base/instant.ts';
import { seededRandom } from '../base/random.ts';
import type { TellTrouble } from '../base/tellTrouble.ts';
import { ulid } from '../base/ulid.ts';
import type { EventBody, MarketWarning } from '../model/event.ts';
import type { Book } from '../model/book.ts';
import type { Pair } from '../model/pair.ts';
import type { PairStatistics } from '../model/statistics.ts';
import { GapNotes } from '../recording/gapNotes.ts';
import type { MarketGap } from '../recording/marketCursor.ts';
import type { FeedServer } from '../settings/feedServer.ts';
import { bookTopic, HELLO, messageId, STATISTICS, warningTopic } from './topic.ts';
import { helloText } from './hello.ts';
import { placedBody } from './placedBody.ts';
import { PublishLoop } from './publishLoop.ts';
import type { PublishLimits } from './takeStream.ts';
import { BookEncoder, encodeStatistics } from './rowEncoder.ts';
import { warningText, WarningStates } from './warningStates.ts';

export interface MarketPublisherOptions {
  readonly server: FeedServer;
  readonly clock: Clock;
  /** Host and port of the venue whose market this is. */
  readonly venue: string;
  readonly limits: PublishLimits;
  /** The most bytes that wait for a server that is away. */
  readonly mostQueuedBytes?: number;
  readonly onTrouble: TellTrouble;
}

/** A pair, and how its book is polled. */
export interface PolledPair {
  readonly pair: Pair;
  readonly everyMs: number;
  readonly depth: number;
}

export interface PublisherStatus {
  /** `waiting`: the server is away, or somebody else publishes. */
  readonly state: 'publishing' | 'waiting';
  /** The server and the stream, without the password. */
  readonly stream: string;
  /** Books and rows of statistics that the server has confirmed. */
  readonly rows: number;
  /** Those that were lost, because the server was away for too long or does not take them. */
  readonly dropped: number;
  /** Messages that wait for the server, and for how long the oldest of them has. */
  readonly queued: number;
  readonly lagMs: number;
  /** How often the server was lost. */
  readonly reconnects: number;
  readonly trouble: string | undefined;
}

export const HELLO_EVERY_MS = 5000;
const MOST_QUEUED_BYTES = 64 * 1024 * 1024;
const CLOSE_WITHIN_MS = 2000;

/**
 * Publishes what a recorder takes: each good book and each row of statistics, with the gaps between them, and the warnings. It never holds
 * the market up: what the server does not take now waits, and what is too much to wait is lost with a gap in its place.
 */
export class MarketPublisher {
  readonly #options: MarketPublisherOptions;
  #run = '';
  readonly #loop: PublishLoop;
  readonly #sequences = new Map<string, number>();
  readonly #encoders = new Map<string, BookEncoder>();
  readonly #gaps = new GapNotes();
  readonly #warnings = new WarningStates();
  /** From when on books of a symbol were lost. */
  readonly #lost = new Map<string, Instant>();
  readonly #bookAt = new Map<string, Instant>();
  #pairs: readonly PolledPair[] = [];
  #cancelHello: CancelTimer | undefined;
  #isClosed = false;

  constructor(options: MarketPublisherOptions) {
    this.#options = options;
    const { mostQueuedBytes = MOST_QUEUED_BYTES } = options;
    this.#beginRun();
    const hello = () => ({ id: this.#id(HELLO), body: this.#hello(false) });
    this.#loop = new PublishLoop({ ...options, run: () => this.#run, onDisplaced: () => this.#beginRun(), hello, mostQueuedBytes });
  }

  /** Called once, before the first event. */
  begin(pairs: readonly PolledPair[]): void {
    this.#pairs = pairs;
    for (const { pair } of pairs) this.#encoders.set(pair.symbol, new BookEncoder(pair));
    if (pairs.length === 0) return;
    this.#loop.start();
    this.#again();
  }

  /** Takes an event of the feed. Events about other symbols, or not about a market, are ignored. A book is read at once. */
  market(event: EventBody): void {
    if (this.#isClosed || this.#pairs.length === 0) return;
    if (event.type === 'book') this.#book(event.book);
    else if (event.type === 'statistics') this.#statistics(event.rows);
    else if (event.type === 'market-warning') this.#warning(event);
  }

  status(): PublisherStatus {
    return this.#loop.status();
  }

  /** Says that it ends, and gives what waits a little time. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#cancelHello?.();
    if (this.#pairs.length > 0) this.#loop.push({ topic: HELLO, id: this.#id(HELLO), body: this.#hello(true), rows: 0 });
    await this.#loop.close(CLOSE_WITHIN_MS);
  }

  /** Numbers begin anew: those of what somebody else has published meanwhile would look like a hole. */
  #beginRun(): void {
    this.#run = ulid(this.#options.clock.now(), seededRandom(randomBytes(16).toString('hex')));
    this.#sequences.clear();
  }

  #book(book: Book): void {
    const { symbol, receivedAt } = book;
    const encoder = this.#encoders.get(symbol);
    if (encoder === undefined) return;
    const topic = bookTopic(symbol);
    // What is lost has a number, too: by it a reader knows that something is missing.
    const sequence = this.#next(topic);
    if (!this.#loop.isTaking) {
      this.#loop.drop(1);
      if (!this.#lost.has(symbol)) this.#lost.set(symbol, this.#bookAt.get(symbol) ?? receivedAt);
      return;
    }
    this.#push(topic, sequence, encoder.encode(book, this.#gapBefore(symbol, receivedAt), sequence), 1);
  }

  #statistics(rows: readonly PairStatistics[]): void {
    if (rows.length === 0) return;
    const sequence = this.#next(STATISTICS);
    if (!this.#loop.isTaking) return this.#loop.drop(rows.length);
    this.#push(STATISTICS, sequence, encodeStatistics(rows, this.#options.clock.now()), rows.length);
  }

  #warning(warning: MarketWarning): void {
    const { symbol } = warning;
    if (symbol !== '*' && !this.#encoders.has(symbol)) return;
    this.#gaps.warning(warning);
    const topic = warningTopic(symbol);
    this.#push(topic, this.#next(topic), warningText(this.#warnings.take(warning)), 0);
  }

  #push(topic: string, sequence: number, content: Uint8Array, rows: number): void {
    const place = { run: this.#run, sequence };
    this.#loop.push({ topic, id: messageId(place, topic), body: placedBody(place, content), rows });
  }

  #gapBefore(symbol: string, at: Instant): MarketGap | undefined {
    const noted = this.#gaps.book(symbol, at);
    const lostFrom = this.#lost.get(symbol);
    this.#lost.delete(symbol);
    this.#bookAt.set(symbol, at);
    if (lostFrom === undefined) return noted;
    return { from: lostFrom, to: at, reason: 'not-published', detail: `the stream took no more for ${durationText(at - lostFrom)}` };
  }

  #again(): void {
    this.#cancelHello = this.#options.clock.setTimer(HELLO_EVERY_MS, () => {
      this.#again();
      if (this.#loop.beat()) this.#loop.push({ topic: HELLO, id: this.#id(HELLO), body: this.#hello(false), rows: 0 });
    });
  }

  #hello(ended: boolean): Uint8Array {
    const pairs = this.#pairs.map(({ pair: { symbol, grid }, depth, everyMs }) => ({ symbol, grid, depth, everyMs }));
    const by = `process ${process.pid} of ${hostname()}`;
    return new TextEncoder().encode(helloText({ run: this.#run, venue: this.#options.venue, by, ended, pairs }));
  }

  #id(topic: string): string {
    return messageId({ run: this.#run, sequence: this.#next(topic) }, topic);
  }

  #next(topic: string): number {
    const sequence = this.#sequences.get(topic) ?? 0;
    this.#sequences.set(topic, sequence + 1);
    return sequence;
  }
}
