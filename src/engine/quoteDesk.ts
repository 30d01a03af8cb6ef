import type { Order } from '../model/order.ts';
import type { Pair } from '../model/pair.ts';
import type { Dealing } from './dealing.ts';
import { crosses, deskActions, type DeskAction, type Resting } from './desk.ts';
import type { EngineState } from './engineState.ts';
import type { StrategyRun } from './strategyRun.ts';
import { restingEntry } from './orderEntries.ts';

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
    const pair = this.#state.markets.get(symbol)?.pair;
    const all = this.#state.runsOn(symbol);
    if (pair === undefined || !this.#anyHasWork(all)) return;
    const runs = all.filter((run) => run.wanted !== undefined);
    const first = (this.#turn.get(symbol) ?? 0) % runs.length;
    for (let i = 0; i < runs.length; i++) {
      if (this.#workFor(runs[(first + i) % runs.length]!, pair)) this.#turn.set(symbol, first + i + 1);
    }
  }

  #anyHasWork(runs: readonly StrategyRun[]): boolean {
    for (let i = 0; i < runs.length; i++) if (this.#mayHaveWork(runs[i]!)) return true;
    return false;
  }

  /** False when nothing has changed since there was nothing to do: what there is to do follows from these two alone. */
  #mayHaveWork({ wanted, quietWanted, quietVersion }: StrategyRun): boolean {
    return wanted !== undefined && (wanted !== quietWanted || quietVersion !== this.#state.orders.version);
  }

  /** True when it sent something that takes risk. */
  #workFor(run: StrategyRun, pair: Pair): boolean {
    if (!this.#mayHaveWork(run)) return false;
    const { orders, halted, now, replaces } = this.#state;
    const isRunning = run.state === 'running';
    const resting: Resting[] = [];
    const canceling: Order[] = [];
    for (const entry of orders.liveOf(run.name)) {
      const { order } = entry;
      if (order.symbol !== run.symbol || (isRunning && run.ownHand.has(order.intentId))) continue;
      resting.push(restingEntry(entry, pair));
      if (order.canceling) canceling.push(order);
    }
    const risky: Risky[] = [];
    const actions = deskActions(isRunning ? run.wanted! : [], resting, replaces);
    if (actions.length === 0 && canceling.length === 0) {
      run.quietWanted = run.wanted;
      run.quietVersion = orders.version;
      return false;
    }
    for (const action of actions) {
      if (action.type === 'cancel') this.#dealing.cancel(orders.get(action.intentId)!);
      else risky.push(action);
    }
    // A cancel that was taken and did not end the order goes out again.
    for (const order of canceling) this.#dealing.cancel(order);
    if (risky.length === 0 || halted !== undefined || now < run.notBefore || orders.isLaneBusy(run.symbol)) return false;
    return this.#sendFirst(run, risky, resting);
  }

  /** Sends the first action that would not meet our own orders on the way; when all would, the first is asked and refused. */
  #sendFirst(run: StrategyRun, actions: readonly Risky[], resting: readonly Resting[]): boolean {
    const free = actions.filter((action) => !meetsOwn(action, resting));
    for (const action of free.length > 0 ? free : actions) if (this.#send(run, action)) return true;
    return false;
  }

  #send(run: StrategyRun, action: Risky): boolean {
    const { side, ticks, lots, tag } = action.wanted;
    if (action.type === 'place') {
      return this.#dealing.place(run.name, run.symbol, { side, orderType: 'Limit', ticks, lots, tag }) !== undefined;
    }
    const order: Order = this.#state.orders.get(action.intentId)!;
    const dealt = this.#dealing.replace(order, ticks, lots);
    // It may not move to where it is wanted, and where it is it isn't wanted any more.
    if (dealt === 'refused') this.#dealing.cancel(order);
    return dealt === 'sent';
  }
}

type Risky = Exclude<DeskAction, { type: 'cancel' }>;

function meetsOwn(action: Risky, resting: readonly Resting[]): boolean {
  const { side, ticks } = action.wanted;
  return crosses(side, ticks, resting, action.type === 'replace' ? action.intentId : undefined);
}
