import { type Observable, Subject, type Subscription } from 'rxjs';
import { assert } from '../base/assert.ts';
import type { CancelTimer, Clock } from '../base/clock.ts';
import { sleep } from '../base/clock.ts';
import { Fault, messageOf } from '../base/fault.ts';
import { Inbox } from '../base/inbox.ts';
import type { Instant } from '../base/instant.ts';
import { type Random, seededRandom } from '../base/random.ts';
import type { ExchangeClient } from '../client/exchangeClient.ts';
import { Engine } from '../engine/engine.ts';
import type { EngineSettings, Output } from '../engine/engineState.ts';
import type { EngineSnapshot } from '../engine/snapshot.ts';
import { accountLists, type AccountLists } from '../gateway/accountLists.ts';
import { decodeBook } from '../gateway/bookDecoder.ts';
import { LiveVenue } from '../gateway/liveVenue.ts';
import { type MarketFeed, marketFeed } from '../gateway/marketFeed.ts';
import { OwnOrders } from '../gateway/ownOrders.ts';
import { readPairs } from '../gateway/pairList.ts';
import type { Command } from '../model/command.ts';
import { type Book, createBook } from '../model/book.ts';
import type { Event, EventBody } from '../model/event.ts';
import type { FillLog, Journal, StateStore } from '../model/journal.ts';
import type { Notice } from '../model/notice.ts';
import type { Pair } from '../model/pair.ts';
import { bookContextOf } from './bookContext.ts';
import { insist, within } from './patience.ts';
import { Periodic } from './periodic.ts';
import { restored, STRATEGY_STATE } from './restore.ts';

export interface TraderOptions {
  readonly clock: Clock;
  readonly client: ExchangeClient;
  readonly journal: Journal;
  readonly fillLog: FillLog;
  readonly state: StateStore;
  readonly engine: EngineSettings;
  /** The symbols whose books are polled. */
  readonly symbols: readonly string[];
  readonly poll: PollSettings;
  readonly seed: number | string;
  /** Where the venue begins to count pages. */
  readonly firstPage: number;
  /** False for a single order from the command line: nothing is polled but the own orders. */
  readonly polls: boolean;
  /** Called once, when nothing more may be sent: the journal refuses, or the program is wrong. */
  readonly onFatal: (fault: Fault) => void;
  /** What people should know and no event says. */
  readonly onTrouble: (message: string) => void;
}

export interface PollSettings {
  readonly booksMs: number;
  readonly depth: number;
  readonly statisticsMs: number;
  readonly ordersMs: number;
  readonly balancesMs: number;
}

/** How late an order or an execution may become visible at the venue, until it has been measured. */
const VISIBILITY_MS = 15_000;
/** How far apart the venue's and our word on a time may be. */
const SKEW_MS = 5000;
const CLOSE_AFTER_ROUNDS = 2;
const HEARTBEAT_MS = 1000;
const MAX_DECISION_AGE_MS = 500;
const INBOX_ROOM = 10_000;
/** Without live orders the lists are read this much less often. */
const IDLE_FACTOR = 5;
const AFTER_CHANGE_MS = 50;

/**
 * The loop: polls and reports become events, the engine turns events into commands, the live venue executes them. The same
 * object runs live, in the demo and in the simulation; only clock and client differ.
 */
export class Trader {
  readonly #options: TraderOptions;
  readonly #engine: Engine;
  readonly #venue: LiveVenue;
  readonly #lists: AccountLists;
  readonly #own: OwnOrders;
  readonly #random: Random;
  readonly #inbox = new Inbox<EventBody>(INBOX_ROOM);
  readonly #events = new Subject<Event>();
  readonly #commands = new Subject<Command>();
  readonly #notices = new Subject<Notice>();
  readonly #books = new Map<string, Book>();
  readonly #periodics: Periodic[] = [];
  #ordersPoll: Periodic | undefined;
  #feed: MarketFeed | undefined;
  #subscription: Subscription | undefined;
  #cancelHeartbeat: CancelTimer | undefined;
  #pairs: readonly Pair[] = [];
  #sequence = 0;
  #draining = false;
  #failed = false;
  #stopping = false;
  #saving: Promise<void> = Promise.resolve();

  constructor(options: TraderOptions) {
    this.#options = options;
    this.#random = seededRandom(`trader:${options.seed}`);
    this.#engine = new Engine(options.engine);
    this.#lists = accountLists(options.client, options.firstPage);
    const report = (body: Parameters<ConstructorParameters<typeof LiveVenue>[0]['report']>[0]): void =>
      this.post({ type: 'report', report: body });
    this.#venue = new LiveVenue({
      ...options,
      report,
      onFatal: (fault) => this.#fail(fault),
      onChange: () => this.#ordersPoll?.nudge(AFTER_CHANGE_MS),
      maxDecisionAgeMs: MAX_DECISION_AGE_MS,
    });
    this.#own = new OwnOrders({
      ...options,
      lists: this.#lists,
      report,
      bookContext: (symbol) => bookContextOf(this.#books.get(symbol)),
      visibilityMs: VISIBILITY_MS,
      skewMs: SKEW_MS,
      closeAfterRounds: CLOSE_AFTER_ROUNDS,
    });
  }

  /** Every event with its stamp, as the engine saw it. A book in it is reused: copy what is kept. */
  get events$(): Observable<Event> {
    return this.#events;
  }
  get commands$(): Observable<Command> {
    return this.#commands;
  }
  get notices$(): Observable<Notice> {
    return this.#notices;
  }
  get pairs(): readonly Pair[] {
    return this.#pairs;
  }

  snapshot(): EngineSnapshot {
    return this.#engine.snapshot();
  }

  /** The last good book of a symbol that is polled. */
  book(symbol: string): Book | undefined {
    return this.#books.get(symbol);
  }

  /** Reads the book of a symbol that is not polled, so that a person's order can be checked against it. */
  async ensureBook(symbol: string): Promise<void> {
    const { client, clock, poll, engine } = this.#options;
    const pair = this.#pairs.find((candidate) => candidate.symbol === symbol);
    const known = this.#books.get(symbol);
    if (pair === undefined || (known !== undefined && clock.now() - known.receivedAt < engine.limits.staleAfterMs)) return;
    const { body, receivedAt } = await client.fetchBytes('book.get', { symbol, depth: poll.depth });
    const book = createBook(symbol, pair.grid);
    const outcome = decodeBook(body, book);
    if (!outcome.ok) throw new Fault('unreadable-reply', `the book of ${symbol} can't be read: ${outcome.reason}`);
    Object.assign(book, { receivedAt, depth: poll.depth });
    this.post({ type: 'book', book });
  }

  /** Polls and their pace, for display. */
  feedUsage(): ReturnType<MarketFeed['usage']> | undefined {
    return this.#feed?.usage();
  }

  get inFlight(): number {
    return this.#venue.inFlight;
  }

  /** Reads what must be known first, brings the store in step with the venue, then begins to poll. */
  async start(signal?: AbortSignal): Promise<void> {
    const { client, clock, polls, onTrouble } = this.#options;
    const patience = { clock, random: this.#random, signal, tries: polls ? Infinity : 1, onFailure: onTrouble };
    this.#pairs = await insist('the pairs', () => readPairs(client, onTrouble), patience);
    this.post({ type: 'pairs', pairs: this.#pairs });
    await insist('the own orders', () => this.#reconcile(), patience);
    this.#ordersPoll = this.#periodic(
      () => this.#ordersPeriodMs(),
      () => this.#round(),
      'the own orders',
      this.#options.poll.ordersMs,
    );
    this.#periodic(
      () => this.#options.poll.balancesMs,
      () => this.#balances(),
      'the balances',
      this.#options.poll.balancesMs,
    );
    await this.#balances().catch((error: unknown) => this.#options.onTrouble(`the balances could not be read: ${messageOf(error)}`));
    this.#heartbeat();
    if (this.#options.polls) this.#startFeed();
  }

  /** One more event. It is stamped here, and all its consequences are drawn before this returns. */
  post(body: EventBody): void {
    if (this.#failed) return;
    if (!this.#inbox.push(body)) {
      assert(
        body.type === 'book' || body.type === 'statistics' || body.type === 'timer',
        `the inbox is full, and a ${body.type} may not be lost`,
      );
      this.#options.onTrouble(`the inbox is full: a ${body.type} was dropped`);
      return;
    }
    if (this.#draining) return;
    this.#draining = true;
    try {
      for (let next = this.#inbox.shift(); next !== undefined; next = this.#inbox.shift()) this.#process(next);
    } catch (error) {
      this.#fail(new Fault('internal', `the engine failed: ${messageOf(error)}`, { cause: error }));
    } finally {
      this.#draining = false;
    }
  }

  /**
   * Ends in order: no new intents, orders canceled or kept, what is under way finished or marked, the last fills booked. After
   * `withinMs` what is still under way is given up as unknown.
   */
  async stop(onStop: 'cancel' | 'keep', withinMs: number): Promise<void> {
    if (this.#stopping) return;
    this.#stopping = true;
    const { clock } = this.#options;
    const deadline = clock.monotonicMs() + withinMs;
    this.#subscription?.unsubscribe();
    this.#cancelHeartbeat?.();
    await Promise.all(this.#periodics.map((periodic) => within(clock, periodic.stop(), deadline)));
    this.#venue.close();
    this.post({ type: 'shutdown', onStop });
    await within(clock, this.#venue.idle(), deadline);
    await within(clock, this.#settleOrders(onStop, deadline), deadline);
    // What the last look has set off, a second cancel for instance, gets its answer too.
    await within(clock, this.#venue.idle(), deadline);
    this.#venue.abort();
    await within(clock, this.#venue.idle(), deadline + 1000);
    await this.#saving;
    this.#events.complete();
    this.#commands.complete();
    this.#notices.complete();
  }

  #process(body: EventBody): void {
    const event: Event = { ...body, sequence: this.#sequence++, at: this.#options.clock.now() as Instant };
    if (event.type === 'book') this.#books.set(event.book.symbol, event.book);
    this.#events.next(event);
    for (const output of this.#engine.process(event)) this.#put(output);
  }

  #put(output: Output): void {
    switch (output.type) {
      case 'place':
      case 'replace':
      case 'cancel':
      case 'request-quote':
      case 'convert':
        this.#commands.next(output);
        this.#venue.send(output);
        return;
      case 'save-state':
        this.#save(output.strategy, output.state);
        return;
      default:
        this.#notices.next(output);
    }
  }

  /** Small states are written one after the other; one that can't be written is told of, and trading goes on. */
  #save(strategy: string, state: string): void {
    this.#saving = this.#saving
      .then(() => this.#options.state.save(STRATEGY_STATE, strategy, state))
      .catch((error: unknown) =>
        this.#options.onTrouble(`the state of ${strategy || 'the daily loss'} could not be saved: ${messageOf(error)}`),
      );
  }

  /** The first round, before anything trades: fills of the time away, adoptions, then all that is remembered. */
  async #reconcile(): Promise<void> {
    const { journal } = this.#options;
    const { openOrders } = await this.#own.round();
    await this.#own.conversionRound();
    this.post(await restored(this.#options, openOrders));
    for (const intent of await journal.unresolved()) {
      if (intent.kind === 'cancel') continue;
      this.post({
        type: 'report',
        report: {
          type: 'lane-frozen',
          lane: intent.lane,
          reason: `the ${intent.kind} ${intent.id} has an unknown outcome: ${intent.evidence ?? 'no answer'}`,
        },
      });
    }
  }

  async #round(): Promise<void> {
    await this.#own.round();
    await this.#own.conversionRound();
  }

  async #balances(): Promise<void> {
    this.post({ type: 'balances', rows: await this.#lists.balances() });
  }

  #ordersPeriodMs(): number {
    const { ordersMs } = this.#options.poll;
    const { orders, frozen } = this.#engine.snapshot();
    return orders.length > 0 || Object.keys(frozen).length > 0 ? ordersMs : ordersMs * IDLE_FACTOR;
  }

  #startFeed(): void {
    const { client, clock, poll, symbols, onTrouble } = this.#options;
    const wanted = new Set(symbols);
    const pairs = this.#pairs.filter((pair) => wanted.has(pair.symbol));
    for (const symbol of wanted) if (!pairs.some((pair) => pair.symbol === symbol)) onTrouble(`the venue does not list ${symbol}`);
    this.#feed = marketFeed({
      client,
      pairs,
      every: { bookMs: poll.booksMs, statisticsMs: poll.statisticsMs },
      depth: poll.depth,
      clock,
      random: this.#random,
    });
    this.#subscription = this.#feed.events$.subscribe({
      next: (body) => this.post(body),
      error: (error: unknown) => this.#fail(new Fault('internal', `the market feed failed: ${messageOf(error)}`, { cause: error })),
    });
  }

  #heartbeat(): void {
    this.#cancelHeartbeat = this.#options.clock.setTimer(HEARTBEAT_MS, () => {
      this.#heartbeat();
      this.post({ type: 'timer' });
    });
  }

  #periodic(periodMs: () => number, task: () => Promise<void>, what: string, firstAfterMs: number): Periodic {
    const { clock, onTrouble } = this.#options;
    const periodic = new Periodic({
      clock,
      random: this.#random,
      periodMs,
      task,
      onFailure: (error, failures) => {
        if (failures === 1 || failures % 10 === 0) onTrouble(`${what} could not be read (${failures} in a row): ${messageOf(error)}`);
      },
    });
    this.#periodics.push(periodic);
    periodic.start(firstAfterMs);
    return periodic;
  }

  /** Rounds until no canceled order is left open, so that the last fills are in the log. */
  async #settleOrders(onStop: 'cancel' | 'keep', deadline: number): Promise<void> {
    const { clock, journal } = this.#options;
    for (;;) {
      try {
        await this.#own.round();
      } catch (error) {
        this.#options.onTrouble(`the last look at the own orders failed: ${messageOf(error)}`);
      }
      if (onStop === 'keep' || (await journal.openOrders()).length === 0 || clock.monotonicMs() >= deadline) return;
      await sleep(clock, 200);
    }
  }

  #fail(fault: Fault): void {
    if (this.#failed) return;
    this.#failed = true;
    this.#venue.close();
    this.#options.onFatal(fault);
  }
}
