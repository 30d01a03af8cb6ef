import type { Instant } from '../base/instant.ts';
import type { Fill } from '../model/fill.ts';
import type { Side } from '../model/grid.ts';
import type { BookContext, LoggedFill } from '../model/journal.ts';
import { decimalOf, decimalText } from './decimalText.ts';

export interface FillRow {
  readonly id: string;
  readonly order_id: string;
  readonly symbol: string;
  readonly side: Side;
  readonly type: string;
  readonly price: string;
  readonly amount: string;
  readonly fee: string;
  readonly fee_currency: string;
  readonly fee_type: string;
  readonly opened_at: Instant;
  readonly traded_at: Instant;
  readonly received_at: Instant;
  readonly intent_id: string | null;
  readonly strategy: string | null;
  readonly tag: string | null;
  readonly book: string | null;
}

/** What the venue says about a fill. Our own time and the owner may come later or differ from reading to reading. */
export const VENUE_COLUMNS = [
  'order_id',
  'symbol',
  'side',
  'type',
  'price',
  'amount',
  'fee',
  'fee_currency',
  'fee_type',
  'opened_at',
  'traded_at',
] as const satisfies readonly (keyof FillRow)[];

export const OWNER_COLUMNS = ['intent_id', 'strategy', 'tag'] as const satisfies readonly (keyof FillRow)[];

export const FILL_COLUMNS = ['id', ...VENUE_COLUMNS, 'received_at', ...OWNER_COLUMNS, 'book'] as const;

export function fillRowOf({ fill, book }: LoggedFill): FillRow {
  return {
    id: fill.id,
    order_id: fill.orderId,
    symbol: fill.symbol,
    side: fill.side,
    type: fill.type,
    price: decimalText(fill.price, 'price'),
    amount: decimalText(fill.amount, 'amount'),
    fee: decimalText(fill.fee, 'fee'),
    fee_currency: fill.feeCurrency,
    fee_type: fill.feeType,
    opened_at: fill.openedAt,
    traded_at: fill.tradedAt,
    received_at: fill.receivedAt,
    intent_id: fill.intentId ?? null,
    strategy: fill.strategy ?? null,
    tag: fill.tag ?? null,
    book: book === undefined ? null : JSON.stringify(book),
  };
}

export function loggedFillOf(row: FillRow): LoggedFill {
  // Prices and amounts in the book are texts, so a plain parse loses no digit.
  return { fill: fillOf(row), book: row.book === null ? undefined : (JSON.parse(row.book) as BookContext) };
}

export function fillOf(row: Omit<FillRow, 'book'>): Fill {
  return {
    id: row.id,
    orderId: row.order_id,
    symbol: row.symbol,
    side: row.side,
    type: row.type,
    price: decimalOf(row.price, `price of fill ${row.id}`),
    amount: decimalOf(row.amount, `amount of fill ${row.id}`),
    fee: decimalOf(row.fee, `fee of fill ${row.id}`),
    feeCurrency: row.fee_currency,
    feeType: row.fee_type,
    openedAt: row.opened_at,
    tradedAt: row.traded_at,
    receivedAt: row.received_at,
    intentId: row.intent_id ?? undefined,
    strategy: row.strategy ?? undefined,
    tag: row.tag ?? undefined,
  };
}
