import { ZERO } from '../base/decimal.ts';
import { type CancelCommand, orderLane } from '../model/command.ts';
import type { MoneyContext, MoneyRequest } from './moneyRequest.ts';

/** Canceling by id may be repeated. That the venue takes it is not final: the order may have been filled meanwhile. */
export function cancelRequest({ symbol, orderId }: CancelCommand, { client }: MoneyContext): MoneyRequest {
  const prepared = client.prepare('orders.cancel', { orderId });
  return {
    intent: {
      kind: 'cancel',
      lane: orderLane(symbol),
      fingerprint: `cancel ${orderId}`,
      exposure: ZERO,
      exposureCurrency: '',
      targetId: orderId,
    },
    prepared,
    send: async (options) => {
      // However long it waited for its turn: it takes risk away, and names one order.
      const { receivedAt } = await client.send(prepared, { ...options, maxAgeMs: undefined });
      return { outcome: { state: 'acknowledged', at: receivedAt, venueId: orderId }, report: { type: 'cancel-accepted', orderId } };
    },
  };
}
