import type { Fraction, Money } from './policy.ts';

/** Whether the first bound is no more than the second. No bound is more than any. False when the two can't be compared. */
export function isNoMore(a: Money | Fraction | undefined, b: Money | Fraction | undefined): boolean {
  if (b === undefined) return true;
  if (a === undefined) return false;
  if ('fraction' in a) return 'fraction' in b && a.fraction.lte(b.fraction);
  return !('fraction' in b) && a.currency === b.currency && a.amount.lte(b.amount);
}
