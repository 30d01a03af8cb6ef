import { Fault } from '../base/fault.ts';
import { type IntentKind, type IntentState, UNRESOLVED } from '../model/intent.ts';
import type { IntentOutcome } from '../model/journal.ts';

/** Where each state may go: forward only. What is known to be at the venue never moves again. */
const NEXT: Readonly<Record<IntentState, readonly IntentState[]>> = {
  sending: ['acknowledged', 'rejected', 'not-sent', 'unknown'],
  unknown: ['adopted', 'rejected', 'not-sent', 'quarantined'],
  quarantined: ['adopted', 'rejected', 'not-sent'],
  acknowledged: [],
  // What was taken for not done may turn up at the venue all the same.
  rejected: ['adopted'],
  'not-sent': ['adopted'],
  adopted: [],
};

/** The part of a journalled intent that decides how it may be settled. */
export interface SettledIntent {
  readonly id: string;
  readonly kind: IntentKind;
  readonly state: IntentState;
  readonly target_id: string | null;
}

export function isResolved(state: IntentState): boolean {
  return !UNRESOLVED.includes(state);
}

/** Refuses, with `internal`, an outcome that the intent's state or kind does not allow. */
export function assertSettlement(intent: SettledIntent, outcome: IntentOutcome): void {
  const refuse = (why: string): never => {
    throw new Fault('internal', `intent ${intent.id} (${intent.kind}) can't be settled as ${outcome.state}: ${why}`);
  };
  if (!NEXT[intent.state].includes(outcome.state)) refuse(`it is ${intent.state}`);
  const binds = outcome.state === 'acknowledged' || outcome.state === 'adopted';
  const { order, venueId, replaced } = outcome;
  if (!binds && (order !== undefined || venueId !== undefined)) refuse('only an acknowledged or adopted intent is bound to an id');
  if (binds && order === undefined && (intent.kind === 'place' || intent.kind === 'replace'))
    refuse('the order that it is bound to is missing');
  if (order !== undefined && intent.kind !== 'place' && intent.kind !== 'replace') refuse('it places no order');
  // A replaced order goes on under the intent that opened it.
  if (order !== undefined && intent.kind === 'place' && order.intentId !== intent.id)
    refuse(`its order ${order.orderId} names intent ${order.intentId}`);
  if (order !== undefined && venueId !== undefined && venueId !== order.orderId)
    refuse(`it is given two ids, ${venueId} and ${order.orderId}`);
  if (replaced !== undefined && intent.kind !== 'replace') refuse(`it can't have replaced order ${replaced}`);
  if (replaced !== undefined && replaced !== intent.target_id) refuse(`it was to replace order ${intent.target_id}, not ${replaced}`);
}
