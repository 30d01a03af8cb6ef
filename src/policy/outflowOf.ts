import { type Decimal, ZERO } from '../base/decimal.ts';
import type { Outflow, PolicyRequest } from './policyRequest.ts';

/** A payment that has left, as limits count it. */
export function outflowOf({ entry, ...request }: PolicyRequest): Outflow {
  return { ...request, entry: entry?.name };
}

/** Takes a payment and its fee off the balances. One that is not known stays unknown. */
export function takeOff(available: Record<string, Decimal>, { currency, amount, fee = ZERO }: PolicyRequest): void {
  const before = Object.hasOwn(available, currency) ? available[currency] : undefined;
  if (before !== undefined) available[currency] = before.minus(amount).minus(fee);
}
