import { wishesNothing } from './wishes.ts';
import { messageOf } from '../base/fault.ts';
import type { Report } from '../model/event.ts';
import type { IntentKind } from '../model/intent.ts';
import type { Desk } from './desk.ts';
import type { DeskOrder } from './deskOrders/deskOrder.ts';
import { shownDeskOrder } from './deskOrders/shownDeskOrder.ts';
import type { EngineState } from './engineState.ts';
import type { Instance } from './instance.ts';
import { callMark, RUNNING } from './runningHandler.ts';
import type { Seat } from './market.ts';
import { orderSizeNews } from './orderSizeNews.ts';
import type { StrategyContext, StrategyHandlers, StrategyMarket } from './strategy.ts';
import type { Desks } from './strategyContext.ts';
import type { StreamGuard } from './strategyStreams.ts';
import { giveContext, isComplete, isPromise, listen, setUpInstance } from './strategySetUp.ts';

/** A strategy is paused when the venue refuses its orders this often in a row. */
const REFUSALS_BEFORE_PAUSE = 5;
/** A replacement is often refused because the order was filled meanwhile, so this many count as one refusal. */
const REPLACEMENTS_FOR_ONE = 5;
/** The first wait after a refusal. It doubles with each further one in a row. */
const REFUSAL_BACKOFF_MS = 1000;
const MOST_DOUBLINGS = 6;
/** The wait after a replacement was refused or something was not sent, until the lists have been read. */
const RETRY_MS = 300;

const MARK = RUNNING.mark;

type Call = (handlers: StrategyHandlers<string>, context: StrategyContext<string>, market: StrategyMarket) => unknown;

/**
 * Runs the strategies: it starts, calls, pauses and stops each one separately. Every call is guarded: an error stops its own
 * strategy, with the reason, and nothing else.
 */
export class StrategyHost {
  readonly #state: EngineState;
  readonly #desk: Desk;
  readonly #desks: Desks;
  #saved: Readonly<Record<string, string>> = {};
  /** Called before the first handler of a strategy. */
  beforeStart: () => void = () => undefined;

  constructor(state: EngineState, desk: Desk, desks: Desks) {
    this.#state = state;
    this.#desk = desk;
    this.#desks = desks;
    for (const seat of state.seats) if (seat.isFirst) this.giveContext(seat);
  }

  /** Takes what the strategies saved in earlier lives. Each gets its own when it starts. */
  restore(saved: Readonly<Record<string, string>>): void {
    this.#saved = saved;
  }

  /** What a strategy that is not set up yet has saved. */
  savedOf({ name }: Seat): string | undefined {
    return Object.hasOwn(this.#saved, name) ? this.#saved[name] : undefined;
  }

  /** Gives the present instance of a seat, and of its peers, what its strategy sees. */
  giveContext(seat: Seat): void {
    giveContext(seat, this.#state, this.#desks, this);
  }

  /** The configuration does not name a strategy any more: it ends. With `keep`, its resting orders stay. */
  remove(seat: Seat, onStop: 'cancel' | 'keep'): void {
    const { instance, peers, name } = seat;
    instance.isRemoved = true;
    // Who takes it out and adds it again starts it. One that was paused can be resumed.
    if (instance.standing?.state === 'stopped') instance.standing = undefined;
    if (instance.state === 'stopped') return;
    this.#end(seat, 'stopped', 'it is no longer in the configuration');
    if (onStop === 'keep') for (const one of peers) one.isWanted = false;
    this.#state.sink.notice({ type: 'strategy-state', strategy: name, state: 'stopped' });
  }

  /** Ends an instance whose seat another one has taken. It may say its last, and has no effect. */
  retire(instance: Instance): void {
    const { state, isSetUp, handlers, context } = instance;
    instance.state = 'stopped';
    instance.signals?.leave();
    instance.subscription?.unsubscribe();
    listen(instance, {});
    if (!isSetUp || state === 'stopped') return;
    try {
      handlers.onStop?.(context);
    } catch (error) {
      const message = `onStop of the version before threw: ${messageOf(error)}`;
      this.#state.sink.notice({ type: 'log', strategy: instance.name, level: 'error', message });
    }
  }

  /** Sets a waiting strategy up, so that its signals can be warmed up before it starts. */
  setUp({ instance, peers }: Seat): void {
    if (instance.state !== 'waiting' || instance.isSetUp || !isComplete(peers)) return;
    this.#run(peers[0]!);
    if (isStillRunning(instance)) instance.state = 'waiting';
  }

  /** Starts a strategy that waits for the first news of its markets, once the rules of all of them are known. */
  start({ instance, peers }: Seat): void {
    if (!isComplete(peers)) return;
    const seat = peers[0]!;
    this.#state.sink.notice({ type: 'strategy-state', strategy: seat.name, state: 'running' });
    this.#tellSizes(instance, peers);
    this.#run(seat);
    instance.hasStarted = true;
    this.beforeStart();
    this.call(seat, 'onStart', (handlers, context) => handlers.onStart?.(context));
  }

  /** Orders of a size that the venue would not take are refused one by one, so a person hears of it at the start. */
  #tellSizes({ settings, name }: Instance, peers: readonly Seat[]): void {
    const { sink } = this.#state;
    if (settings === undefined || !sink.hearsNotices) return;
    const markets = peers.map(({ market }) => ({ pair: market!.pair, mid: market!.mid }));
    for (const { message } of orderSizeNews(settings.definition.params, settings.params, markets))
      sink.notice({ type: 'log', strategy: name, level: 'warn', message });
  }

  /** Calls a handler if the instance is running. */
  call(seat: Seat, what: string, call: Call): void {
    if (seat.state === 'running') this.#guard(seat, what, () => call(seat.instance.handlers, seat.instance.context, seat.marketContext));
  }

  /** Tells a strategy about its own orders and executions, even while it is paused. */
  tell(seat: Seat, what: string, call: Call): void {
    if (seat.state === 'running' || seat.state === 'paused')
      this.#guard(seat, what, () => call(seat.instance.handlers, seat.instance.context, seat.marketContext));
  }

  /** Does something for an instance that is set up and has not ended, even while it is paused. */
  feed(seat: Seat, what: string, act: () => void): void {
    if (seat.instance.isSetUp && seat.state !== 'stopped') this.#guard(seat, what, act);
  }

  /** Tells of an order of this seat, or of a conversion, which belongs to no market. */
  report(seat: Seat, report: Report, isOfMarket: boolean): void {
    this.tell(seat, 'onReport', (handlers, context, market) => handlers.onReport?.(report, context, isOfMarket ? market : undefined));
  }

  /** Tells a strategy of a change of an order that the desk keeps for it. */
  order(order: DeskOrder): void {
    if (order.seat.instance.handlers.onOrder === undefined) return;
    this.tell(order.seat, 'onOrder', (handlers, context, market) =>
      handlers.onOrder?.(shownDeskOrder(order, this.#state), context, market),
    );
  }

  /** Shows a book to a strategy that is running and wants books. This is the most frequent call, so it makes no objects. */
  showBook(seat: Seat): void {
    const { instance } = seat;
    const wasCalled = instance.isCalled;
    const before = MARK[0]!;
    instance.isCalled = true;
    MARK[0] = instance.bookMark;
    try {
      const result: unknown = instance.onBook!.call(instance.handlers, seat.market!.view!, instance.context, seat.marketContext);
      if (result !== undefined) this.#heed(seat, 'onBook', result);
    } catch (error) {
      this.stop(seat, 'stopped', `onBook threw: ${messageOf(error)}`);
    }
    instance.isCalled = wasCalled;
    MARK[0] = before;
  }

  /** Stops or pauses one strategy and cancels its orders in all its markets. The others go on. */
  stop(seat: Seat, state: 'stopped' | 'paused', reason: string, isAsked = false): void {
    // An error ends no pause for the versions that come.
    if (state === 'stopped' ? isAsked : seat.state !== 'stopped') seat.instance.standing = { state, reason };
    if (seat.state === 'stopped' || seat.state === state) return;
    this.#end(seat, state, reason);
    const { sink } = this.#state;
    sink.notice({ type: 'strategy-state', strategy: seat.name, state });
    if (state === 'stopped' || !isAsked) sink.notice({ type: 'strategy-stopped', strategy: seat.name, reason });
    for (const { market } of seat.peers) if (market !== undefined) this.#desk.work(market);
  }

  /** A person pauses one. It stays so until a person resumes it, whatever stops and resumes it besides. */
  pause(seat: Seat, reason: string): void {
    seat.instance.isPausedByHand = seat.state !== 'stopped';
    this.stop(seat, 'paused', reason, true);
  }

  /** Resumes a paused strategy. One that was paused before it began begins now. */
  resume(seat: Seat): void {
    const { instance, peers } = seat;
    if (instance.state !== 'paused') return;
    instance.state = instance.hasStarted ? 'running' : 'waiting';
    instance.reason = undefined;
    instance.standing = undefined;
    instance.isPausedByHand = false;
    for (const one of peers) {
      wishesNothing(one);
      one.isWanted = instance.hasStarted;
      one.refusals = 0;
      one.notBefore = 0;
    }
    this.#state.sink.notice({ type: 'strategy-state', strategy: seat.name, state: 'running' });
  }

  /** No strategy runs from here on. With `keep`, resting orders stay. */
  shutdown(onStop: 'cancel' | 'keep'): void {
    for (const seat of this.#state.seats) {
      if (seat.isFirst) this.#end(seat, 'stopped', 'shutting down');
      if (onStop === 'keep') seat.isWanted = false;
    }
  }

  /** The venue refused an intent. The wait grows with each refusal, and too many in a row pause the strategy. */
  refused(seat: Seat, kind: IntentKind, message: () => string): void {
    if (seat.instance.settings === undefined || kind === 'cancel') return;
    const isReplace = kind === 'replace';
    seat.refusals += isReplace ? 1 : REPLACEMENTS_FOR_ONE;
    const inARow = seat.refusals / REPLACEMENTS_FOR_ONE;
    this.#wait(seat, isReplace ? RETRY_MS : REFUSAL_BACKOFF_MS * 2 ** Math.min(Math.ceil(inARow) - 1, MOST_DOUBLINGS));
    if (inARow < REFUSALS_BEFORE_PAUSE) return;
    this.stop(seat, 'paused', `the venue refused orders again and again, the last one with: ${message()}`);
  }

  notSent(seat: Seat): void {
    this.#wait(seat, RETRY_MS);
  }

  #wait(seat: Seat, ms: number): void {
    seat.notBefore = Math.max(seat.notBefore, this.#state.now + ms);
  }

  /** It runs from now on, and is set up if it has not been. */
  #run(seat: Seat): void {
    seat.instance.state = 'running';
    if (!seat.instance.isSetUp) this.#guard(seat, 'setup', () => setUpInstance(seat, this.savedOf(seat), this.guardOf(seat)));
  }

  /** Requests from `onStop` have no effect, since the instance is no longer running when it is called. */
  #end(seat: Seat, state: 'stopped' | 'paused', reason: string): void {
    const { instance, peers } = seat;
    if (instance.state === 'stopped') return;
    instance.state = state;
    instance.reason = reason;
    for (const one of peers) wishesNothing(one);
    if (state === 'paused' || !instance.isSetUp) return;
    const { handlers } = instance;
    listen(instance, {});
    instance.subscription?.unsubscribe();
    this.#guard(seat, 'onStop', () => handlers.onStop?.(instance.context));
  }

  /** How the stream of a strategy is heard. */
  guardOf(seat: Seat): StreamGuard {
    return {
      act: (act) => this.#guard(seat, 'its stream', act),
      end: (reason) => this.stop(seat, 'stopped', reason),
    };
  }

  #guard(seat: Seat, what: string, call: () => unknown): void {
    const { instance } = seat;
    const wasCalled = instance.isCalled;
    const before = MARK[0]!;
    instance.isCalled = true;
    MARK[0] = instance.mark + callMark(what);
    try {
      const result = call();
      if (result !== undefined) this.#heed(seat, what, result);
    } catch (error) {
      this.stop(seat, 'stopped', `${what} threw: ${messageOf(error)}`);
    } finally {
      instance.isCalled = wasCalled;
      MARK[0] = before;
    }
  }

  #heed(seat: Seat, what: string, result: unknown): void {
    if (!isPromise(result)) return;
    result.then(undefined, () => undefined);
    this.stop(seat, 'stopped', `${what} must be synchronous: what it does later would not be part of any event`);
  }
}

/** Whether nothing has stopped or paused it meanwhile. */
function isStillRunning({ state }: Instance): boolean {
  return state === 'running';
}
