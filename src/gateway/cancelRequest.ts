import { ZERO } from '../base/decimal.ts';
import { type CancelCommand, orderLane } from '../model/command.ts';
import type { MoneyContext, MoneyRequest } from './moneyRequest.ts';

/** A cancel by id may be repeated. An accepted cancel is not final, since the order may have been filled meanwhile. */
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
      // A cancel may wait any time for its turn, since it takes risk away and names one order.
      const { receivedAt } = await client.send(prepared, { ...options, maxAgeMs: undefined });
      return { outcome: { state: 'acknowledged', at: receivedAt, venueId: orderId }, report: { type: 'cancel-accepted', orderId } };
    },
  };
}
