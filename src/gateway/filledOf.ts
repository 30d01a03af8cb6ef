import { type Decimal, ZERO } from '../base/decimal.ts';
import type { FillLog } from '../model/journal.ts';

/** How much of an order the fill log has, by the venue's id. */
export async function filledOf(fillLog: FillLog, orderId: string): Promise<Decimal> {
  const logged = await fillLog.fills({ orderId });
  return logged.reduce((sum, { fill }) => sum.plus(fill.amount), ZERO);
}
