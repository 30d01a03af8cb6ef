import { assert } from '../base/assert.ts';
import { type Decimal, ZERO } from '../base/decimal.ts';
import { type Instant, isoOf } from '../base/instant.ts';
import type { exchange } from '../contract/exchange.ts';
import type { Reply } from '../contract/operation.ts';
import type { Fill } from '../model/fill.ts';
import { isSide } from '../model/grid.ts';
import type { BoundOrder } from '../model/journal.ts';

/** A row of the trades list. Its volume follows from price and amount, and nothing here looks at it. */
export type TradeRow = Omit<Reply<(typeof exchange)['trades.list']>['items'][number], 'target_volume'>;

/** What a row of the trades list means to us (000 Closed order / trade record). */
export type TradeMeaning = 'execution' | 'cancellation' | 'unknown-status' | 'incomplete';

/**
 * Only executions are booked. A status that the specification does not list is never guessed at.
 *
 * Where the list has one row per order instead of one per execution, that row is booked at its average price, and by its growth
 * when it grows. Amounts and fees still add up; single prices and times are lost.
 */
export function meaningOf(row: TradeRow): TradeMeaning {
  switch (row.status) {
    case 'Executed':
    case 'PartiallyExecuted':
      if (row.amount.isZero()) return 'cancellation';
      return isComplete(row) ? 'execution' : 'incomplete';
    case 'Canceled':
      return 'cancellation';
    default:
      return 'unknown-status';
  }
}

function isComplete({ side, price, tradeDate, amount }: TradeRow): boolean {
  return isSide(side) && price !== undefined && tradeDate !== undefined && !amount.isNegative();
}

/** What is booked of a row: all of it, or what it has grown by. */
export interface Booking {
  readonly row: KeyedRow;
  readonly amount: Decimal;
  readonly price: Decimal;
  readonly fee: Decimal;
  readonly feeCurrency: string;
}

export interface KeyedRow {
  /** The same however often the row is read. */
  readonly key: string;
  /** The key without the fee. Rows of one execution share it, in case the venue corrects its fee. */
  readonly execution: string;
  readonly row: TradeRow;
}

/**
 * Gives each row a key. The venue's rows have the order's id and none of their own, so rows that are alike to the last digit are
 * numbered; they have the same time and are always read together. The status is not part of the key, since it may be that of the
 * order and change after the execution.
 */
export function keyedRows(rows: readonly TradeRow[]): readonly KeyedRow[] {
  const seen = new Map<string, number>();
  return rows.map((row) => {
    const at = timeOf(row);
    const execution = [row.id, at === undefined ? '' : isoOf(at), row.price?.toFixed() ?? '', row.amount.toFixed()].join(':');
    const meaning = meaningOf(row);
    const alike = `${execution}:${row.fee?.toFixed() ?? ''}${row.feeCurrency ?? ''}${meaning === 'execution' ? '' : `:${row.status}`}`;
    const ordinal = seen.get(alike) ?? 0;
    seen.set(alike, ordinal + 1);
    return { key: `${alike}#${ordinal}`, execution, row };
  });
}

/** Those of them that are executions. */
export function executionsOf(rows: readonly TradeRow[]): readonly KeyedRow[] {
  return keyedRows(rows.filter((row) => meaningOf(row) === 'execution'));
}

/** The `execution` in a key of `keyedRows`: everything before the last colon. */
export function executionOf(key: string): string {
  return key.slice(0, key.lastIndexOf(':'));
}

export function feeOf({ fee = ZERO, feeCurrency = '' }: TradeRow): { readonly amount: Decimal; readonly currency: string } {
  return { amount: fee, currency: feeCurrency };
}

/** The venue's time of a row. */
export function timeOf(row: TradeRow): Instant | undefined {
  return row.tradeDate ?? row.openTime;
}

/** What is booked of an execution, as a fill of its order. */
export function fillOf(
  id: string,
  { row: { row }, amount, price, fee, feeCurrency }: Booking,
  order: BoundOrder | undefined,
  receivedAt: Instant,
): Fill {
  const { side } = row;
  assert(isSide(side), 'an execution is a purchase or a sale');
  return {
    id,
    orderId: row.id,
    symbol: row.symbol,
    side,
    type: row.type,
    price,
    amount,
    fee,
    feeCurrency,
    feeType: row.feeType ?? '',
    openedAt: row.openTime ?? 0,
    tradedAt: row.tradeDate ?? 0,
    receivedAt,
    intentId: order?.intentId,
    strategy: order?.strategy,
    tag: order?.tag,
  };
}
