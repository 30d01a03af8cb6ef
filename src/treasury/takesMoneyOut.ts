import type { TransferKind } from './transferKinds.ts';
import { nameOf, type Outgoing, transferOf } from './transferRequest.ts';

/** It reads, and whoever has what it answers takes the money. */
const REFUND_LINK = 'processing.paymentIntents.refundLink';

/**
 * Whether a request takes money out of the account, prepares that, or decides what becomes of money that was received. A request for a
 * payment does none of it. What the contract does not have may do anything, so it does.
 */
export function takesMoneyOut(given: Omit<Outgoing, 'send'>): boolean {
  const request: Outgoing = { ...given, send: () => Promise.reject(new Error('it is only looked at')) };
  if (nameOf(request) === REFUND_LINK) return true;
  const kind: TransferKind | undefined = transferOf(request)?.kind;
  return kind !== undefined && kind.asks !== true;
}
