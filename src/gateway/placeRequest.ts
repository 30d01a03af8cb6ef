import { ZERO } from '../base/decimal.ts';
import { orderLane, type PlaceCommand } from '../model/command.ts';
import { currenciesOf } from '../model/pair.ts';
import { assertEcho, placeEchoProblem } from './echo.ts';
import { orderFingerprint } from './fingerprint.ts';
import type { MoneyContext, MoneyRequest } from './moneyRequest.ts';

/** A new order. It is acknowledged when the answer is about it and brings an id that was never seen before. */
export function placeRequest(command: PlaceCommand, { client, journal }: MoneyContext): MoneyRequest {
  const { intentId, strategy, symbol, side, orderType: type, amount, price, tag, reference } = command;
  const { base = '', quote = '' } = currenciesOf(symbol) ?? {};
  const prepared = client.prepare('orders.place', { symbol, type, side, amount, price });
  return {
    intent: {
      kind: 'place',
      lane: orderLane(symbol),
      fingerprint: orderFingerprint({ symbol, side, type, amount, price }),
      exposure: side === 'Sell' ? amount : (price ?? ZERO).times(amount),
      exposureCurrency: side === 'Sell' ? base : quote,
      targetId: undefined,
      ...(reference !== undefined && { references: [reference] }),
    },
    prepared,
    send: async (options) => {
      const { reply, receivedAt } = await client.send(prepared, options);
      assertEcho(placeEchoProblem(command, reply));
      const orderId = reply.id;
      if ((await journal.order(orderId)) !== undefined) assertEcho(`order id ${orderId} belongs to another order`);
      const openedAt = reply.openTime ?? receivedAt;
      const order = { orderId, intentId, strategy, symbol, side, type, price, amount, openedAt, closedAt: undefined, end: undefined, tag };
      return {
        outcome: { state: 'acknowledged', at: receivedAt, venueId: orderId, order },
        report: { type: 'order-opened', intentId, orderId, amount, price, adopted: false },
      };
    },
  };
}
