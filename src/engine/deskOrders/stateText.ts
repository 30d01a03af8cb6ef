import type { DeskOrder } from './deskOrder.ts';
import { shownDeskOrder } from './shownDeskOrder.ts';

/** What state a desk order is in, for people. */
export function stateText(order: DeskOrder): string {
  const { kind, symbol, state, waitsFor } = shownDeskOrder(order);
  return state === 'done' ? `${kind} of ${symbol} is done: ${waitsFor}` : `${kind} of ${symbol} is ${state} and waits for ${waitsFor}`;
}
