import type { Decimal } from '../base/decimal.ts';
import type { PolicyRequest } from './policyRequest.ts';

/** All that leaves with a payment: its amount, and a fee on top of it. Undefined when the fee is not known. */
export function leavingOf({ amount, fee, isFeeInside = false }: PolicyRequest): Decimal | undefined {
  return isFeeInside ? fee && amount : fee && amount.plus(fee);
}
