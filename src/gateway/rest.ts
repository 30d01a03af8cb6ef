import { type Decimal, ZERO } from '../base/decimal.ts';
import type { Fill } from '../model/fill.ts';
import { type Booking, feeOf, type KeyedRow, timeOf } from './fillRows.ts';

/** The average price of what a row has grown by need not end; the next growth evens out what is cut off here. */
const PRICE_DECIMALS = 18;

/** Rows and what is booked of them already. */
interface Listed {
  readonly rows: readonly KeyedRow[];
  readonly fills: readonly Fill[];
}

/** What rows come to beyond the fills that are booked of them. */
export interface Rest {
  readonly amount: Decimal;
  /** False when less is listed than is booked, or the value does not fit the amount. */
  readonly makesSense: boolean;
  /** One for the amount with its fee, and one for each further currency of fees. */
  readonly bookings: readonly Booking[];
}

export function restOf({ rows, fills }: Listed): Rest {
  const newest = rows.reduce<KeyedRow | undefined>(
    (a, b) => (a === undefined || (timeOf(b.row) ?? 0) > (timeOf(a.row) ?? 0) ? b : a),
    undefined,
  );
  const amount = sum(rows, ({ row }) => row.amount).minus(sum(fills, (fill) => fill.amount));
  const value = sum(rows, ({ row }) => row.amount.times(row.price ?? ZERO)).minus(sum(fills, (fill) => fill.amount.times(fill.price)));
  if (newest === undefined) return { amount, makesSense: false, bookings: [] };
  const rounded = sum(fills, (fill) => fill.amount).times(`1e-${PRICE_DECIMALS - 1}`);
  const makesSense = amount.isZero() ? value.abs().lte(rounded) : amount.isPositive() && value.isPositive();
  const price = amount.isZero() ? (newest.row.price ?? ZERO) : value.div(amount).toDecimalPlaces(PRICE_DECIMALS);
  return { amount, makesSense, bookings: makesSense ? withFees({ row: newest, amount, price }, feesBeyond({ rows, fills })) : [] };
}

export function bookingsOf(listed: Listed): readonly Booking[] {
  return restOf(listed).bookings;
}

type Fees = ReadonlyMap<string, Decimal>;

function withFees(booking: Omit<Booking, 'fee' | 'feeCurrency'>, fees: Fees): readonly Booking[] {
  const own = feeOf(booking.row.row).currency;
  const first = { ...booking, fee: fees.get(own) ?? ZERO, feeCurrency: own };
  const others = [...fees].filter(([currency]) => currency !== own);
  const bookings = [first, ...others.map(([feeCurrency, fee]) => ({ ...booking, amount: ZERO, fee, feeCurrency }))];
  return bookings.filter(({ amount, fee }) => !amount.isZero() || !fee.isZero());
}

function feesBeyond({ rows, fills }: Listed): Fees {
  const fees = new Map<string, Decimal>();
  const add = (currency: string, fee: Decimal): void => void fees.set(currency, fee.plus(fees.get(currency) ?? ZERO));
  for (const { row } of rows) add(feeOf(row).currency, feeOf(row).amount);
  for (const { fee, feeCurrency } of fills) add(feeCurrency, fee.negated());
  return fees;
}

function sum<T>(ones: readonly T[], of: (one: T) => Decimal): Decimal {
  return ones.reduce((total, one) => total.plus(of(one)), ZERO);
}
