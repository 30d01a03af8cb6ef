import { type Instant, isoOf } from '../base/instant.ts';
import type { EventLine } from '../model/eventLine.ts';
import type { Fill } from '../model/fill.ts';
import type { Order } from '../model/order.ts';
import type { EventRow, FillLine, OrderRow } from './contract/controlReplies.ts';

export function orderRow(order: Order, now: Instant): OrderRow {
  const { placedAt, updatedAt } = order;
  return { ...order, placedAt: isoOf(placedAt), updatedAt: isoOf(updatedAt), ageMs: Math.max(0, now - placedAt) };
}

export function fillLine(fill: Fill): FillLine {
  const { id, orderId, symbol, side, type, price, amount, fee, feeCurrency, feeType, tradedAt, receivedAt, strategy, intentId, tag } = fill;
  const times = { tradedAt: isoOf(tradedAt), receivedAt: isoOf(receivedAt) };
  return { id, orderId, symbol, side, type, price, amount, fee, feeCurrency, feeType, ...times, strategy, intentId, tag };
}

export function eventRow(line: EventLine): EventRow {
  return { ...line, at: isoOf(line.at) };
}
