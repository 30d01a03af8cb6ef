import { type Decimal, ZERO } from '../../base/decimal.ts';
import type { MoveKind } from '../../model/move.ts';
import type { LoggedOutflow } from '../../store/outflowLog.ts';
import { interfaceOf } from './interfaceOf.ts';

/**
 * What is free of each currency for a kind of move, less what other moves will take of the same account, with fees on top. Where nobody
 * knows whether the venue has taken a payment, the balance may be less by it already or not yet: `least` takes it off, and `most` does not.
 */
export function lessWaiting(
  free: ReadonlyMap<string, Decimal>,
  kind: MoveKind,
  logged: readonly LoggedOutflow[],
  worst: 'least' | 'most' = 'least',
): ReadonlyMap<string, Decimal> {
  const left = new Map(free);
  for (const one of logged) {
    const { row, state } = one;
    const counts = state === 'waiting' || (worst === 'least' && mayStillLeave(one));
    if (!counts || interfaceOf(one.kind) !== interfaceOf(kind)) continue;
    left.set(row.currency, (left.get(row.currency) ?? ZERO).minus(row.amount).minus(feeOnTop(one)));
  }
  return left;
}

/** What has an id of the venue is out of the balance that it shows, whatever it is. */
function mayStillLeave({ state, venueId }: LoggedOutflow): boolean {
  return state === 'sending' || (state === 'unknown' && venueId === undefined);
}

/** The fee of a payout or of a refund is a part of what leaves, and so is that of a withdrawal that says so. */
function feeOnTop({ kind, row: { feeMode }, fee = ZERO }: LoggedOutflow): Decimal {
  return interfaceOf(kind) === 'exchange' && feeMode !== 'gross' ? fee : ZERO;
}
