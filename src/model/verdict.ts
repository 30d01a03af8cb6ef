import type { Decimal } from '../base/decimal.ts';

/** What a person decides of an intent of which nobody can say what came of it. */
export type Verdict =
  /** The order or conversion of this id at the venue is the intent's. */
  | { readonly type: 'adopt'; readonly venueId: string }
  /** Nothing came of it, and nothing will. */
  | { readonly type: 'not-placed' };

/**
 * What a person decides of an order whose executions can't be what the list says: that they are as the list has them, or as the fill
 * log has them.
 */
export type ExecutionVerdict = 'as-listed' | 'as-booked';

/** What came of such a decision. */
export interface ExecutionsSettled {
  /** How much of the order the list shows as executed; undefined when nothing was wrong with that. */
  readonly listed: Decimal | undefined;
  /** How many executions were booked because of it. */
  readonly newFills: number;
  /** How many rows that can't be understood are passed over from now on. */
  readonly passedOver: number;
}

/** The strategy that a person gives an order to. */
export interface Receiver {
  readonly name: string;
  /** What it trades. */
  readonly symbols: readonly string[];
}
