import { type RiskCheck, refused } from './riskCheck.ts';

/** An order may not meet one of our own, of whichever strategy. */
export const selfTrade: RiskCheck = (request, { orders }) => {
  if (request.type !== 'order') return undefined;
  for (const { order } of orders.liveEntries) {
    if (order.symbol !== request.symbol || order.side === request.side || order.intentId === request.replaces) continue;
    const meets =
      request.price === undefined || order.price === undefined
        ? true
        : request.side === 'Buy'
          ? request.price.gte(order.price)
          : request.price.lte(order.price);
    if (meets) {
      return refused(
        'self-trade',
        () =>
          `${request.side} at ${request.price ?? 'market'} would meet our own ${order.side} at ${order.price ?? 'market'} (${order.strategy})`,
      );
    }
  }
  return undefined;
};
