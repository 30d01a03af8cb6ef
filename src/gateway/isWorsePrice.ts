import { type Decimal, dec } from '../base/decimal.ts';
import type { Side } from '../model/grid.ts';

/** Whether an execution has a worse price than its order has asked for. One that the venue has rounded may be worse by half of its last decimal. */
export function isWorsePrice(side: Side, price: Decimal | undefined, limit: Decimal | undefined): boolean {
  if (price === undefined || limit === undefined) return false;
  const beyond = side === 'Buy' ? price.minus(limit) : limit.minus(price);
  return beyond.gt(dec(10).pow(-price.decimalPlaces()).div(2));
}
