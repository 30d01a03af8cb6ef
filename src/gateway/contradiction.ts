import { type Decimal, maxDecimal, minDecimal, ZERO } from '../base/decimal.ts';
import type { BoundOrder, Journal } from '../model/journal.ts';
import type { KeyedRow } from './fillRows.ts';
import { orderShapeOf } from './fingerprint.ts';
import { isWorsePrice } from './isWorsePrice.ts';

/** Rows of one of our orders that can't be executions of it. */
export interface Contradiction {
  readonly rows: ReadonlySet<KeyedRow>;
  /** How the first of them contradicts the order. */
  readonly how: string;
  /** Whether all that is wrong is a price, which a venue might execute at all the same. */
  readonly isPriceOnly: boolean;
}

/**
 * Looks whether executions have the side and the pair of their order, and no worse price than the worst that it had in all its life. Undefined when
 * they do. A price that the venue has rounded may be worse by half of its last decimal.
 */
export async function contradictionIn(
  order: BoundOrder,
  executions: readonly KeyedRow[],
  journal: Pick<Journal, 'get' | 'aimedAtOrdersOf'>,
): Promise<Contradiction | undefined> {
  const { side, symbol } = order;
  const strange = executions.filter(({ row }) => row.side !== side || row.symbol !== symbol);
  const isPriceOnly = strange.length === 0;
  const suspects = executions.filter((keyed) => !strange.includes(keyed) && isWorsePrice(side, keyed.row.price, order.price));
  const worst = suspects.length === 0 ? undefined : await worstPriceOf(order, journal);
  const worse = suspects.filter((keyed) => isWorsePrice(side, keyed.row.price, worst));
  const rows = new Set([...strange, ...worse]);
  const [first] = rows;
  if (first === undefined) return undefined;
  const { row } = first;
  const how = isPriceOnly
    ? `at ${row.price?.toFixed()}, which is worse than its price of ${worst?.toFixed()}`
    : `as a ${row.side} of ${row.symbol}, and it is a ${side} of ${symbol}`;
  return { rows, how, isPriceOnly };
}

/** Of all that it was placed at or was to be moved to, whatever came of that. Undefined where that has no limit. */
async function worstPriceOf(order: BoundOrder, journal: Pick<Journal, 'get' | 'aimedAtOrdersOf'>): Promise<Decimal | undefined> {
  const placed = await journal.get(order.intentId);
  const moves = (await journal.aimedAtOrdersOf(order.intentId)).filter(({ kind }) => kind === 'replace');
  const asked = [...(placed?.kind === 'place' || placed?.kind === 'replace' ? [placed] : []), ...moves];
  const prices = [order.price, ...asked.map(({ fingerprint }) => orderShapeOf(fingerprint).price)];
  if (prices.includes(undefined)) return undefined;
  const of = order.side === 'Buy' ? maxDecimal : minDecimal;
  return prices.reduce((worst, price = ZERO) => (worst === undefined ? price : of(worst, price)), undefined);
}
