import type { Decimal } from '../base/decimal.ts';
import type { OutflowSums } from './outflowSums.ts';
import type { Bounds, Money, Policy } from './policy.ts';
import type { PolicyRequest } from './policyRequest.ts';

/** Whether one part of a rule's `if` holds, and how a person is told. */
export interface Finding {
  readonly holds: boolean;
  readonly say: () => string;
}

/** All that the parts of a rule look at. */
export interface Situation {
  readonly policy: Policy;
  readonly request: PolicyRequest;
  readonly sums: OutflowSums;
  readonly available: Decimal | undefined;
  /** What an amount is worth in a currency: itself in its own. Undefined when no price is known. */
  readonly valueOf: (amount: Decimal, currency: string, into: string) => Decimal | undefined;
}

/** Something that is compared with bounds. `valueIn` is undefined when it is not known. */
export interface Measured {
  readonly what: string;
  /** Why it may not be known. */
  readonly unknown: string;
  readonly valueIn: (currency: string) => Decimal | undefined;
}

/**
 * One finding for each bound. What is not known counts as too much: it is not at most anything, and it is above everything.
 */
export function boundFindings({ what, unknown, valueIn }: Measured, { atMost, above }: Bounds<Money>): Finding[] {
  const finding = (bound: Money, holds: (value: Decimal) => boolean, isAbove: boolean): Finding => {
    const value = valueIn(bound.currency);
    const known = value === undefined ? isAbove : holds(value);
    return {
      holds: known,
      say: () => {
        if (value === undefined) return `${what}: ${unknown}, so it counts as above ${moneyText(bound)}`;
        const shown = moneyText({ amount: value, currency: bound.currency });
        return `${what} is ${shown}, ${value.lte(bound.amount) ? 'at most' : 'above'} ${moneyText(bound)}`;
      },
    };
  };
  return [
    ...(atMost === undefined ? [] : [finding(atMost, (value) => value.lte(atMost.amount), false)]),
    ...(above === undefined ? [] : [finding(above, (value) => value.gt(above.amount), true)]),
  ];
}

export function moneyText({ amount, currency }: Money): string {
  return `${amount.toFixed()} ${currency}`;
}
