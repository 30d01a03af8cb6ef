import type { OpenOrderRow } from '../gateway/accountLists.ts';
import { orderShapeOf } from '../gateway/fingerprint.ts';
import type { Intent } from '../model/intent.ts';
import type { Journal } from '../model/journal.ts';
import type { Pair } from '../model/pair.ts';

/** Orders of a probe are ten ticks apart from each other, and a venue that rounds moves each by one at most. */
const MOST_TICKS = 5;

/**
 * The open order that the venue has made of an unknown one by rounding its price or its amount, by its id: it has another shape, so that nothing else
 * would recognise it. No order of anybody else is taken for it, since the price belongs to the probe.
 */
export async function lookalikeOf(
  { kind, targetId, fingerprint }: Intent,
  { symbol, grid }: Pair,
  openOrders: readonly Pick<OpenOrderRow, 'id' | 'symbol' | 'side' | 'price' | 'amount'>[],
  journal: Pick<Journal, 'order'>,
): Promise<string | undefined> {
  const asked = orderShapeOf(fingerprint);
  for (const { id, side, price, amount, ...row } of openOrders) {
    if (row.symbol !== symbol || side !== asked.side || price === undefined || asked.price === undefined) continue;
    const isNear = price.minus(asked.price).abs().lte(grid.tick.times(MOST_TICKS)) && amount.minus(asked.amount).abs().lt(grid.lot);
    if (!isNear) continue;
    const isOurs = kind === 'replace' && id === targetId;
    if (isOurs || (await journal.order(id)) === undefined) return id;
  }
  return undefined;
}
