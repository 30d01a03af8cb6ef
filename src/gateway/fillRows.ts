import type { Reply } from '../contract/operation.ts';
import type { exchange } from '../contract/exchange.ts';
import { ZERO } from '../base/decimal.ts';
import { type Instant, isoOf } from '../base/instant.ts';
import type { Fill } from '../model/fill.ts';
import type { BoundOrder } from '../model/journal.ts';

export type TradeRow = Reply<(typeof exchange)['trades.list']>['items'][number];

/** What a row of the trades list is to us (000 Closed order / trade record). */
export type TradeMeaning = 'execution' | 'cancellation' | 'unknown-status' | 'incomplete';

/** Only executions are booked. A status that the specification does not list is never guessed at. */
export function meaningOf(row: TradeRow): TradeMeaning {
  switch (row.status) {
    case 'Executed':
    case 'PartiallyExecuted':
      if (row.amount.isZero()) return 'cancellation';
      return row.price === undefined || row.tradeDate === undefined ? 'incomplete' : 'execution';
    case 'Canceled':
      return 'cancellation';
    default:
      return 'unknown-status';
  }
}

/**
 * Gives each row a key that is the same however often it is read. The venue's rows have the order's id and none of their
 * own, so rows that are alike to the last digit are counted: they carry one time, and are always read together.
 */
export function keyedRows(rows: readonly TradeRow[]): { readonly key: string; readonly row: TradeRow }[] {
  const seen = new Map<string, number>();
  return rows.map((row) => {
    const alike = [row.id, timeOf(row) ?? '', row.price?.toFixed() ?? '', row.amount.toFixed(), row.fee?.toFixed() ?? '', row.status].join(
      '|',
    );
    const ordinal = seen.get(alike) ?? 0;
    seen.set(alike, ordinal + 1);
    return {
      key: `${row.id}:${isoOf(row.tradeDate ?? 0)}:${row.price?.toFixed() ?? ''}:${row.amount.toFixed()}:${row.fee?.toFixed() ?? ''}:${row.status}#${ordinal}`,
      row,
    };
  });
}

export function timeOf(row: TradeRow): Instant | undefined {
  return row.tradeDate ?? row.openTime;
}

/** A row that is an execution, as a fill of the order that it belongs to. */
export function fillOf(key: string, row: TradeRow, order: BoundOrder | undefined, receivedAt: Instant): Fill {
  return {
    id: key,
    orderId: row.id,
    symbol: row.symbol,
    side: row.side,
    type: row.type,
    price: row.price ?? ZERO,
    amount: row.amount,
    fee: row.fee ?? ZERO,
    feeCurrency: row.feeCurrency ?? '',
    feeType: row.feeType ?? '',
    openedAt: row.openTime ?? 0,
    tradedAt: row.tradeDate ?? 0,
    receivedAt,
    intentId: order?.intentId,
    strategy: order?.strategy,
    tag: order?.tag,
  };
}
