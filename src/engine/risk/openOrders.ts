import { type RiskCheck, refused } from './riskCheck.ts';

/** No more than `maxOpenOrders` may be live at once, unknown ones included. */
export const openOrders: RiskCheck = (request, { limits, orders }) => {
  if (request.type !== 'order' || request.replaces !== undefined || limits.maxOpenOrders === undefined) return undefined;
  return orders.liveCount >= limits.maxOpenOrders
    ? refused('open-orders', () => `${orders.liveCount} orders are live, the limit is ${limits.maxOpenOrders}`)
    : undefined;
};
