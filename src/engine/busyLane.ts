import type { EngineOrder, Market } from './market.ts';

/** Whether no order of the market may start now. A report will tell when one may. */
export function isBusy({ underway, unknown, frozen }: Market): boolean {
  return underway > 0 || (unknown > 0 && frozen !== undefined);
}

/** Gives an order its next state. The market counts what keeps its lane busy. */
export function moveOrder(order: EngineOrder, state: EngineOrder['state']): void {
  const { market } = order;
  if (order.state === 'pending') market.underway--;
  else if (order.state === 'unknown') market.unknown--;
  if (state === 'pending') market.underway++;
  else if (state === 'unknown') market.unknown++;
  order.state = state;
}

/**
 * Whether an order of this side, or a replacement of `target`, may be taken for one that nobody knows the outcome of. What was executed tells no
 * price, so the amount alone must tell them apart, whatever of the target a venue counts in.
 */
export function isLikeUnknown({ unknown, live }: Market, side: number, lots: number, target: EngineOrder | undefined): boolean {
  if (unknown === 0) return false;
  const filled = target?.filled ?? 0;
  for (let i = 0; i < live.length; i++) {
    const order = live.at[i]!;
    if (order.state !== 'unknown' || order.side !== side) continue;
    if (order.lots === lots || order.lots === lots - filled || order.lots === lots + filled) return true;
  }
  return false;
}
