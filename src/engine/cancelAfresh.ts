import type { EngineOrder } from './market.ts';

/** An order has been replaced. A cancel of before was of the order as it was, so one of what it has become need not wait for it. */
export function cancelAfresh(order: EngineOrder): void {
  if (order.isReplaceUnknown || order.isCancelAsked) order.isCanceling = false;
  if (!order.isCancelAsked) return;
  order.cancelTriedAt = -Infinity;
  order.cancelsFailed = 0;
}
