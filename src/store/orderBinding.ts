import { Fault } from '../base/fault.ts';
import type { Instant } from '../base/instant.ts';
import type { Side } from '../model/grid.ts';
import type { BoundOrder, IntentOutcome } from '../model/journal.ts';
import type { OrderEnd, OrderType } from '../model/order.ts';
import { decimalOf, decimalText, optionalDecimalText } from './decimalText.ts';
import type { Session, SqlValue } from './connection.ts';

interface OrderRow {
  readonly order_id: string;
  readonly intent_id: string;
  readonly strategy: string;
  readonly symbol: string;
  readonly side: Side;
  readonly type: OrderType;
  readonly price: string | null;
  readonly amount: string;
  readonly opened_at: Instant;
  readonly closed_at: Instant | null;
  readonly ended_by: OrderEnd | null;
  readonly tag: string | null;
}

const COLUMNS = 'order_id, intent_id, strategy, symbol, side, type, price, amount, opened_at, closed_at, ended_by, tag';

/** Writes what an outcome says of orders: the one that was replaced ends, the one that is bound gets its row and its fills. */
export async function bindOrder(session: Session, outcome: IntentOutcome): Promise<void> {
  const { order, extras = [], replaced } = outcome;
  const idKept = order !== undefined && order.orderId === replaced;
  if (replaced !== undefined && !idKept) await endOrder(session, replaced, 'canceled', outcome.at);
  if (order === undefined) return;
  if (idKept) await rebind(session, order);
  else await bind(session, order);
  for (const extra of extras) await bind(session, extra);
  for (const bound of [order, ...extras]) await ownFills(session, bound);
}

/** Binds an order that the venue has made beside the one that was asked for. */
export async function bindExtra(session: Session, order: BoundOrder): Promise<void> {
  if ((await findOrder(session, order.orderId))?.intentId === order.intentId) return;
  await bind(session, order);
  await ownFills(session, order);
}

/** Fills of an order may have been seen before anybody knew whose they were. */
async function ownFills(session: Session, { orderId, intentId, strategy, tag }: BoundOrder): Promise<void> {
  const sql = 'UPDATE fill SET intent_id = ?, strategy = ?, tag = ? WHERE order_id = ? AND intent_id IS NULL';
  await session.run(sql, intentId, strategy, tag ?? null, orderId);
}

/** Closes an order that is open; one that is closed keeps the end that it has. */
export async function endOrder(session: Session, orderId: string, end: OrderEnd, at: Instant): Promise<boolean> {
  const sql = 'UPDATE venue_order SET closed_at = ?, ended_by = ? WHERE order_id = ? AND closed_at IS NULL';
  return (await session.run(sql, at, end, orderId)) === 1;
}

export async function openOrders(session: Session): Promise<readonly BoundOrder[]> {
  const sql = `SELECT ${COLUMNS} FROM venue_order WHERE closed_at IS NULL ORDER BY opened_at, order_id`;
  return (await session.all<OrderRow>(sql)).map(orderOf);
}

export async function findOrder(session: Session, orderId: string): Promise<BoundOrder | undefined> {
  const row = await session.get<OrderRow>(`SELECT ${COLUMNS} FROM venue_order WHERE order_id = ?`, orderId);
  return row === undefined ? undefined : orderOf(row);
}

/** The orders that one intent opened; a replaced order goes on under the intent that opened it. Oldest first. */
export async function ordersOfIntent(session: Session, intentId: string): Promise<readonly BoundOrder[]> {
  const sql = `SELECT ${COLUMNS} FROM venue_order WHERE intent_id = ? ORDER BY opened_at, order_id`;
  return (await session.all<OrderRow>(sql, intentId)).map(orderOf);
}

async function bind(session: Session, order: BoundOrder): Promise<void> {
  const known = await findOrder(session, order.orderId);
  if (known !== undefined) {
    throw new Fault('store', `order ${order.orderId} is bound to intent ${known.intentId}; intent ${order.intentId} can't have it too`);
  }
  await session.run(`INSERT INTO venue_order(${COLUMNS}) VALUES (${marks(12)})`, ...valuesOf(order));
}

/** A venue that keeps the id of a replaced order: the row moves on. If it was closed meanwhile, it stays closed. */
async function rebind(session: Session, order: BoundOrder): Promise<void> {
  await session.run(
    `INSERT INTO venue_order(${COLUMNS}) VALUES (${marks(12)})
     ON CONFLICT(order_id) DO UPDATE SET intent_id = excluded.intent_id, strategy = excluded.strategy, symbol = excluded.symbol,
       side = excluded.side, type = excluded.type, price = excluded.price, amount = excluded.amount,
       opened_at = excluded.opened_at, tag = excluded.tag,
       closed_at = coalesce(venue_order.closed_at, excluded.closed_at),
       ended_by = coalesce(venue_order.ended_by, excluded.ended_by)`,
    ...valuesOf(order),
  );
}

function valuesOf(order: BoundOrder): readonly SqlValue[] {
  return [
    order.orderId,
    order.intentId,
    order.strategy,
    order.symbol,
    order.side,
    order.type,
    optionalDecimalText(order.price, 'price'),
    decimalText(order.amount, 'amount'),
    order.openedAt,
    order.closedAt ?? null,
    order.end ?? null,
    order.tag ?? null,
  ];
}

function orderOf(row: OrderRow): BoundOrder {
  return {
    orderId: row.order_id,
    intentId: row.intent_id,
    strategy: row.strategy,
    symbol: row.symbol,
    side: row.side,
    type: row.type,
    price: row.price === null ? undefined : decimalOf(row.price, `price of order ${row.order_id}`),
    amount: decimalOf(row.amount, `amount of order ${row.order_id}`),
    openedAt: row.opened_at,
    closedAt: row.closed_at ?? undefined,
    end: row.ended_by ?? undefined,
    tag: row.tag ?? undefined,
  };
}

function marks(count: number): string {
  return Array.from({ length: count }, () => '?').join(', ');
}
