import { DAY_MS, dayOf, type Instant } from '../base/instant.ts';
import {
  ALL_TRADING,
  isSameScope,
  isWithin,
  type StopCause,
  type StopOrders,
  type TradingScope,
  type TradingState,
  type TradingStop,
} from '../model/tradingStop.ts';
import { beginClosing, CLOSING, type Closing, endClosing } from './closing.ts';
import { type DeskOrder, isStoppedOut } from './deskOrders/deskOrder.ts';
import { DailyLossGuard, TODAY_KEY } from './dailyLossGuard.ts';
import type { Dealing } from './dealing.ts';
import type { EngineState } from './engineState.ts';
import { isCanceledBy } from './isCanceledBy.ts';
import { LossGuards, LOSSES_KEY, SHARES_KEY } from './lossGuards.ts';
import type { EngineOrder, Seat } from './market.ts';
import type { Orders } from './orders.ts';
import { pausesLifted } from './pausesLifted.ts';
import { ProtectionWatches } from './protectionWatches.ts';
import { type LossCause, type Protection, type ProtectionAction, stopOfProtection } from './protection.ts';
import { restoredStops, STOPS_KEY, writeStops } from './savedStops.ts';
import type { StrategyHost } from './strategyHost.ts';
import { isClosing } from './tradingStops.ts';
import { strengthOf, WaitingStops } from './waitingStops.ts';

const LOSS_REACHED = "today's loss has reached the limit";

/** Stops that a person can't lift. They end by themselves or with the next start. */
const NOT_LIFTED: ReadonlySet<StopCause> = new Set(['daily-loss', 'shutdown']);

/**
 * Keeps the trading state. It sets and lifts stops, cancels the orders under them until none is left, and has positions closed.
 * Stops are saved, so that a restart does not lift them.
 */
export class TradingControl {
  readonly #state: EngineState;
  readonly #orders: Orders;
  readonly #dealing: Dealing;
  readonly #host: StrategyHost;
  readonly #closing: Closing;
  readonly #lossGuard: DailyLossGuard;
  readonly losses: LossGuards;
  readonly watches: ProtectionWatches;
  readonly #waiting = new WaitingStops();
  /** Orders under this name stay when strategies end. */
  #spared: string | undefined = undefined;

  constructor(state: EngineState, orders: Orders, dealing: Dealing, host: StrategyHost, closing: Closing) {
    this.#state = state;
    this.#orders = orders;
    this.#dealing = dealing;
    this.#host = host;
    this.#closing = closing;
    this.#lossGuard = new DailyLossGuard(state);
    this.losses = new LossGuards(state, (...reached) => this.#limitReached(...reached));
    if (state.settings.looksAtLossesFirst === true) host.beforeStart = () => this.losses.check();
    this.watches = new ProtectionWatches(state, (...tripped) => this.#protect(...tripped));
  }

  /** Other limits hold, or other strategies trade. The stops that were set stay. */
  reconfigure(): void {
    this.watches.reconfigure();
    this.#lossGuard.reconfigure();
    this.losses.reconfigure();
  }

  /** Takes the stops saved in earlier lives, in addition to those since the start. */
  restore(states: Readonly<Record<string, string>>): void {
    this.#lossGuard.restore(states[''], states[TODAY_KEY]);
    this.losses.restore(states[LOSSES_KEY], states[SHARES_KEY]);
    const { stops } = this.#state;
    const sinceStart = stops.all;
    for (const stop of restoredStops(states[STOPS_KEY], this.#state.now)) this.#takeBack(stop);
    // What was said since the start comes after it.
    for (const stop of sinceStart) if (stops.all.includes(stop)) stops.put(stop);
    for (const stop of stops.all) if (isClosing(stop)) this.#beginClosing(stop.scope);
    if (sinceStart.length > 0) this.#save();
  }

  #takeBack(stop: TradingStop): void {
    const { stops } = this.#state;
    const held = stops.find(stop);
    if (held === undefined || (stop.cause === 'protection' && this.#waiting.settle(stop, held) === stop)) stops.put(stop);
  }

  /** Something that limits hang on can't be read: nothing is traded until a person has looked. */
  unreadable(what: string): void {
    const reason = `it can't be read ${what}; see what is open before trading goes on`;
    this.stop({ scope: ALL_TRADING, state: 'halted', cause: 'operator', orders: 'keep', reason, until: undefined });
  }

  /** Opens the UTC day for the strategies' profit. */
  openDay(): void {
    this.#lossGuard.openDay();
  }

  /** Limits on losses don't take what is entered in positions for profit or loss. */
  countEntries(): void {
    this.#lossGuard.countEntries();
    this.losses.countEntries();
  }

  /** Whether a heartbeat would change anything. */
  get heedsTimer(): boolean {
    return this.#state.limits.maxDailyLoss !== undefined || !this.losses.isEmpty || !this.#state.stops.isEmpty;
  }

  /** Stops trading in a scope. To close positions, it reduces first and halts once they are closed. */
  stop(stop: Omit<TradingStop, 'since'>): void {
    const { stops, now } = this.#state;
    const closes = stop.orders === 'close';
    const set: TradingStop = { ...stop, state: closes ? 'reducing' : stop.state, since: now };
    stops.put(set);
    this.#tell(set);
    this.#save();
    if (closes) this.#beginClosing(stop.scope);
    else if (stop.cause === 'operator') this.#endClosing(stop.scope);
    this.cancelStopped();
  }

  /** Lifts the stops of a scope that a person may lift; with everything, those of all scopes. What is paused goes on as `pausesLifted` says. */
  lift(scope: TradingScope): void {
    const { stops } = this.#state;
    const lifted = stops.all.filter((stop) => !NOT_LIFTED.has(stop.cause) && (scope.of === 'all' || isSameScope(stop.scope, scope)));
    for (const stop of lifted) {
      this.#waiting.forget(stop);
      this.#lift(stop);
      this.losses.forgive(stop.scope, stop.cause);
    }
    if (lifted.length > 0) this.#save();
    const { resumed, left } = pausesLifted(scope, this.#seatsWithin(scope), lifted.length > 0);
    for (const seat of resumed) this.#resume(seat);
    for (const name of left) this.#tellPaused(name);
  }

  #isHalted({ name, symbol }: Seat): boolean {
    return this.#state.stops.isHalted(name, symbol);
  }

  /** The heartbeat. */
  timer(): void {
    const { stops } = this.#state;
    const loss = this.#lossGuard.check();
    if (loss === 'reached') this.#lossReached();
    if (loss === 'lifted') this.#dayIsOver();
    if (!this.losses.isEmpty) this.losses.check();
    if (stops.isEmpty) return;
    for (const stop of stops.all) if (stop.until !== undefined && stop.until <= this.#state.now) this.#expire(stop);
    for (const stop of stops.all) if (isClosing(stop)) this.#haltWhenClosed(stop);
  }

  /** Cancels orders that were placed before a stop that cancels, and repeats cancels that failed. */
  cancelStopped(): void {
    if (this.#state.stops.isEmpty) return;
    for (const order of this.#orders.live.copy()) if (this.#isToCancel(order)) this.#dealing.cancel(order);
  }

  /** Called at the end of each report: orders that opened too late are canceled. */
  settled(order: EngineOrder): void {
    if (!this.#state.stops.isEmpty && order.state !== 'closed' && this.#isToCancel(order)) this.#dealing.cancel(order);
  }

  /** From here on there is no new risk. Orders under the name `spared` stay. */
  shutdown(onStop: 'cancel' | 'keep', spared: string | undefined): void {
    this.#spared = spared;
    for (const seat of this.#state.seats) endClosing(seat);
    this.#haltAll('shutdown', onStop, 'shutting down', undefined);
    this.#host.shutdown(onStop);
    this.cancelStopped();
  }

  /** There is no new risk until a new day. The strategies' resting orders are canceled, and the strategies wait for a person. */
  #lossReached(): void {
    const { stops, sink, seats, now } = this.#state;
    if (stops.find({ scope: ALL_TRADING, cause: 'shutdown' }) !== undefined) return;
    const isNew = stops.find({ scope: ALL_TRADING, cause: 'daily-loss' }) === undefined;
    this.#haltAll('daily-loss', 'keep', LOSS_REACHED, dayOf(now) + DAY_MS);
    if (!isNew) return;
    sink.notice({ type: 'halted', reason: LOSS_REACHED });
    for (const seat of seats) this.#host.stop(seat, 'paused', LOSS_REACHED);
  }

  #haltAll(cause: StopCause, orders: StopOrders, reason: string, until: Instant | undefined): void {
    const { stops, now } = this.#state;
    stops.put({ scope: ALL_TRADING, state: 'halted', cause, orders, reason, since: now, until });
  }

  /** A limit on losses was reached. It is told once, until it is lifted. */
  #limitReached(scope: TradingScope, cause: LossCause, action: ProtectionAction, reason: string): void {
    const { stops, now } = this.#state;
    const before = stops.find({ scope, cause });
    // When two limits are reached, the one that stops more stays.
    if (before !== undefined && (strengthOf(before) >= strengthOf(stopOfProtection(action)) || this.#isClosed(before, action))) return;
    const until = cause === 'daily-loss' ? dayOf(now) + DAY_MS : undefined;
    this.stop({ scope, cause, reason, until, ...stopOfProtection(action) });
  }

  /** Whether a stop has done what the action asks for: what was closed before a restart is not closed again. */
  #isClosed(stop: TradingStop, action: ProtectionAction): boolean {
    return action === 'close' && stop.state === 'halted' && this.#seatsWithin(stop.scope).every((seat) => this.#closing.isDone(seat));
  }

  /** What a stop leads to holds before its strategy hears of it, and is saved before the stop is forgotten. */
  deskOrderChanged(order: DeskOrder): void {
    if (isStoppedOut(order)) for (const watch of order.seat.watches ?? []) watch.stoppedOut();
    this.#host.order(order);
  }

  /** A protection has tripped. Where several have tripped in one scope, the one that stops most holds, and a weaker one that lasts longer comes after it. */
  #protect(scope: TradingScope, { pauseMs, action }: Protection, reason: string): void {
    const { stops, now } = this.#state;
    const until = pauseMs === undefined ? undefined : now + pauseMs;
    const tripped: TradingStop = { scope, cause: 'protection', reason, since: now, until, ...stopOfProtection(action) };
    if (this.#waiting.settle(tripped, stops.find(tripped)) === tripped) this.stop(tripped);
    else if (this.#waiting.all.includes(tripped)) this.#save();
  }

  /** What was to last until now is over. The daily loss of everything ends with the profit of a new day. */
  #expire(stop: TradingStop): void {
    if (stop.cause === 'daily-loss' && stop.scope.of === 'all') return;
    this.#lift(stop);
    this.#save();
    for (const seat of this.#seatsWithin(stop.scope))
      if (seat.instance.reason === CLOSING && !seat.instance.isPausedByHand && !seat.isClosing) this.#resume(seat);
  }

  #dayIsOver(): void {
    const { stops } = this.#state;
    const stop = stops.find({ scope: ALL_TRADING, cause: 'daily-loss' });
    if (stop === undefined) return;
    stops.remove(stop);
    this.#tell({ ...stop, state: 'active', until: undefined });
  }

  #beginClosing(scope: TradingScope): void {
    for (const seat of this.#seatsWithin(scope)) {
      if (!this.#state.stops.isClosing(seat.name, seat.symbol)) continue;
      beginClosing(seat);
      this.#host.stop(seat, 'paused', CLOSING, true);
    }
  }

  #endClosing(scope: TradingScope): void {
    for (const seat of this.#seatsWithin(scope)) if (!this.#state.stops.isClosing(seat.name, seat.symbol)) endClosing(seat);
  }

  #haltWhenClosed(stop: TradingStop): void {
    const seats = this.#seatsWithin(stop.scope).filter(({ isClosing }) => isClosing);
    if (!seats.every((seat) => this.#closing.isDone(seat))) return;
    for (const seat of seats) endClosing(seat);
    const halted = this.#waiting.settle({ ...stop, state: 'halted', orders: 'cancel' }, undefined);
    this.#state.stops.put(halted);
    this.#tell(halted);
    this.#save();
  }

  /** After it, a weaker one that has waited holds. What another stop closes is closed on. */
  #lift(stop: TradingStop): void {
    const { stops, now } = this.#state;
    stops.remove(stop);
    this.#endClosing(stop.scope);
    const next = this.#waiting.takeNext(stop, now);
    if (next === undefined) return this.#tell({ ...stop, state: 'active', until: undefined });
    stops.put(next);
    this.#tell(next);
  }

  /** A strategy goes on when none of its markets is halted, and none of its positions is being closed: no limit holds for what closes one. */
  #resume(seat: Seat): void {
    if (seat.state === 'paused' && !seat.peers.some((one) => one.isClosing || this.#isHalted(one))) this.#host.resume(seat);
  }

  #isToCancel({ seat, market, placedAt }: EngineOrder): boolean {
    return isCanceledBy(this.#state.stops.all, { strategy: seat.name, symbol: market.symbol, placedAt }, this.#spared);
  }

  #seatsWithin(scope: TradingScope): Seat[] {
    return this.#state.seats.filter(({ name, symbol }) => isWithin(scope, name, symbol));
  }

  #tellPaused(name: string): void {
    const message = `${name} stays paused, as a person has paused it: \`sluice resume ${name}\` lets it go on`;
    this.#state.sink.notice({ type: 'log', strategy: name, level: 'info', message });
  }

  #tell({ scope, state, cause, reason, until }: Omit<TradingStop, 'state'> & { readonly state: TradingState }): void {
    this.#state.sink.notice({ type: 'trading', scope, state, cause, reason, until });
  }

  #save(): void {
    this.#state.sink.notice({
      type: 'save-state',
      strategy: STOPS_KEY,
      state: writeStops([...this.#state.stops.all, ...this.#waiting.all]),
    });
  }
}
