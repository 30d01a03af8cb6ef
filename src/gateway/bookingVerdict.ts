import { type Decimal, maxDecimal, totalAmount, ZERO } from '../base/decimal.ts';
import type { Fill } from '../model/fill.ts';
import { countedRows } from './countedRows.ts';
import { type Booking, executionOf, feeOf, type KeyedRow } from './fillRows.ts';
import { bookingsOf, restOf } from './rest.ts';

/** Everything that is known about the executions of one order. */
export interface BookingEvidence {
  /** Every execution of it that the list shows, as far back as its fills go. */
  readonly rows: readonly KeyedRow[];
  readonly booked: readonly Fill[];
  /** How much was certainly executed, according to other data of the venue: how much is left open, or how the order ended. */
  readonly proven: Decimal | undefined;
  /** The most that can have been executed: what was ordered. */
  readonly most: Decimal | undefined;
  /** Whether an earlier reading has also shown that booked rows are gone. */
  readonly isConfirmed: boolean;
}

export type BookingVerdict =
  /** `bookings` is empty when everything is booked. `isSettled`: the same rows will never say anything else. `copies` were not counted, and may be executions. */
  | { readonly type: 'book'; readonly bookings: readonly Booking[]; readonly isSettled: boolean; readonly copies: readonly KeyedRow[] }
  /** Booked rows are gone and others have come. One more reading decides whether they have grown or are hidden. */
  | { readonly type: 'wait' }
  /** The list shows less than what is booked, or other prices: an old copy, or a list that has changed. */
  | { readonly type: 'differs'; readonly listed: Decimal }
  /** The list shows more than what was ordered. */
  | { readonly type: 'more'; readonly listed: Decimal };

/**
 * Decides what to book of an order, so that the bookings add up to what the list shows of it, and never to more than was ordered.
 *
 * Rows have no id of their own, and the specification does not say whether one is an execution or the order in its present state
 * (000 Closed order / trade record). So booked rows are looked for again. Those that are still there are executions of their own.
 * Where some are gone, the others have grown out of them and are booked by the difference.
 */
export function bookingVerdict({ rows, booked, proven, most, isConfirmed }: BookingEvidence): BookingVerdict {
  const total = sumOf(booked);
  const counted = countedRows(rows, booked, maxDecimal(proven ?? ZERO, total));
  const listed = sumOf(counted.map(({ row }) => row));
  if (most !== undefined && listed.gt(most)) return { type: 'more', listed };
  const isSettled = counted.length === rows.length;
  // Where it is known how much was executed, or no more can have been, a row that was not counted is no execution.
  const isFull = proven !== undefined || (most !== undefined && sumOf(rows.map(({ row }) => row)).gt(most));
  const copies = isFull ? [] : rows.filter((keyed) => !counted.includes(keyed));
  const parts = partsOf(counted, booked);
  const fees = parts.filter(({ rest }) => rest.isZero()).flatMap(feesOf);
  const fresh = parts.filter(({ fills }) => fills.length === 0).flatMap((part) => part.rows);
  const changed = parts.filter((part) => part.fills.length > 0 && !part.rest.isZero());
  const own = fresh.flatMap((row) => restOf({ rows: [row], fills: [] }).bookings);
  const apart = total.plus(sumOf(own));
  const isHidden = changed.every((part) => part.rows.length === 0) && proven?.gte(apart) === true;
  // No booked row is gone, or the sum proves that those that are gone are only hidden.
  if (isHidden || changed.every(({ rest }) => rest.isPositive())) {
    const bookings = [...fees, ...own, ...(isHidden ? [] : changed.flatMap(bookingsOf))];
    return { type: 'book', bookings, isSettled: isSettled && changed.length === 0, copies };
  }
  const grown = restOf({ rows: [...fresh, ...changed.flatMap((part) => part.rows)], fills: changed.flatMap((part) => part.fills) });
  if (!grown.makesSense) return { type: 'differs', listed };
  const isCertain = isConfirmed || grown.amount.isZero() || most?.lt(apart) === true;
  return isCertain ? { type: 'book', bookings: [...fees, ...grown.bookings], isSettled, copies } : { type: 'wait' };
}

/** Rows and fills of one time, price and amount. */
interface Part {
  readonly rows: readonly KeyedRow[];
  readonly fills: readonly Fill[];
  /** What is listed beyond what is booked. */
  readonly rest: Decimal;
}

function partsOf(rows: readonly KeyedRow[], fills: readonly Fill[]): readonly Part[] {
  const names = new Set([...rows.map(({ execution }) => execution), ...fills.map(({ id }) => executionOf(id))]);
  return [...names].map((name) => {
    const part = { rows: rows.filter(({ execution }) => execution === name), fills: fills.filter(({ id }) => executionOf(id) === name) };
    return { ...part, rest: sumOf(part.rows.map(({ row }) => row)).minus(sumOf(part.fills)) };
  });
}

/** A fee that was booked and is not shown any more comes from an old copy. */
function feesOf(part: Part): readonly Booking[] {
  return part.rows.every(({ row }) => feeOf(row).amount.isZero()) ? [] : bookingsOf(part);
}

function sumOf(ones: readonly { readonly amount: Decimal }[]): Decimal {
  return totalAmount(ones);
}
