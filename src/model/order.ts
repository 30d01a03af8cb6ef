import { assert } from '../base/assert.ts';
import { type Decimal, maxDecimal } from '../base/decimal.ts';
import type { Instant } from '../base/instant.ts';
import type { Side } from './grid.ts';

export type OrderType = 'Limit' | 'Market';

/**
 * The life of one of our orders, as far as we know it. It only moves forward:
 *
 *     pending -> unknown -> open -> closed
 *
 * `pending`: the command is on its way. `unknown`: nobody can say whether the venue has it. `open`: the venue has it and
 * its id is bound. `closed`: nothing more can happen, for the reason in `closedBy`.
 */
export type OrderState = 'pending' | 'unknown' | 'open' | 'closed';

/** Why an order is closed. With the last three the order never reached the book. */
export type OrderEnd = 'filled' | 'canceled' | 'refused' | 'not-sent' | 'not-placed';

const RANK: Readonly<Record<OrderState, number>> = { pending: 0, unknown: 1, open: 2, closed: 3 };

export interface Order {
  readonly intentId: string;
  readonly strategy: string;
  readonly symbol: string;
  readonly side: Side;
  readonly type: OrderType;
  /** Absent for a market order. A replacement changes it. */
  readonly price: Decimal | undefined;
  /** The whole amount to buy or sell, including what is filled. A replacement changes it. */
  readonly amount: Decimal;
  readonly filled: Decimal;
  readonly state: OrderState;
  readonly closedBy: OrderEnd | undefined;
  /** The venue's id. It is bound once, and only a replacement changes it. */
  readonly orderId: string | undefined;
  readonly placedAt: Instant;
  readonly updatedAt: Instant;
  /** A cancel is on its way. */
  readonly canceling: boolean;
  /** The intent of a replacement that is on its way. */
  readonly replacing: string | undefined;
  readonly tag: string | undefined;
}

/** A change to an order. What it leaves out stays as it is. */
export type OrderNews = Partial<
  Pick<Order, 'price' | 'amount' | 'filled' | 'state' | 'closedBy' | 'orderId' | 'updatedAt' | 'canceling' | 'replacing'>
>;

/** Whether an order may move from one state to another. It only moves forward, and never out of `closed`. */
export function mayMove(from: OrderState, to: OrderState): boolean {
  return RANK[to] > RANK[from];
}

/**
 * The order in its next state, or unchanged when the news is late: a late "opened" does not reopen a closed order. The filled
 * amount never falls and never exceeds the amount, a bound id is never lost, and the reason why an order was closed never
 * changes.
 */
export function advanceOrder(order: Order, next: OrderNews): Order {
  const state = next.state ?? order.state;
  const moved = (state === order.state && state !== 'closed') || mayMove(order.state, state);
  const filled = next.filled !== undefined && next.filled.gt(order.filled) ? next.filled : order.filled;
  if (!moved) return filled === order.filled ? order : { ...order, filled, amount: maxDecimal(order.amount, filled) };
  const isSame = next.amount === undefined && filled === order.filled;
  const amount = isSame ? order.amount : maxDecimal(next.amount ?? order.amount, filled);
  const closedBy = order.closedBy ?? next.closedBy;
  assert((state === 'closed') === (closedBy !== undefined), 'a closed order says why it closed, and no other does');
  // The members are spelled out, so that all orders have the same shape and are cheap to make.
  return {
    intentId: order.intentId,
    strategy: order.strategy,
    symbol: order.symbol,
    side: order.side,
    type: order.type,
    price: 'price' in next ? next.price : order.price,
    amount,
    filled,
    state,
    closedBy,
    orderId: next.orderId ?? order.orderId,
    placedAt: order.placedAt,
    updatedAt: next.updatedAt ?? order.updatedAt,
    canceling: next.canceling ?? order.canceling,
    replacing: 'replacing' in next ? next.replacing : order.replacing,
    tag: order.tag,
  };
}

export function remainingOf(order: Order): Decimal {
  return order.amount.minus(order.filled);
}

/** Whether the order may still add risk: it is open, or nobody can say that it isn't. */
export function isLive(order: Order): boolean {
  return order.state !== 'closed';
}
