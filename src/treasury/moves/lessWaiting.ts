import { type Decimal, ZERO } from '../../base/decimal.ts';
import type { MoveKind } from '../../model/move.ts';
import type { LoggedOutflow } from '../../store/outflowLog.ts';
import { interfaceOf } from './interfaceOf.ts';

/** What is free of each currency for a kind of move, less what moves that wait will take of the same account. */
export function lessWaiting(
  free: ReadonlyMap<string, Decimal>,
  kind: MoveKind,
  logged: readonly LoggedOutflow[],
): ReadonlyMap<string, Decimal> {
  const left = new Map(free);
  for (const { kind: other, row, state } of logged) {
    if (state !== 'waiting' || interfaceOf(other) !== interfaceOf(kind)) continue;
    left.set(row.currency, (left.get(row.currency) ?? ZERO).minus(row.amount));
  }
  return left;
}
