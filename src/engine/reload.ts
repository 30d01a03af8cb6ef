import { counted } from '../base/counted.ts';
import type { Engine } from './engine.ts';
import type { EngineSettings } from './engineState.ts';
import type { Instance } from './instance.ts';
import type { Seat } from './market.ts';
import { refineSeat } from './refineSeat.ts';
import type { StrategySettings } from './strategySettings.ts';
import { StrategySwap } from './strategySwap.ts';
import { takeSeat } from './takeSeat.ts';

interface Reloading {
  /** What becomes of the open orders of strategies that are not named any more. */
  readonly onStop: 'cancel' | 'keep';
  /** Tells what earlier lives left behind of strategies that are new here. */
  readonly restore: (names: ReadonlySet<string>) => void;
}

/**
 * Puts other settings into force: limits, budgets and strategies. A strategy whose version has changed is replaced; it keeps its position, its
 * state and its orders. Returns why that can't be: then everything is as before.
 */
export function reload(engine: Engine, next: EngineSettings, { onStop, restore }: Reloading): string | undefined {
  const { state, host } = engine;
  const moved = next.strategies.find((one) => !isWhereItWas(state.seatsOf(one.name), one));
  if (moved !== undefined) return `${moved.name} trades other markets than before`;
  const tooEarly = problemOfLeft(engine, next);
  if (tooEarly !== undefined) return tooEarly;
  const swaps = next.strategies.flatMap((one) => swapOf(engine, one) ?? []);
  const problem = triedOut(swaps);
  if (problem !== undefined) return problem;
  // From here on nothing fails.
  const removed = state.seats.filter(({ isFirst, name, instance }) => isFirst && !instance.isRemoved && !isAmong(name, next));
  state.configure(next);
  for (const seat of removed) host.remove(seat, onStop);
  for (const swap of swaps) complete(engine, swap);
  const added = swaps.filter(({ isNew }) => isNew).flatMap(({ peers }) => peers);
  for (const seat of added) {
    if (seat.market === undefined) continue;
    state.takeBack(seat, seat.market);
    takeSeat(seat, seat.market);
  }
  state.take(added);
  for (const seat of state.seats) {
    seat.instance.budget = state.budgetOf(seat.name);
    if (seat.market !== undefined) refineSeat(seat, seat.market);
  }
  restore(new Set(added.map(({ name }) => name)));
  engine.trading.reconfigure();
  engine.deskOrders.reconfigure();
  for (const market of state.markets.all) engine.desk.work(market);
  return undefined;
}

/** A name takes its history when it comes back. While orders of an earlier life are open under it, that would go on beside it. */
function problemOfLeft({ state, orders }: Engine, { strategies }: EngineSettings): string | undefined {
  for (const { name } of strategies) {
    if (state.seatsOf(name).length > 0) continue;
    const left = orders.live.copy().filter(({ seat }) => seat.name === name);
    if (left.length === 0) continue;
    const which = left.map(({ orderId, intentId }) => orderId ?? `that of ${intentId}`).join(', ');
    return `${name} has ${counted(left.length, 'open order')} of an earlier life (${which}): end them first with \`sluice orders cancel ID\`, or restart`;
  }
  return undefined;
}

/** All are set up, or none is. */
function triedOut(swaps: readonly StrategySwap[]): string | undefined {
  for (const [i, swap] of swaps.entries()) {
    const problem = swap.tryOut();
    if (problem === undefined) continue;
    for (const tried of swaps.slice(0, i + 1)) tried.undo();
    return `${swap.peers[0]!.name}: ${problem}`;
  }
  return undefined;
}

function swapOf({ state, host }: Engine, settings: StrategySettings): StrategySwap | undefined {
  const seats = state.seatsOf(settings.name);
  if (seats.length > 0)
    return isOther(seats[0]!.instance, settings) ? new StrategySwap(host, seats, state.newInstance(settings.name, settings)) : undefined;
  const fresh = state.newSeats(settings);
  for (const seat of fresh) seat.market = state.markets.get(seat.symbol);
  return new StrategySwap(host, fresh, fresh[0]!.instance);
}

function complete({ state }: Engine, swap: StrategySwap): void {
  const { unsaved } = swap;
  swap.complete(state.now + state.limits.staleAfterMs);
  if (unsaved !== undefined) state.sink.notice({ type: 'save-state', strategy: swap.peers[0]!.name, state: unsaved });
}

function isOther({ isRemoved, settings }: Instance, { version }: StrategySettings): boolean {
  return isRemoved || settings?.version !== version;
}

function isWhereItWas(seats: readonly Seat[], { symbol, markets }: StrategySettings): boolean {
  if (seats.length === 0) return true;
  const wanted = markets === undefined ? [['', symbol]] : Object.entries(markets);
  return (
    seats.length === wanted.length && seats.every((seat, i) => seat.symbol === wanted[i]![1] && (seat.marketName ?? '') === wanted[i]![0])
  );
}

function isAmong(name: string, { strategies }: EngineSettings): boolean {
  return strategies.some((one) => one.name === name);
}
