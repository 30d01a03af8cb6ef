import { type Decimal, ZERO } from '../base/decimal.ts';
import type { Instant } from '../base/instant.ts';
import type { Balance } from '../model/balance.ts';
import type { LedgerSums } from '../model/ledger.ts';
import { possibleCause, type PossibleMove } from './possibleMoves.ts';

/** One currency: what the ledger says that the account has, and what the venue says. */
export interface BalanceLine {
  readonly currency: string;
  readonly ledger: Decimal;
  readonly venue: Decimal;
  /** The venue's balance less the ledger's. */
  readonly difference: Decimal;
  /** So much of it may come of average prices that the venue has rounded. */
  readonly tolerance: Decimal;
  readonly isExplained: boolean;
  /** What it may come of, when nothing else explains it: then it counts as explained for the time being. */
  readonly possibly: string | undefined;
  /** Until when what was done is in the ledger's opening balance. */
  readonly beganAt: Instant | undefined;
}

/**
 * Compares every currency that either side knows. `leaving` is what of each is on its way out: some venues take it from the
 * balance when a withdrawal is asked for, and others when it has left. Both are right. `possible` is what may have left, and nobody
 * knows.
 */
export function balanceLines(
  { sums, rounding, beganAt: beginnings }: LedgerSums,
  balances: readonly Balance[],
  leaving: ReadonlyMap<string, Decimal>,
  possible: readonly PossibleMove[],
): readonly BalanceLine[] {
  const totals = new Map(balances.map(({ currency, total }) => [currency, total]));
  const booked = new Map<string, Decimal>();
  for (const { currency, amount } of sums) booked.set(currency, amount.plus(booked.get(currency) ?? ZERO));
  return [...new Set([...totals.keys(), ...booked.keys()])].toSorted().map((currency) => {
    const ledger = booked.get(currency) ?? ZERO;
    const venue = totals.get(currency) ?? ZERO;
    const difference = venue.minus(ledger);
    const tolerance = rounding[currency] ?? ZERO;
    const whenLeft = difference.plus(leaving.get(currency) ?? ZERO);
    const isKnown = [difference, whenLeft].some((rest) => rest.abs().lte(tolerance));
    const cause = (rest: Decimal): string | undefined => possibleCause(currency, rest.negated(), tolerance, possible);
    const possibly = isKnown ? undefined : (cause(difference) ?? cause(whenLeft));
    const beganAt = beginnings.get(currency);
    return { currency, ledger, venue, difference, tolerance, isExplained: isKnown || possibly !== undefined, possibly, beganAt };
  });
}
