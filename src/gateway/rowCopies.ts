import { type Decimal, ZERO } from '../base/decimal.ts';
import type { Fill } from '../model/fill.ts';
import type { BookingVerdict } from './bookingVerdict.ts';
import { feeOf, fillOf, type KeyedRow } from './fillRows.ts';
import type { SettledExecution } from './settledExecutions.ts';

/** Rows of an order that were not counted, since each is alike to one that was. */
export interface Copies {
  /** What they would be, if each were an execution of its own. */
  readonly executions: readonly Fill[];
  /** How much was executed of the order then. */
  readonly listed: Decimal;
}

/** An order that was copied before so many others is forgotten, until it is read again. */
const MOST = 1000;

/**
 * Rows that stand twice in the list of trades and count once, by order. Two executions may be alike to the last digit, so each of them may be
 * one: what is open of the order tells, how it ended, or the balances.
 */
export class RowCopies {
  readonly #byOrder = new Map<string, Copies>();

  /** Takes note of what was made of the rows of an order, of which a person may have said, while the list showed the same sum, that no more was executed. */
  note(orderId: string, rows: readonly KeyedRow[], verdict: BookingVerdict, settled: SettledExecution | undefined): void {
    this.#byOrder.delete(orderId);
    if (verdict.type !== 'book' || verdict.copies.length === 0) return;
    const listed = rows.reduce((sum, { row }) => sum.plus(row.amount), ZERO);
    if (settled?.verdict === 'as-booked' && settled.listed.eq(listed)) return;
    this.#byOrder.set(orderId, { executions: verdict.copies.map((keyed) => executionOf(keyed)), listed });
    if (this.#byOrder.size > MOST) this.#byOrder.delete(this.#byOrder.keys().next().value!);
  }

  of(orderId: string): Copies | undefined {
    return this.#byOrder.get(orderId);
  }

  get all(): ReadonlyMap<string, Copies> {
    return this.#byOrder;
  }
}

function executionOf(keyed: KeyedRow): Fill {
  const { amount, price = ZERO } = keyed.row;
  const fee = feeOf(keyed.row);
  return fillOf(keyed.key, { row: keyed, amount, price, fee: fee.amount, feeCurrency: fee.currency }, undefined, 0);
}
