import type { TransferKind } from './transferKinds.ts';
import { type Outgoing, transferOf } from './transferRequest.ts';

/**
 * Whether a request takes money out of the account, prepares that, or decides what becomes of money that was received. A request for a
 * payment does none of it. What the contract does not have may do anything, so it does.
 */
export function takesMoneyOut(request: Omit<Outgoing, 'send'>): boolean {
  const kind: TransferKind | undefined = transferOf({ ...request, send: () => Promise.reject(new Error('it is only looked at')) })?.kind;
  return kind !== undefined && kind.asks !== true;
}
