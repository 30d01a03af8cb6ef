import type { Decimal } from '../base/decimal.ts';
import type { BoundOrder, Journal } from '../model/journal.ts';
import { orderShapeOf } from './fingerprint.ts';

/**
 * The most that can be executed of one of our orders: its amount. For an order that was replaced under its id, what was placed
 * and what each replacement asked for, since nobody knows how much was filled before each.
 */
export async function mostOf(order: BoundOrder, journal: Pick<Journal, 'get' | 'aimedAt'>): Promise<Decimal> {
  const replacements = (await journal.aimedAt(order.orderId)).filter(
    ({ kind, state }) => kind === 'replace' && state !== 'rejected' && state !== 'not-sent',
  );
  if (replacements.length === 0) return order.amount;
  const placed = await journal.get(order.intentId);
  const amounts = replacements.map(({ fingerprint }) => orderShapeOf(fingerprint).amount);
  const first = placed?.kind === 'place' ? orderShapeOf(placed.fingerprint).amount : order.amount;
  return amounts.reduce((sum, amount) => sum.plus(amount), first);
}
