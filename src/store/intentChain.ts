import type { BoundOrder, IntentChain } from '../model/journal.ts';
import { findConversion } from './conversionLog.ts';
import type { Database } from './database.ts';
import { createFillLog } from './fillLog.ts';
import { type IntentRow, intentOf } from './intentRow.ts';
import { findOrder, ordersOfIntent } from './orderBinding.ts';

/** The whole story behind the id of an intent, an order, a fill or a conversion. */
export async function chainOf(database: Database, id: string): Promise<IntentChain | undefined> {
  const first = await intentRow(database, await openingIntent(database, id));
  if (first === undefined) return undefined;
  const orders = await ordersOfIntent(database, first.id);
  const fillLog = createFillLog(database);
  const fills = await Promise.all(orders.map(async ({ orderId }) => (await fillLog.fills({ orderId })).toReversed()));
  const conversion = first.kind === 'convert' && first.venue_id !== null ? await findConversion(database, first.venue_id) : undefined;
  return { intents: [first, ...(await later(database, first, orders))].map(intentOf), orders, fills: fills.flat(), conversion };
}

/** The id of the intent that opened the order or made the conversion. */
async function openingIntent(database: Database, id: string): Promise<string | undefined> {
  const intent = await intentRow(database, id);
  // A replacement or cancel of an order that nobody here opened stands alone.
  if (intent !== undefined) return (intent.target_id === null ? undefined : await intentOfOrder(database, intent.target_id)) ?? intent.id;
  const fill = await database.get<{ order_id: string }>('SELECT order_id FROM fill WHERE id = ?', id);
  return (await intentOfOrder(database, fill?.order_id ?? id)) ?? (await findConversion(database, id))?.intentId;
}

async function intentOfOrder(database: Database, orderId: string): Promise<string | undefined> {
  return (await findOrder(database, orderId))?.intentId;
}

async function intentRow(database: Database, id: string | undefined): Promise<IntentRow | undefined> {
  return id === undefined ? undefined : database.get<IntentRow>('SELECT * FROM intent WHERE id = ?', id);
}

/** Replacements and cancels, however long the order has been closed, and though our clock was put back between two lives. Oldest first. */
async function later(database: Database, first: IntentRow, orders: readonly BoundOrder[]): Promise<readonly IntentRow[]> {
  const targets = orders.map(({ orderId }) => orderId);
  if (targets.length === 0) return [];
  const marks = targets.map(() => '?').join(', ');
  const sql = `SELECT * FROM intent WHERE target_id IN (${marks}) AND id <> ? ORDER BY begun_epoch, created_at, id`;
  return database.all<IntentRow>(sql, ...targets, first.id);
}
