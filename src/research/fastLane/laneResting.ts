import type { DeskAction, Resting } from '../../engine/desk.ts';
import { BUY, type LaneOrder } from './laneOrders.ts';

/** An order as the engine's desk knows it. */
export function restingOf(order: LaneOrder): Resting {
  return {
    intentId: String(order.slot),
    side: order.side === BUY ? 'Buy' : 'Sell',
    ticks: order.ticks,
    lots: order.remaining,
    untouched: order.filled === 0,
    settled: order.isSettled,
  };
}

/** Whether an order would meet another one of ours. */
export function meetsOwn(action: Exclude<DeskAction, { type: 'cancel' }>, resting: readonly Resting[]): boolean {
  const { side, ticks } = action.wanted;
  for (const other of resting) {
    if (other.side === side || (action.type === 'replace' && other.intentId === action.intentId)) continue;
    if (side === 'Buy' ? ticks >= other.ticks : ticks <= other.ticks) return true;
  }
  return false;
}
