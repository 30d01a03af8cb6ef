import type { TransferKind } from './transferKinds.ts';
import { type Outgoing, transferOf } from './transferRequest.ts';

/**
 * Whether a request takes money out of the account, or decides what becomes of money that was received. A draft of a batch and a
 * request for a payment do neither. What the contract does not have may do anything, so it does.
 */
export function takesMoneyOut(request: Omit<Outgoing, 'send'>): boolean {
  const kind: TransferKind | undefined = transferOf({ ...request, send: () => Promise.reject(new Error('it is only looked at')) })?.kind;
  return kind !== undefined && kind.harmless === undefined && kind.asks !== true;
}
