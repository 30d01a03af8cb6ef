import { type Decimal, ZERO } from '../../base/decimal.ts';
import type { MoveKind, RowState } from '../../model/move.ts';
import type { LoggedOutflow } from '../../store/outflowLog.ts';
import { interfaceOf } from './interfaceOf.ts';

/** In the balance that the venue shows it may still be, and it may leave. Of what nobody knows, the worst is taken. */
const MAY_STILL_LEAVE: ReadonlySet<RowState> = new Set(['waiting', 'sending', 'unknown']);

/** What is free of each currency for a kind of move, less what other moves will take of the same account or may have taken, with their fees. */
export function lessWaiting(
  free: ReadonlyMap<string, Decimal>,
  kind: MoveKind,
  logged: readonly LoggedOutflow[],
): ReadonlyMap<string, Decimal> {
  const left = new Map(free);
  for (const { kind: other, row, state, fee = ZERO } of logged) {
    if (!MAY_STILL_LEAVE.has(state) || interfaceOf(other) !== interfaceOf(kind)) continue;
    left.set(row.currency, (left.get(row.currency) ?? ZERO).minus(row.amount).minus(fee));
  }
  return left;
}
