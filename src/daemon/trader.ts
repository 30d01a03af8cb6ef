import type { Observable } from 'rxjs';
import type { CancelTimer } from '../base/clock.ts';
import { Fault, messageOf } from '../base/fault.ts';
import { type Random, seededRandom } from '../base/random.ts';
import { STOPS_KEY } from '../engine/savedStops.ts';
import type { EngineSnapshot } from '../engine/snapshot.ts';
import type { StreamStatus } from '../feed/streamFeed.ts';
import type { FeedUsage } from '../gateway/marketFeed.ts';
import type { Resolution } from '../gateway/resolver.ts';
import type { Book } from '../model/book.ts';
import type { Command } from '../model/command.ts';
import type { Event, EventBody, OperatorOrder, Reload } from '../model/event.ts';
import type { Notice } from '../model/notice.ts';
import type { Pair } from '../model/pair.ts';
import type { PositionEntry } from '../model/positionEntry.ts';
import type { TradingScope } from '../model/tradingStop.ts';
import type { WarmUp } from '../model/warmUp.ts';
import { beginPositions } from './beginPositions.ts';
import { endTrading, type TradingToEnd } from './endTrading.ts';
import { EngineLoop } from './engineLoop.ts';
import { insist } from './insist.ts';
import { LiveAccount } from './liveAccount.ts';
import { type OpenAtEnd, openAtEnd } from './openAtEnd.ts';
import { PairRules } from './pairRules.ts';
import { Periodic } from './periodic.ts';
import { FailedReads } from './failedReads.ts';
import { pollFailure } from './pollFailure.ts';
import { readBook } from './readBook.ts';
import type { Reconciler } from './reconciler.ts';
import { StateSaver } from './stateSaver.ts';
import type { TraderOptions } from './traderOptions.ts';
import type { AccountHooks, PersonsDecisions, TradingAccount } from './tradingAccount.ts';
import { WatchedMarket } from './watchedMarket.ts';

const HEARTBEAT_MS = 1000;
const BY_A_PERSON = { cause: 'operator', until: undefined } as const;
/** Without live orders the lists are read this much less often. */
const IDLE_FACTOR = 5;
const AFTER_CHANGE_MS = 50;

/**
 * The loop: polls and reports become events, the engine turns events into commands, the account executes them. The same object
 * runs live, in the demo, in paper mode and in the simulation; only clock, client and account differ.
 */
export class Trader {
  #options: TraderOptions;
  readonly #market: WatchedMarket;
  readonly #loop: EngineLoop;
  readonly #account: TradingAccount;
  readonly #random: Random;
  readonly #books = new Map<string, Book>();
  readonly #periodics: Periodic[] = [];
  #ordersPoll: Periodic | undefined;
  #balancesPoll: Periodic | undefined;
  #cancelHeartbeat: CancelTimer | undefined;
  readonly #rules: PairRules;
  #started = false;
  #failed = false;
  #stopping: Promise<OpenAtEnd> | undefined;
  readonly #states: StateSaver;
  readonly kept: EngineLoop['kept'] = (strategy) => this.#loop.kept(strategy);

  constructor(options: TraderOptions) {
    this.#options = options;
    this.#random = seededRandom(`trader:${options.seed}`);
    this.#rules = new PairRules(options);
    const hooks: AccountHooks = {
      post: (body) => this.post(body),
      onFatal: (fault) => this.#fail(fault),
      onChange: () => this.#ordersPoll?.nudge(AFTER_CHANGE_MS),
      onDoubt: () => this.#balancesPoll?.nudge(),
      saved: (key) => this.#states.saved(key),
      bookOf: (symbol) => this.#books.get(symbol),
    };
    this.#states = new StateSaver(options.state, options.onTrouble);
    this.#account = options.account?.(hooks) ?? new LiveAccount(options, hooks);
    this.#loop = new EngineLoop({
      ...options,
      execute: (command) => this.#account.send(command),
      saveState: (strategy, state) => this.#states.save(strategy, state),
      onFatal: hooks.onFatal,
    });
    this.#market = new WatchedMarket(options, this.#random, (body) => this.#hear(body), hooks.onFatal);
    this.#loop.events$.subscribe((event) => event.type === 'book' && this.#books.set(event.book.symbol, event.book));
  }

  /** Every event as the engine saw it. A book in it is reused: copy what is kept. */
  get events$(): Observable<Event> {
    return this.#loop.events$;
  }
  get commands$(): Observable<Command> {
    return this.#loop.commands$;
  }
  get notices$(): Observable<Notice> {
    return this.#loop.notices$;
  }
  get pairs(): readonly Pair[] {
    return this.#rules.all;
  }
  /** Whether the store is in step with the venue: before that, nothing may take risk. */
  get isStarted(): boolean {
    return this.#started;
  }

  snapshot(): EngineSnapshot {
    return this.#loop.snapshot();
  }

  post(body: EventBody): void {
    if (!this.#failed) this.#loop.post(body);
  }

  bookOf(symbol: string): Book | undefined {
    return this.#books.get(symbol);
  }

  /**
   * Puts other settings into force, with one event; then come the looks that warm strategies up. Returns why that can't be: then nothing has
   * changed.
   */
  reload(next: Pick<TraderOptions, 'engine' | 'symbols' | 'poll'>, event: Reload, warmUp: readonly WarmUp[]): string | undefined {
    let problem: string | undefined = 'the daemon is ending';
    const heard = this.notices$.subscribe((notice) => {
      if (notice.type === 'reloaded' && notice.revision === event.revision) ({ problem } = notice);
    });
    this.post(event);
    heard.unsubscribe();
    if (problem !== undefined) return problem;
    this.#account.limit(next.engine.limits);
    for (const looks of warmUp) this.post(looks);
    this.#options = { ...this.#options, ...next };
    this.#market.follow(next);
    return undefined;
  }

  /** What an operator asks for. The times of a quote are the venue's, as it was shown. */
  operator(order: OperatorOrder): void {
    const ours = order.type === 'accept' ? { ...order, quote: this.#account.ourQuote(order.quote) } : order;
    this.post({ type: 'operator', order: ours });
  }

  /** Reads the book of a symbol that is not polled, so that a person's order can be checked against it. One that may not be traded is not read. */
  async ensureBook(symbol: string): Promise<void> {
    const { client, clock, poll, engine } = this.#options;
    const pair = this.pairs.find((candidate) => candidate.symbol === symbol);
    const known = this.#books.get(symbol);
    const { symbols, staleAfterMs } = engine.limits;
    if (pair === undefined || !symbols.includes(symbol) || (known !== undefined && clock.now() - known.receivedAt < staleAfterMs)) return;
    this.post({ type: 'book', book: await readBook(client, pair, poll.depth) });
  }

  /** Stops trading in a scope: what waits for its turn stays, the engine cancels. Resolves when it would outlive a crash; rejects with `store` where it would not. */
  async stopTrading(order: Extract<OperatorOrder, { type: 'stop-trading' }>): Promise<void> {
    if (this.#failed) throw new Fault('store', 'the daemon has given up, and takes nothing any more', { outcome: 'not-sent' });
    const { scope, state, orders, reason } = order;
    const now = this.#options.clock.now();
    const isClosing = orders === 'close';
    this.#account.stopTrading({ scope, orders, reason, since: now, state: isClosing ? 'reducing' : state, ...BY_A_PERSON });
    this.post({ type: 'operator', order });
    await this.#states.saved(STOPS_KEY);
  }

  get decisions(): PersonsDecisions {
    return this.#account;
  }

  /** A position changes without an execution: on disk first, then the engine hears of it. False when it is there already. */
  async enter(entry: PositionEntry): Promise<boolean> {
    const isNew = await this.#options.fillLog.recordEntry(entry);
    if (isNew) this.post({ type: 'position-entry', entry });
    return isNew;
  }

  /** Lets a scope trade again; with everything, all of them. */
  resumeTrading(scope: TradingScope): Promise<void> {
    this.#account.resumeTrading(scope);
    this.post({ type: 'operator', order: { type: 'resume-trading', scope } });
    return this.#states.saved(STOPS_KEY);
  }

  /** Undefined where there is no venue to be compared with. */
  get reconciler(): Reconciler | undefined {
    return this.#account.reconciler;
  }
  resolution(): Resolution | undefined {
    return this.#account.resolution();
  }

  /** Polls and their pace, for display. */
  feedUsage(): FeedUsage | undefined {
    return this.#market.usage();
  }

  /** Undefined where the venue is polled. */
  streamStatus(): StreamStatus | undefined {
    return this.#market.streamStatus();
  }

  get inFlight(): number {
    return this.#account.inFlight;
  }

  /** Reads what must be known first, brings the store in step with the venue, then begins to poll. Rejects with the signal's reason. */
  async start(signal?: AbortSignal): Promise<void> {
    const { clock, polls, onTrouble, onOver } = this.#options;
    const patience = { clock, random: this.#random, signal, tries: polls ? Infinity : 1, onTrouble, onOver };
    const pairs = await insist('the pairs', () => this.#rules.read(), patience);
    this.post({ type: 'pairs', pairs });
    await insist('the own orders', () => this.#account.begin(pairs), patience);
    await insist('the balances', () => beginPositions(this, this.#account, this.#options), patience);
    this.#started = true;
    if (polls && this.#stopping === undefined) await this.#loop.warmUp(pairs);
    await this.#balances().catch((error: unknown) => onTrouble(`the balances could not be read: ${messageOf(error)}`, 'the balances'));
    if (this.#stopping === undefined) this.#startPolls();
  }

  /**
   * Ends in order; what is under way after `withinMs` is given up as unknown. Called again, it waits for the same end. Tells what is open.
   */
  stop(onStop: 'cancel' | 'keep', withinMs: number): Promise<OpenAtEnd> {
    this.#stopping ??= this.#stop(onStop, withinMs);
    return this.#stopping;
  }

  async #stop(onStop: 'cancel' | 'keep', withinMs: number): Promise<OpenAtEnd> {
    const { clock, journal } = this.#options;
    this.#market.end();
    this.#cancelHeartbeat?.();
    const resting = Promise.all(this.#periodics.map((periodic) => periodic.stop()));
    this.#account.close();
    const { spared } = this.#account;
    this.post({ type: 'shutdown', onStop, ...(spared !== undefined && { spares: spared }) });
    const trading: TradingToEnd = {
      ...this.#options,
      account: this.#account,
      resting,
      // Before they were read nobody has canceled any.
      cancels: onStop === 'cancel' && this.#started,
      beat: () => this.post({ type: 'timer' }),
      saved: () => this.#states.idle(),
    };
    await endTrading(trading, withinMs);
    const open = await openAtEnd(clock, this.#started, this.snapshot(), journal);
    this.#loop.end();
    return open;
  }

  #startPolls(): void {
    this.#ordersPoll = this.#periodic(
      'the own orders',
      () => this.#ordersPeriodMs(),
      () => this.#account.look(),
    );
    this.#balancesPoll = this.#periodic('the balances', () => this.#options.poll.balancesMs, this.#balances.bind(this));
    this.#heartbeat();
    if (!this.#options.polls) return;
    const again = (): Promise<void> => this.#rules.again(this.#options.symbols, (pairs) => this.#hear({ type: 'pairs', pairs }));
    this.#periodic('the pairs', () => this.#options.poll.pairsMs, again);
    this.#market.begin(this.pairs);
  }

  async #balances(): Promise<void> {
    this.post({ type: 'balances', rows: await this.#account.balances() });
  }

  #ordersPeriodMs(): number {
    const { ordersMs } = this.#options.poll;
    const { orders, frozen } = this.snapshot();
    return orders.length > 0 || Object.keys(frozen).length > 0 ? ordersMs : ordersMs * IDLE_FACTOR;
  }

  #hear(body: EventBody): void {
    this.#account.market(body);
    this.post(body);
  }

  #heartbeat(): void {
    this.#cancelHeartbeat = this.#options.clock.setTimer(HEARTBEAT_MS, () => {
      this.#heartbeat();
      this.post({ type: 'timer' });
    });
  }

  #periodic(what: string, periodMs: () => number, task: () => Promise<void>): Periodic {
    const { clock, onTrouble, onOver } = this.#options;
    const reads = new FailedReads(what, { clock, onTrouble, onOver });
    const heard = { onFailure: pollFailure(what, reads, (fault) => this.#fail(fault)), onGood: () => reads.good() };
    const periodic = new Periodic({ clock, random: this.#random, periodMs, task, ...heard });
    this.#periodics.push(periodic);
    periodic.start(periodMs());
    return periodic;
  }

  #fail(fault: Fault): void {
    if (this.#failed) return;
    this.#failed = true;
    this.#account.close();
    this.#options.onFatal(fault);
  }
}
