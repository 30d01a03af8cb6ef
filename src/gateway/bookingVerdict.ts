import { type Decimal, maxDecimal, ZERO } from '../base/decimal.ts';
import type { Fill } from '../model/fill.ts';
import { countedRows } from './countedRows.ts';
import { type Booking, executionOf, feeOf, type KeyedRow } from './fillRows.ts';
import { bookingsOf, restOf } from './rest.ts';

/** All that is known of the executions of one order. */
export interface BookingEvidence {
  /** Every execution that the list shows of it, as far back as its fills go. */
  readonly rows: readonly KeyedRow[];
  readonly booked: readonly Fill[];
  /** So much was executed for sure, by other words of the venue: how much is left open, or how the order ended. */
  readonly proven: Decimal | undefined;
  /** The most that can have been executed: what was ordered. */
  readonly most: Decimal | undefined;
  /** Whether an earlier reading has shown too that rows which are booked are gone. */
  readonly isConfirmed: boolean;
}

export type BookingVerdict =
  /** `bookings` is empty when all is booked. `isSettled`: the same rows will never say anything else. */
  | { readonly type: 'book'; readonly bookings: readonly Booking[]; readonly isSettled: boolean }
  /** Rows that are booked are gone, and others have come: one more reading decides whether they have grown or are hidden. */
  | { readonly type: 'wait' }
  /** The list shows less than what is booked, or at other prices: an old copy, or a list that has changed its mind. */
  | { readonly type: 'differs'; readonly listed: Decimal }
  /** The list shows more than what was ordered. */
  | { readonly type: 'more'; readonly listed: Decimal };

/**
 * Decides what is to be booked of an order, so that what is booked comes to what the list shows of it, and never to more than
 * was ordered.
 *
 * Rows have no id of their own, and the specification does not say whether one is an execution or the order as it stands (000
 * Closed order / trade record). So rows that are booked are looked for again: those that are still there are executions of their
 * own; where some are gone, the others have grown out of them and are booked by the difference.
 */
export function bookingVerdict({ rows, booked, proven, most, isConfirmed }: BookingEvidence): BookingVerdict {
  const total = sumOf(booked);
  const counted = countedRows(rows, new Set(booked.map(({ id }) => id)), maxDecimal(proven ?? ZERO, total));
  const listed = sumOf(counted.map(({ row }) => row));
  if (most !== undefined && listed.gt(most)) return { type: 'more', listed };
  const isSettled = counted.length === rows.length;
  const parts = partsOf(counted, booked);
  const fees = parts.filter(({ rest }) => rest.isZero()).flatMap(feesOf);
  const fresh = parts.filter(({ fills }) => fills.length === 0).flatMap((part) => part.rows);
  const changed = parts.filter((part) => part.fills.length > 0 && !part.rest.isZero());
  const own = fresh.flatMap((row) => restOf({ rows: [row], fills: [] }).bookings);
  const apart = total.plus(sumOf(own));
  const isHidden = changed.every((part) => part.rows.length === 0) && proven?.gte(apart) === true;
  // Nothing that is booked is gone; or the sum proves that what is gone is only hidden.
  if (isHidden || changed.every(({ rest }) => rest.isPositive())) {
    const bookings = [...fees, ...own, ...(isHidden ? [] : changed.flatMap(bookingsOf))];
    return { type: 'book', bookings, isSettled: isSettled && changed.length === 0 };
  }
  const grown = restOf({ rows: [...fresh, ...changed.flatMap((part) => part.rows)], fills: changed.flatMap((part) => part.fills) });
  if (!grown.makesSense) return { type: 'differs', listed };
  const isCertain = isConfirmed || grown.amount.isZero() || most?.lt(apart) === true;
  return isCertain ? { type: 'book', bookings: [...fees, ...grown.bookings], isSettled } : { type: 'wait' };
}

/** Rows and fills of one time, price and amount. */
interface Part {
  readonly rows: readonly KeyedRow[];
  readonly fills: readonly Fill[];
  /** What is shown beyond what is booked. */
  readonly rest: Decimal;
}

function partsOf(rows: readonly KeyedRow[], fills: readonly Fill[]): readonly Part[] {
  const names = new Set([...rows.map(({ execution }) => execution), ...fills.map(({ id }) => executionOf(id))]);
  return [...names].map((name) => {
    const part = { rows: rows.filter(({ execution }) => execution === name), fills: fills.filter(({ id }) => executionOf(id) === name) };
    return { ...part, rest: sumOf(part.rows.map(({ row }) => row)).minus(sumOf(part.fills)) };
  });
}

/** A fee that was booked and is not shown any more is one of an old copy. */
function feesOf(part: Part): readonly Booking[] {
  return part.rows.every(({ row }) => feeOf(row).amount.isZero()) ? [] : bookingsOf(part);
}

function sumOf(ones: readonly { readonly amount: Decimal }[]): Decimal {
  return ones.reduce((sum, { amount }) => sum.plus(amount), ZERO);
}
