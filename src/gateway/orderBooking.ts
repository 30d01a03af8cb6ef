import type { Clock } from '../base/clock.ts';
import { type Decimal, maxDecimal, ZERO } from '../base/decimal.ts';
import type { Instant } from '../base/instant.ts';
import type { Fill } from '../model/fill.ts';
import type { BookContext, BoundOrder, FillLog, Journal, LoggedFill } from '../model/journal.ts';
import type { AccountLists, OpenOrderRow } from './accountLists.ts';
import { type BookingVerdict, bookingVerdict } from './bookingVerdict.ts';
import { executionOf, fillOf, type KeyedRow, keyedRows, meaningOf, type TradeRow } from './fillRows.ts';
import { type Contradiction, contradictionIn } from './contradiction.ts';
import { mostOf } from './mostOf.ts';
import type { SettledExecution } from './settledExecutions.ts';

export interface OrderBookingOptions {
  readonly journal: Journal;
  readonly fillLog: FillLog;
  readonly lists: Pick<AccountLists, 'tradesOf'>;
  readonly clock: Clock;
  /** The book around a fill, when there is one. */
  readonly bookContext: (symbol: string) => BookContext | undefined;
}

/** What a reading shows of one order. */
export interface OrderReading {
  readonly orderId: string;
  /** All its rows back to `since`, whatever they mean. */
  readonly rows: readonly TradeRow[];
  /** `Infinity` means that nothing was read of it yet. */
  readonly since: Instant;
  readonly readAt: Instant;
  /** The order's row among the open orders. */
  readonly open: OpenOrderRow | undefined;
  /** What a person has said of it before, or the balances have proven. */
  readonly settled: SettledExecution | undefined;
}

export interface OrderFills {
  readonly verdict: BookingVerdict;
  /** What must be booked. */
  readonly fills: readonly LoggedFill[];
  readonly order: BoundOrder | undefined;
  readonly rows: readonly TradeRow[];
  /** Rows that are no executions of the order, whatever they say. The verdict is on the others. */
  readonly contradiction: Contradiction | undefined;
}

/** Works out what to book, one order at a time. */
export class OrderBooking {
  readonly #options: OrderBookingOptions;
  /** Orders of which rows that are booked were gone, and the reading that showed it first. */
  readonly #doubts = new Map<string, Instant>();

  constructor(options: OrderBookingOptions) {
    this.#options = options;
  }

  /**
   * Reads all rows of the order where the reading does not go back to its first fill. Rejects when they can't be read. Nothing
   * that others executed before `beginning` is booked.
   */
  async look({ orderId, rows, since, readAt, open, settled }: OrderReading, beginning: Instant): Promise<OrderFills> {
    const { journal, fillLog, lists } = this.#options;
    const order = await journal.order(orderId);
    const booked = (await fillLog.fills({ orderId })).map(({ fill }) => fill).reverse();
    const oldest = Math.min(...booked.map(({ tradedAt }) => tradedAt));
    const from = order === undefined ? beginning : Math.min(oldest, order.openedAt, beginning);
    const whole = oldest < since || since === Infinity ? await lists.tradesOf(orderId, from) : rows;
    // What somebody else traded before the log began is not ours to book.
    const shown = keyedRows(whole.filter((row) => meaningOf(row) === 'execution' && (order !== undefined || row.tradeDate! >= from)));
    const isAsListed = settled?.verdict === 'as-listed';
    // What is booked is never taken back.
    const known = new Set(booked.map(({ id, side, symbol }) => `${executionOf(id)} ${side} ${symbol}`));
    const fresh = shown.filter(({ execution, row }) => !known.has(`${execution} ${row.side} ${row.symbol}`));
    const found = order && (await contradictionIn(order, fresh, journal));
    const isAccepted = found?.isPriceOnly === true && isAsListed && sumOf(shown).lte(settled.listed);
    const contradiction = isAccepted ? undefined : found;
    const executions = shown.filter((keyed) => contradiction?.rows.has(keyed) !== true);
    const ordered = order === undefined ? open?.initialAmount : await mostOf(order, journal);
    const most = ordered === undefined || !isAsListed ? ordered : maxDecimal(ordered, settled.listed);
    const proven = provenOf(order, open, whole, most);
    const first = this.#doubts.get(orderId);
    const verdict = bookingVerdict({
      rows: executions,
      booked,
      proven: isAsListed ? maxDecimal(proven ?? ZERO, settled.listed) : proven,
      most,
      isConfirmed: first !== undefined && first !== readAt,
    });
    if (verdict.type !== 'wait') this.#doubts.delete(orderId);
    else this.#doubts.set(orderId, first ?? readAt);
    return {
      verdict,
      fills: verdict.type === 'book' ? this.#fillsOf(verdict.bookings, order, booked) : [],
      order,
      rows: whole,
      contradiction,
    };
  }

  /** Oldest first. */
  #fillsOf(
    bookings: Extract<BookingVerdict, { type: 'book' }>['bookings'],
    order: BoundOrder | undefined,
    booked: readonly Fill[],
  ): readonly LoggedFill[] {
    const { clock, bookContext } = this.#options;
    const ids = new Set(booked.map(({ id }) => id));
    const fills = bookings.toReversed().map((booking) => {
      const { key, row } = booking.row;
      const id = freeId(key, ids);
      ids.add(id);
      return { fill: fillOf(id, booking, order, clock.now()), book: bookContext(row.symbol) };
    });
    return fills.sort((a, b) => a.fill.tradedAt - b.fill.tradedAt);
  }
}

function sumOf(rows: readonly KeyedRow[]): Decimal {
  return rows.reduce((sum, { row }) => sum.plus(row.amount), ZERO);
}

/** A row that changes and changes back is booked under its key each time, with a number after it. */
function freeId(key: string, taken: ReadonlySet<string>): string {
  let id = key;
  for (let i = 2; taken.has(id); i++) id = `${key}~${i}`;
  return id;
}

/**
 * The least that was executed: what the list of open orders lacks of the order, or, where a row says that it was executed to the
 * end, all but what was cancelled. An order that was replaced proves nothing: nobody knows which amount the venue counts from.
 */
function provenOf(
  order: BoundOrder | undefined,
  open: OpenOrderRow | undefined,
  rows: readonly TradeRow[],
  most: Decimal | undefined,
): Decimal | undefined {
  if (most === undefined || (order !== undefined && !order.amount.eq(most))) return undefined;
  if (open !== undefined) return open.initialAmount?.eq(most) === true ? most.minus(open.amount) : undefined;
  if (!rows.some(({ status }) => status === 'Executed')) return undefined;
  return rows.reduce((left, row) => (meaningOf(row) === 'cancellation' ? left.minus(row.amount) : left), most.plus(ZERO));
}
