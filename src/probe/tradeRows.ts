import { counted } from '../base/counted.ts';
import { meaningOf, type TradeRow } from '../gateway/fillRows.ts';

/** Status words of the document (000 Other statuses). */
const STATUSES = ['Executed', 'Canceled', 'PartiallyExecuted'];

/**
 * What a row of `trades` is, as far as the list shows it. `bookings` says how many executions were booked of an order: more than one from a single row
 * means that the row has grown. Undefined where no order was executed more than once.
 */
export function tradeRowsText(rows: readonly TradeRow[], bookings: (orderId: string) => number): string | undefined {
  const counts = new Map<string, number>();
  for (const row of rows) if (meaningOf(row) === 'execution') counts.set(row.id, (counts.get(row.id) ?? 0) + 1);
  const several = [...counts].filter(([, count]) => count > 1);
  if (several.length > 0) return `one row for each execution: ${counted(several.length, 'order')} with several rows`;
  const grown = [...counts.keys()].filter((id) => bookings(id) > 1);
  return grown.length > 0 ? `one row for each order, which grows: ${counted(grown.length, 'order')} booked in several parts` : undefined;
}

/** Statuses that the document does not list. */
export function strangeStatuses(rows: readonly TradeRow[]): readonly string[] {
  return [...new Set(rows.map(({ status }) => status))].filter((status) => !STATUSES.includes(status));
}
