import type { Instant } from '../base/instant.ts';
import type { Side } from '../model/grid.ts';
import type { OrderType } from '../model/order.ts';
import type { Account } from './account.ts';
import type { Units } from './units.ts';

/** The first order of an exchange has the first id that a binary float can't hold (000 Order, `id` long). */
export const FIRST_ORDER_ID = 9_007_199_254_740_993n;

/** An order inside the exchange, on the grid of its market. The exchange alone changes it. */
export interface BookOrder {
  /** Counts the orders of the exchange from 0; see `orderIdOf`. */
  readonly sequence: number;
  readonly account: Account;
  readonly symbol: string;
  readonly side: Side;
  readonly type: OrderType;
  /** The limit; 0 for a market order. */
  ticks: number;
  /** Still open. */
  lots: number;
  /** All that was asked for, what is filled included. */
  initialLots: number;
  filledLots: number;
  /** Sum of ticks times lots over the executions. */
  filledTickLots: bigint;
  fee: Units;
  readonly openedAt: Instant;
  updatedAt: Instant;
  /** Where it rests: a level's orders are a list in order of arrival. */
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

/** The id on the wire: digits above 2^53. */
export function orderIdOf(order: BookOrder): string {
  return (FIRST_ORDER_ID + BigInt(order.sequence)).toString();
}

/** The sequence behind an id; undefined when no order can have it. */
export function sequenceOf(id: string): number | undefined {
  if (!/^\d{1,20}$/.test(id)) return undefined;
  const sequence = Number(BigInt(id) - FIRST_ORDER_ID);
  return sequence >= 0 && Number.isSafeInteger(sequence) ? sequence : undefined;
}
