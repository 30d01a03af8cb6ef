import type { Side } from '../model/grid.ts';
import { nonceRoom } from './fingerprints.ts';

/** An order that should be resting, on the grid. */
export interface Wanted {
  readonly side: Side;
  readonly ticks: number;
  readonly lots: number;
  readonly tag: string | undefined;
}

/** An order of the same strategy that may be resting, on the grid. */
export interface Resting {
  readonly intentId: string;
  readonly side: Side;
  readonly ticks: number;
  /** Still to be filled. */
  readonly lots: number;
  /** Nothing was filled yet. */
  readonly untouched: boolean;
  /** False while it is on its way, unknown, being replaced or canceled: it counts, but can't be acted on now. */
  readonly settled: boolean;
}

export type DeskAction =
  | { readonly type: 'cancel'; readonly intentId: string }
  | { readonly type: 'replace'; readonly intentId: string; readonly wanted: Wanted }
  | { readonly type: 'place'; readonly wanted: Wanted };

/**
 * A partly filled order keeps its place in the queue until less than this share of what is wanted is left.
 */
const REFILL_BELOW = 0.5;

/**
 * The fewest actions from what rests to what is wanted. What is right already stays, and keeps its place in the queue. One
 * order is moved rather than canceled and placed again, where the venue replaces atomically; otherwise the cancel goes first
 * and the place follows once the order is closed, so that the two are never open together.
 *
 * Cancels come first, then the order of actions that does not cross the strategy's own orders on the way.
 */
export function deskActions(wanted: readonly Wanted[], resting: readonly Resting[], replaces: boolean): DeskAction[] {
  const actions: DeskAction[] = [];
  sideActions(onSide(wanted, 'Buy'), onSide(resting, 'Buy'), replaces, actions);
  sideActions(onSide(wanted, 'Sell'), onSide(resting, 'Sell'), replaces, actions);
  return actions.length > 1 ? actions.sort((a, b) => urgency(a) - urgency(b)) : actions;
}

function onSide<T extends { readonly side: Side }>(orders: readonly T[], side: Side): T[] {
  const own: T[] = [];
  for (let i = 0; i < orders.length; i++) if (orders[i]!.side === side) own.push(orders[i]!);
  return own;
}

function sideActions(wanted: readonly Wanted[], resting: readonly Resting[], replaces: boolean, actions: DeskAction[]): void {
  const { unmet, surplus } = matched(wanted, resting);
  // Orders that can't be acted on still take up a place: what they become is not known yet.
  let occupied = 0;
  const movable: Resting[] = [];
  for (const order of surplus) {
    if (order.settled) movable.push(order);
    else occupied++;
  }
  if (movable.length > 1) movable.sort((a, b) => distance(a, unmet) - distance(b, unmet));
  let open = unmet.length - occupied;
  for (const order of movable) {
    const target = open > 0 ? takeNearest(unmet, order.ticks) : undefined;
    if (target === undefined) actions.push({ type: 'cancel', intentId: order.intentId });
    else {
      open--;
      actions.push(replaces ? { type: 'replace', intentId: order.intentId, wanted: target } : { type: 'cancel', intentId: order.intentId });
    }
  }
  for (const order of unmet) {
    if (open <= 0) break;
    open--;
    actions.push({ type: 'place', wanted: order });
  }
}

/**
 * Pairs off what is right already. The largest amount takes the largest order that suffices for it: since what suffices for
 * less never begins above what suffices for more, no other way of pairing leaves fewer unmet.
 */
function matched(wanted: readonly Wanted[], resting: readonly Resting[]): { unmet: Wanted[]; surplus: Iterable<Resting> } {
  if (wanted.length === 0 || resting.length === 0) return { unmet: [...wanted], surplus: resting };
  if (wanted.length === 1 && resting.length === 1) {
    return suffices(resting[0]!, wanted[0]!) ? { unmet: [], surplus: [] } : { unmet: [...wanted], surplus: resting };
  }
  const unmet = new Set(wanted);
  const surplus = new Set(resting);
  const largestFirst = [...resting].sort((a, b) => b.lots - a.lots);
  for (const order of [...wanted].sort((a, b) => b.lots - a.lots)) {
    const match = largestFirst.find((candidate) => surplus.has(candidate) && suffices(candidate, order));
    if (match === undefined) continue;
    surplus.delete(match);
    unmet.delete(order);
  }
  return { unmet: [...unmet], surplus };
}

/** Whether a resting order is good enough for what is wanted: same price, and no more and not much less than the amount. */
function suffices(resting: Resting, wanted: Wanted): boolean {
  if (resting.ticks !== wanted.ticks || resting.lots > wanted.lots) return false;
  if (resting.lots >= wanted.lots - nonceRoom(wanted.lots)) return true;
  return !resting.untouched && resting.lots >= wanted.lots * REFILL_BELOW;
}

function distance(order: Resting, unmet: readonly Wanted[]): number {
  return unmet.reduce((least, wanted) => Math.min(least, Math.abs(wanted.ticks - order.ticks)), Infinity);
}

function takeNearest(unmet: Wanted[], ticks: number): Wanted | undefined {
  let nearest = -1;
  for (let i = 0; i < unmet.length; i++) {
    if (nearest < 0 || Math.abs(unmet[i]!.ticks - ticks) < Math.abs(unmet[nearest]!.ticks - ticks)) nearest = i;
  }
  return nearest < 0 ? undefined : unmet.splice(nearest, 1)[0];
}

function urgency(action: DeskAction): number {
  return action.type === 'cancel' ? 0 : action.type === 'replace' ? 1 : 2;
}

/** Whether an order at `ticks` would trade with one of these on the other side; `without` is the intent of one that is left out. */
export function crosses(side: Side, ticks: number, others: readonly Resting[], without: string | undefined): boolean {
  for (const other of others) {
    if (other.side === side || other.intentId === without) continue;
    if (side === 'Buy' ? ticks >= other.ticks : ticks <= other.ticks) return true;
  }
  return false;
}
