import type { Instant } from '../base/instant.ts';
import type { Side } from '../model/grid.ts';
import type { OrderType } from '../model/order.ts';
import type { Account } from './account.ts';
import type { Units } from './units.ts';

/** The first order of an exchange has the first id that a binary float can't hold (000 Order, `id` long). */
export const FIRST_ORDER_ID = 9_007_199_254_740_993n;

/** An order inside the exchange, on the grid of its market. Only the exchange changes it. */
export interface BookOrder {
  /** The number of the order in its exchange, from 0; see `orderIdOf`. */
  readonly sequence: number;
  readonly account: Account;
  readonly symbol: string;
  readonly side: Side;
  readonly type: OrderType;
  /** The limit, or 0 for a market order. */
  ticks: number;
  /** The lots that are still open. */
  lots: number;
  /** All lots that were asked for, including the filled ones. */
  initialLots: number;
  filledLots: number;
  /** The sum of ticks times lots over the executions. */
  filledTickLots: bigint;
  fee: Units;
  readonly openedAt: Instant;
  updatedAt: Instant;
  /** When it was last executed; when it was placed, as long as nothing is. */
  executedAt: Instant;
  /** The level where it rests. A level's orders are a list in order of arrival. */
  level: Level | undefined;
  previous: BookOrder | undefined;
  next: BookOrder | undefined;
}

/** All orders of one side at one price, first come first served. */
export interface Level {
  readonly ticks: number;
  lots: number;
  first: BookOrder | undefined;
  last: BookOrder | undefined;
}

/** The id on the wire, a number above 2^53. */
export function orderIdOf({ sequence }: Pick<BookOrder, 'sequence'>): string {
  return (FIRST_ORDER_ID + BigInt(sequence)).toString();
}

/** The sequence of an id. Undefined when no order can have it. */
export function sequenceOf(id: string): number | undefined {
  if (!/^\d{1,20}$/.test(id)) return undefined;
  const sequence = Number(BigInt(id) - FIRST_ORDER_ID);
  return sequence >= 0 && Number.isSafeInteger(sequence) ? sequence : undefined;
}
