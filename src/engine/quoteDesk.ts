import type { Order } from '../model/order.ts';
import type { Dealing } from './dealing.ts';
import { crosses, deskActions, type DeskAction, type Resting } from './desk.ts';
import type { EngineState } from './engineState.ts';
import type { StrategyRun } from './strategyRun.ts';
import { restingOf } from './wantedQuotes.ts';

/**
 * Works towards what the strategies want resting. Cancels go at once; of what takes risk, one command of a symbol is under
 * way at a time, and each report brings the next. So every decision is made on the newest news, and no two unknowns of one
 * lane can arise.
 */
export class QuoteDesk {
  readonly #state: EngineState;
  readonly #dealing: Dealing;
  /** Whose turn is next, by symbol: no strategy keeps another from the lane. */
  readonly #turn = new Map<string, number>();

  constructor(state: EngineState, dealing: Dealing) {
    this.#state = state;
    this.#dealing = dealing;
  }

  work(symbol: string): void {
    const runs = [...this.#state.runs.values()].filter((run) => run.symbol === symbol && run.wanted !== undefined);
    if (runs.length === 0 || this.#state.markets.get(symbol) === undefined) return;
    const first = (this.#turn.get(symbol) ?? 0) % runs.length;
    for (let i = 0; i < runs.length; i++) {
      const run = runs[(first + i) % runs.length]!;
      if (this.#workFor(run)) {
        this.#turn.set(symbol, first + i + 1);
      }
    }
  }

  /** True when it sent something that takes risk. */
  #workFor(run: StrategyRun): boolean {
    const { orders } = this.#state;
    const pair = this.#state.markets.get(run.symbol)!.pair;
    const stopping = run.state !== 'running';
    const mine: Order[] = [];
    for (const order of orders.live) {
      if (order.strategy === run.name && order.symbol === run.symbol && (stopping || !run.ownHand.has(order.intentId))) mine.push(order);
    }
    const resting = mine.map((order) => restingOf(order, pair));
    const actions = deskActions(stopping ? [] : run.wanted!, resting, this.#state.settings.replaces);
    const risky: DeskAction[] = [];
    for (const action of actions) {
      if (action.type === 'cancel') this.#dealing.cancel(orders.get(action.intentId)!);
      else risky.push(action);
    }
    if (this.#state.halted !== undefined || this.#state.now < run.notBefore || orders.isLaneBusy(run.symbol)) return false;
    return this.#sendFirst(run, risky, resting);
  }

  /** Sends the first action that would not meet our own orders on the way; when all would, the first is asked and refused. */
  #sendFirst(run: StrategyRun, actions: readonly DeskAction[], resting: readonly Resting[]): boolean {
    const free = actions.filter((action) => !this.#meetsOwn(action, resting));
    for (const action of free.length > 0 ? free : actions) {
      if (this.#send(run, action)) return true;
    }
    return false;
  }

  #meetsOwn(action: DeskAction, resting: readonly Resting[]): boolean {
    if (action.type === 'cancel') return false;
    const others = action.type === 'replace' ? resting.filter((order) => order.intentId !== action.intentId) : resting;
    return crosses(action.wanted.side, action.wanted.ticks, others);
  }

  #send(run: StrategyRun, action: DeskAction): boolean {
    switch (action.type) {
      case 'replace':
        return this.#dealing.replace(this.#state.orders.get(action.intentId)!, action.wanted.ticks, action.wanted.lots);
      case 'place': {
        const { side, ticks, lots, tag } = action.wanted;
        return this.#dealing.place(run.name, run.symbol, { side, orderType: 'Limit', ticks, lots, tag }) !== undefined;
      }
      case 'cancel':
        return false;
    }
  }
}
