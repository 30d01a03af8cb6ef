import { Fault } from '../base/fault.ts';
import type { ExecutionVerdict } from '../model/verdict.ts';
import { type OrderTrouble, OVERBOOKED } from './orderTroubles.ts';

/** What a person's word on the executions of an order settles. Throws a `Fault` where it settles nothing. */
export function assertSettles(orderId: string, verdict: ExecutionVerdict, trouble: OrderTrouble | undefined): OrderTrouble {
  if (trouble === undefined) {
    throw new Fault('refused', `nothing is wrong with the executions of order ${orderId}`, {
      outcome: 'rejected',
      suggestion: '`sluice status` names the orders whose lanes are shut for that',
    });
  }
  if (verdict === 'as-listed' && trouble.cause !== OVERBOOKED) {
    throw new Fault(
      'refused',
      `less than is booked of order ${orderId} is listed, or another price, and what is booked is never taken back`,
      {
        outcome: 'rejected',
        suggestion: `\`sluice orders settle ${orderId} --as-booked\`, then \`sluice ledger adjust\` for what the balances differ by`,
      },
    );
  }
  return trouble;
}
