import type { TransferKind } from './transferKinds.ts';
import { nameOf, type Outgoing, transferOf } from './transferRequest.ts';

/** It reads, and whoever has what it answers takes the money. */
const REFUND_LINK = 'processing.paymentIntents.refundLink';

/** A request that is only looked at. */
type Looked = Omit<Outgoing, 'send'>;

/**
 * Whether a request takes money out of the account, prepares that, or decides what becomes of money that was received. A request for a
 * payment does none of it, nor does an order. What the contract does not have may do anything, so it does.
 */
export function takesMoneyOut(request: Looked): boolean {
  if (nameOf(outgoing(request)) === REFUND_LINK) return true;
  const kind = kindOf(request);
  return kind !== undefined && kind.asks !== true && kind.trades !== true;
}

/** Whether a request places or replaces an order, past every check of ours. A conversion takes money out of a currency, so it is the policy's. */
export function trades(request: Looked): boolean {
  return kindOf(request)?.trades === true;
}

function kindOf(request: Looked): TransferKind | undefined {
  return transferOf(outgoing(request))?.kind;
}

function outgoing(request: Looked): Outgoing {
  return { ...request, send: () => Promise.reject(new Error('it is only looked at')) };
}
