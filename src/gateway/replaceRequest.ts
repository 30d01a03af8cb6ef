import type { Decimal } from '../base/decimal.ts';
import { orderLane, type ReplaceCommand } from '../model/command.ts';
import type { FillLog } from '../model/journal.ts';
import { currenciesOf } from '../model/pair.ts';
import { assertEcho, replaceEchoProblem } from './echo.ts';
import { filledOf } from './filledOf.ts';
import { orderFingerprint } from './fingerprint.ts';
import type { MoneyContext, MoneyRequest } from './moneyRequest.ts';

/**
 * Another price and amount for an open order. The venue may keep its id or give a new one, and may take `amount` for what is
 * to be open or for that and what is filled already: the answer's own `amount` is what is open now (000 Order).
 */
export function replaceRequest(command: ReplaceCommand, { client, journal, fillLog }: MoneyContext): MoneyRequest {
  const { intentId, strategy, symbol, side, orderId, amount, price } = command;
  const { base = '', quote = '' } = currenciesOf(symbol) ?? {};
  const prepared = client.prepare('orders.replace', { orderId, amount, price });
  return {
    intent: {
      kind: 'replace',
      lane: orderLane(symbol),
      fingerprint: orderFingerprint({ symbol, side, type: 'Limit', amount, price }),
      exposure: side === 'Sell' ? amount : price.times(amount),
      exposureCurrency: side === 'Sell' ? base : quote,
      targetId: orderId,
    },
    prepared,
    send: async (options) => {
      const { reply, receivedAt } = await client.send(prepared, options);
      assertEcho(replaceEchoProblem(command, reply));
      if (reply.id !== orderId && (await journal.order(reply.id)) !== undefined)
        assertEcho(`order id ${reply.id} belongs to another order`);
      const before = await journal.order(orderId);
      const replacedAt = reply.updatedOn ?? receivedAt;
      const order = {
        orderId: reply.id,
        // The order goes on under the intent that opened it.
        intentId: before?.intentId ?? intentId,
        strategy,
        symbol,
        side,
        type: 'Limit' as const,
        price,
        amount: await totalOf(fillLog, command, reply),
        openedAt: before?.openedAt ?? replacedAt,
        closedAt: undefined,
        end: undefined,
        tag: before?.tag,
      };
      return {
        outcome: { state: 'acknowledged', at: receivedAt, venueId: reply.id, order, replaced: orderId },
        report: {
          type: 'order-replaced',
          intentId,
          orderId,
          newOrderId: reply.id,
          price,
          amount: reply.amount,
          replacedAt,
          isFinal: false,
        },
      };
    },
  };
}

/**
 * All that the order can come to under this id, so that it is never taken for filled too early. What was filled before is part
 * of it where the venue keeps the id.
 */
async function totalOf(
  fillLog: FillLog,
  { orderId, amount }: ReplaceCommand,
  reply: { readonly id: string; readonly amount: Decimal },
): Promise<Decimal> {
  if (reply.id !== orderId) return amount;
  const filled = await filledOf(fillLog, orderId);
  const countsAll = filled.gt(0) && reply.amount.eq(amount.minus(filled));
  return countsAll ? amount : filled.plus(amount);
}
