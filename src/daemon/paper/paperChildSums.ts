import { ZERO } from '../../base/decimal.ts';
import { childIdsIn, keptSince } from '../../engine/deskOrders/savedDeskOrders.ts';
import type { EventBody, Restored } from '../../model/event.ts';
import type { ExecutedSum } from '../../model/fill.ts';
import type { FillLog } from '../../model/journal.ts';

const MOST = 1_000_000;

/**
 * What is remembered, with what the orders of desk orders have executed. Paper orders have no rows that bind them to their intents, so it is
 * read from the fills since the oldest desk order that is kept.
 */
export async function withChildSums(piece: Restored, fillLog: Pick<FillLog, 'fills'>): Promise<EventBody> {
  const states = piece.states ?? {};
  const ids = new Set(childIdsIn(states));
  if (ids.size === 0) return piece;
  const childSums: Record<string, ExecutedSum> = {};
  for (const { fill } of await fillLog.fills({ from: keptSince(states), limit: MOST })) {
    const { intentId, price, amount } = fill;
    if (intentId === undefined || !ids.has(intentId)) continue;
    const sum = childSums[intentId] ?? { amount: ZERO, value: ZERO };
    childSums[intentId] = { amount: sum.amount.plus(amount), value: sum.value.plus(price.times(amount)) };
  }
  return { ...piece, childSums };
}
