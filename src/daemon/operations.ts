import { symbolsOf, type TradedMarkets } from '../model/tradedMarkets.ts';
import { type Clock, sleep } from '../base/clock.ts';
import { Fault, messageOf } from '../base/fault.ts';
import type { StrategySnapshot } from '../engine/snapshot.ts';
import type { OperatorOrder } from '../model/event.ts';
import type { Order } from '../model/order.ts';
import type { PositionEntry } from '../model/positionEntry.ts';
import { wasOvertaken } from '../store/overtaken.ts';
import { ALL_TRADING, isWithin, type TradingScope } from '../model/tradingStop.ts';
import type { Intent } from '../model/intent.ts';
import type { BoundOrder } from '../model/journal.ts';
import type { ExecutionsSettled, ExecutionVerdict, Verdict } from '../model/verdict.ts';
import { type Correction, correctionEntry } from './correction.ts';
import { assertNoKillFile } from './killFile.ts';
import { askOperator, type OperatorAsk, type OperatorResult } from './askOperator.ts';
import { noSuch } from './noSuch.ts';
import type { Ownerless } from './ownerless.ts';
import { readDealBooks } from './dealBooks.ts';
import { Reconciling, tradersReconciler } from './reconciling.ts';
import type { StoppedStrategy } from './stopStatus.ts';
import type { Trader } from './trader.ts';
import { within } from './within.ts';

export type StopTrading = Extract<OperatorOrder, { type: 'stop-trading' }>;

/** What has become of own orders that were to be canceled. */
export interface Canceled {
  readonly canceled: number;
  /** Ids of orders that may still be open. */
  readonly left: readonly string[];
}

export interface OperationsOptions {
  readonly trader: Trader;
  readonly clock: Clock;
  /** While this file is there, trading is not resumed. */
  readonly killFile: string;
  /** Asks whoever has taken the account over for a stop that could not be written down before. Answers who that is. */
  readonly handOn?: ((stop: StopTrading) => Promise<string | undefined>) | undefined;
  readonly onTrouble?: ((message: string) => void) | undefined;
  /** Looks again what belongs to no strategy, after a person has given something to one. */
  readonly ownerless?: Pick<Ownerless, 'look'> | undefined;
  readonly isStopping: () => boolean;
  /** What each strategy that is configured trades, by its name. */
  readonly strategies: () => Readonly<Record<string, TradedMarkets>>;
}

/** How long a person waits for cancels to become final. */
const CANCEL_WITHIN_MS = 10_000;
const LOOK_EVERY_MS = 100;
/** The end has 9 s for all, and its trading is stopped behind this. */
const HANDED_ON_WITHIN_MS = 3000;
/** How long a person waits until a stop is written down. A server that is away may be so for hours. */
const WRITTEN_WITHIN_MS = 10_000;

/** What a person may do to the trading of a running daemon. */
export class Operations {
  readonly reconciling: Reconciling;
  readonly #options: OperationsOptions;
  /** Stops that are not written down yet. */
  readonly #unwritten = new Set<Promise<unknown>>();

  constructor(options: OperationsOptions) {
    this.#options = options;
    this.reconciling = new Reconciling({ clock: options.clock, reconciler: () => tradersReconciler(options.trader) });
  }

  /** Rejects with a `Fault` as `askOperator` does, and with `venue-failure` while the daemon is starting. */
  async ask(ask: OperatorAsk): Promise<OperatorResult> {
    const { trader, clock, isStopping } = this.#options;
    if (isStopping()) throw new Fault('canceled', 'the daemon is shutting down', { outcome: 'not-sent' });
    // A cancel takes risk away.
    if (ask.type !== 'cancel') this.#assertStarted();
    if (ask.type === 'place' || ask.type === 'execute') await trader.ensureBook(ask.symbol);
    if (ask.type === 'trade') await readDealBooks(trader, clock, ask);
    return askOperator(trader, clock, ask);
  }

  /** A person decides what came of an intent of which nobody can say. */
  resolve(id: string, verdict: Verdict): Promise<Intent> {
    this.#assertStarted();
    return this.#options.trader.decisions.resolve(id, verdict);
  }

  /** A person decides which executions of an order are right, where those that are listed and those that are booked don't agree. */
  settleExecutions(orderId: string, verdict: ExecutionVerdict): Promise<ExecutionsSettled> {
    this.#assertStarted();
    return this.#options.trader.decisions.settleExecutions(orderId, verdict);
  }

  /** A person gives an open order that nobody here has placed to a strategy, which has it as its own from then on. */
  async giveTo(strategy: string, orderId: string, intentId: string): Promise<BoundOrder> {
    this.#assertKnown({ of: 'strategy', name: strategy });
    this.#assertStarted();
    const { trader, strategies } = this.#options;
    const order = await trader.decisions.giveTo({ name: strategy, symbols: symbolsOf(strategies()[strategy]!) }, orderId, intentId);
    await this.#lookAgain();
    return order;
  }

  /** A person corrects a position, after a trade elsewhere, a deposit or a withdrawal. */
  async adjustPosition(correction: Correction, id: string): Promise<PositionEntry> {
    this.#assertStarted();
    const { trader, clock, strategies } = this.#options;
    const entry = correctionEntry(correction, strategies(), { id, at: clock.now() });
    await trader.enter(entry);
    await this.#lookAgain();
    return entry;
  }

  async tellStrategy(name: string, verb: 'pause' | 'resume' | 'stop'): Promise<StrategySnapshot> {
    const { trader } = this.#options;
    this.#assertKnown({ of: 'strategy', name });
    if (verb === 'resume') await this.resumeTrading({ of: 'strategy', name });
    else trader.post({ type: 'operator', order: { type: verb, strategy: name } });
    return trader.snapshot().strategies.find((strategy) => strategy.name === name)!;
  }

  /** Each strategy that can be paused is. Answers the names of all that are paused now. */
  pauseAll(): readonly string[] {
    const { trader } = this.#options;
    for (const { name } of trader.snapshot().strategies) trader.post({ type: 'operator', order: { type: 'pause', strategy: name } });
    const paused = trader.snapshot().strategies.filter(({ state }) => state === 'paused');
    return [...new Set(paused.map(({ name }) => name))];
  }

  /**
   * Stops trading in a scope, at once and over restarts, and waits for the orders that it cancels. Rejects with `store` where it holds and is not written down yet, with `daemon-running`
   * where another process owns the account by then.
   */
  async stopTrading(order: StopTrading): Promise<Canceled> {
    this.#assertKnown(order.scope);
    const before = this.#live(order.scope);
    await this.#written(order);
    return order.orders === 'cancel' ? this.#canceled(before) : { canceled: 0, left: [] };
  }

  /** The kill switch. */
  async halt(reason: string, orders: StopTrading['orders']): Promise<void> {
    await this.#written({ type: 'stop-trading', scope: ALL_TRADING, state: 'halted', orders, reason });
  }

  /** Whoever ends because another process owns the account hands on first what could not be written down, as far as there is time. */
  async handedOn(end: Fault | undefined): Promise<void> {
    if (!wasOvertaken(end)) return;
    const { clock, onTrouble } = this.#options;
    const isOver = await within(clock, Promise.allSettled(this.#unwritten), clock.monotonicMs() + HANDED_ON_WITHIN_MS);
    if (!isOver) onTrouble?.('a stop could not be handed on to the new owner of the account in time: repeat it there');
  }

  /** Whether the daemon ends: what is asked for now may be done by halves. */
  get isStopping(): boolean {
    return this.#options.isStopping();
  }

  /** Answers the names of the strategies in the scope that stay paused. */
  async resumeTrading(scope: TradingScope): Promise<readonly string[]> {
    const { trader, killFile } = this.#options;
    this.#assertKnown(scope);
    assertNoKillFile(killFile);
    await trader.resumeTrading(scope);
    // A strategy's own pause is over, also where a stop keeps it paused until that is lifted.
    if (scope.of === 'strategy') return [];
    const left = trader.snapshot().strategies.filter(({ name, symbol, state }) => state === 'paused' && isWithin(scope, name, symbol));
    return [...new Set(left.map(({ name }) => name))];
  }

  /** The strategies in a scope that have ended. No resume starts them again. */
  stoppedIn(scope: TradingScope): readonly StoppedStrategy[] {
    const { strategies } = this.#options.trader.snapshot();
    const stopped = strategies.filter(({ name, symbol, state }) => state === 'stopped' && isWithin(scope, name, symbol));
    return [...new Map(stopped.map(({ name, reason }) => [name, { name, reason }])).values()];
  }

  /** Cancels all own orders, or those of a symbol, and waits for that. */
  async cancelAll(symbol: string | undefined): Promise<Canceled> {
    const { trader } = this.#options;
    const scope: TradingScope = symbol === undefined ? ALL_TRADING : { of: 'symbol', name: symbol };
    this.#assertKnown(scope);
    const before = this.#live(scope);
    trader.post({ type: 'operator', order: { type: 'cancel-all', symbol } });
    return this.#canceled(before);
  }

  async #written(order: StopTrading): Promise<void> {
    const { trader, clock } = this.#options;
    const patience = new AbortController();
    const written = trader.stopTrading(order).catch((error: unknown) => this.#handOn(order, error));
    this.#unwritten.add(written);
    written.catch(() => undefined).finally(() => this.#unwritten.delete(written));
    const late = sleep(clock, WRITTEN_WITHIN_MS, patience.signal).then(() => {
      throw notWritten();
    });
    try {
      await Promise.race([written, late]);
    } finally {
      patience.abort();
    }
  }

  /** What a person has stopped has to stay so, whoever owns the account. Rejects with what is known then. */
  async #handOn(order: StopTrading, error: unknown): Promise<never> {
    const { handOn, onTrouble } = this.#options;
    if (handOn === undefined || !wasOvertaken(error)) throw error;
    const owner = await handOn(order).catch((why: unknown) => {
      onTrouble?.(`the stop (${order.reason}) could not be handed on to the new owner of the account: ${messageOf(why)}`);
      throw error;
    });
    if (owner === undefined) throw error;
    onTrouble?.(`the stop (${order.reason}) was handed on to the new owner of the account, ${owner}`);
    throw new Fault('daemon-running', `${owner} has taken the account over, and was asked for this stop`, {
      cause: error,
      suggestion: '`sluice status` on its machine says whether it has stopped; to ask once more, repeat it',
    });
  }

  /** Waits for the end of orders, which are known by their intents: an id of the venue may come, or change, meanwhile. */
  async #canceled(before: readonly Order[]): Promise<Canceled> {
    const { clock } = this.#options;
    const deadline = clock.monotonicMs() + CANCEL_WITHIN_MS;
    for (;;) {
      const live = new Set(this.#live(ALL_TRADING).map(({ intentId }) => intentId));
      const left = before.filter(({ intentId }) => live.has(intentId));
      if (left.length === 0 || clock.monotonicMs() >= deadline) {
        return { canceled: before.length - left.length, left: left.map(({ orderId, intentId }) => orderId ?? intentId) };
      }
      await sleep(clock, LOOK_EVERY_MS);
    }
  }

  /** What was asked for is done, whatever comes of this look. */
  async #lookAgain(): Promise<void> {
    const { ownerless, onTrouble } = this.#options;
    await ownerless?.look().catch((error: unknown) => onTrouble?.(`what belongs to no strategy could not be read: ${messageOf(error)}`));
  }

  #live(scope: TradingScope): Order[] {
    return this.#options.trader.snapshot().orders.filter(({ strategy, symbol }) => isWithin(scope, strategy, symbol));
  }

  /** Before that, open orders, positions and frozen lanes are not known, and a book would wake the strategies. */
  #assertStarted(): void {
    if (this.#options.trader.isStarted) return;
    throw new Fault('venue-failure', 'the daemon is still starting: the own orders have not been read yet', {
      outcome: 'not-sent',
      retryable: true,
      suggestion: 'see `sluice status`; repeat when it is running',
    });
  }

  #assertKnown({ of, name }: TradingScope): void {
    if (of === 'all') return;
    const { trader, strategies } = this.#options;
    // Until the venue has answered, no pair is known. To stop one is safe in any case.
    if (of === 'symbol' && trader.pairs.length === 0) return;
    const names = of === 'strategy' ? Object.keys(strategies()) : symbolsHere(trader);
    if (!names.includes(name)) throw noSuch(of, name, names);
  }
}

/** Pairs that the venue lists, and those that it does not list any more and that have an order or a stop here. */
function symbolsHere(trader: Trader): readonly string[] {
  const { orders, stops } = trader.snapshot();
  const stopped = stops.flatMap(({ scope }) => (scope.of === 'symbol' ? [scope.name] : []));
  return [...new Set([...trader.pairs, ...orders].map(({ symbol }) => symbol).concat(stopped))];
}

/** Trading has stopped in this daemon, and a store that does not answer has not taken it yet. */
function notWritten(): Fault {
  return new Fault('store', 'it has stopped here, and could not be written down yet: the store does not answer', {
    suggestion:
      'nothing of it has to be repeated: it is written down when the store is back, and whoever takes the account over before that is asked for it. Orders may be open until then: ' +
      '`sluice api exchange.orders.list` shows them, and `sluice api exchange.orders.cancel --orderId ID` cancels one without the store',
  });
}
