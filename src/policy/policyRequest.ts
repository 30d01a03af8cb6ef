import type { Decimal } from '../base/decimal.ts';
import type { Instant } from '../base/instant.ts';
import type { Destination, MoveKind } from '../model/move.ts';

/** One payment that the policy is asked about. */
export interface PolicyRequest {
  readonly kind: MoveKind;
  /** What is asked for. It is above 0. */
  readonly currency: string;
  readonly amount: Decimal;
  /** In that currency. Undefined when the venue has not told it. */
  readonly fee: Decimal | undefined;
  /** Whether the fee is a part of the amount, and not on top of it. */
  readonly isFeeInside?: boolean | undefined;
  readonly destination: Destination | undefined;
  /** The currency that a conversion brings. */
  readonly into?: string | undefined;
  /** The entry of the address book with exactly this destination. */
  readonly entry: BookEntry | undefined;
  readonly initiator: string;
  /** It is a refund by a link, so that the payer picks the address. */
  readonly link?: boolean | undefined;
  readonly at: Instant;
}

/** What a policy needs to know of an entry of the address book. */
export interface BookEntry {
  readonly name: string;
  readonly labels: readonly string[];
  readonly state: 'requested' | 'cooling' | 'allowed';
  /** When it has cooled. Undefined while it is not approved. */
  readonly allowedFrom?: Instant | undefined;
  /** Whether something has arrived there before. */
  readonly isProven: boolean;
}

/**
 * Money that has left or is about to: rows of all moves but refused, declined, canceled and expired ones. Unknown ones count. The
 * move that is asked about is not among them.
 */
export interface Outflow {
  readonly kind: MoveKind;
  readonly currency: string;
  readonly amount: Decimal;
  /** When it was sent; now while it waits. */
  readonly at: Instant;
  readonly destination: Destination | undefined;
  readonly entry: string | undefined;
  readonly initiator: string;
  /** Whom it counts for as well: who has the key by now with which it was signed, where that is somebody else by name. */
  readonly otherName?: string | undefined;
}

/** What a decision needs to know of the world. */
export interface PolicyFacts {
  readonly outflows: readonly Outflow[];
  /** What can be withdrawn, by currency, less what other moves that wait will take. */
  readonly available: Readonly<Record<string, Decimal>>;
  /** What an amount of one currency is worth in another one. Undefined when no price is known. */
  readonly value?: ((currency: string, amount: Decimal, into: string) => Decimal | undefined) | undefined;
}
