import type { Decimal } from '../base/decimal.ts';
import { leavingOf } from './leavingOf.ts';
import type { Outflow, PolicyRequest } from './policyRequest.ts';

/** A payment that has left, as limits count it. */
export function outflowOf({ entry, ...request }: PolicyRequest): Outflow {
  return { ...request, entry: entry?.name };
}

/** Takes a payment and a fee on top of it off the balances. One that is not known stays unknown. */
export function takeOff(available: Record<string, Decimal>, request: PolicyRequest): void {
  const { currency, amount } = request;
  const before = Object.hasOwn(available, currency) ? available[currency] : undefined;
  if (before !== undefined) available[currency] = before.minus(leavingOf(request) ?? amount);
}
