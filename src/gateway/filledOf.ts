import { type Decimal, ZERO } from '../base/decimal.ts';
import type { FillLog } from '../model/journal.ts';

/** What the log has of an order, by the id that the venue gives it. */
export async function filledOf(fillLog: FillLog, orderId: string): Promise<Decimal> {
  const logged = await fillLog.fills({ orderId });
  return logged.reduce((sum, { fill }) => sum.plus(fill.amount), ZERO);
}
