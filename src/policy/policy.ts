import type { Decimal } from '../base/decimal.ts';
import type { ApprovalNeed, MoveKind } from '../model/move.ts';

/** What people have agreed on about money that leaves: the file `policy.yaml`, read and checked. */
export interface Policy {
  readonly people: Readonly<Record<string, Person>>;
  /** The names of people, by the name of the group. */
  readonly groups: Readonly<Record<string, readonly string[]>>;
  readonly book: BookTerms;
  readonly change: ChangeTerms;
  /** The first one that matches decides. When none does, the answer is no. */
  readonly rules: readonly PolicyRule[];
}

export interface Person {
  /** Public keys, each `ed25519:` and base64. Who has none can ask for moves but approve nothing. */
  readonly keys: readonly string[];
}

/** What holds for destinations, before any rule. */
export interface BookTerms {
  /** Who approves an entry of the address book. */
  readonly approvals: readonly ApprovalNeed[];
  /** How long an approved entry waits before money may go there. */
  readonly coolingMs: number;
  /**
   * The most that may go to an entry before anything has arrived there, by currency. A currency that is missing may not go there
   * first at all. Undefined when first payments have no limit.
   */
  readonly firstPayment: Readonly<Record<string, Decimal>> | undefined;
}

/** How the policy itself is changed. */
export interface ChangeTerms {
  readonly approvals: readonly ApprovalNeed[];
  /** How long after its publication a new version begins to hold. */
  readonly afterMs: number;
}

export interface PolicyRule {
  readonly name: string;
  /** All that are given must hold. */
  readonly conditions: Conditions;
  readonly decides: Verdict;
}

export type Verdict =
  | { readonly verdict: 'allow' }
  | { readonly verdict: 'deny' }
  | { readonly verdict: 'approve'; readonly approvals: readonly ApprovalNeed[]; readonly expiresAfterMs: number };

/** `if` of a rule. What is undefined is not asked for. */
export interface Conditions {
  readonly kind?: readonly MoveKind[] | undefined;
  readonly currency?: readonly string[] | undefined;
  /** The currencies that a conversion may bring. */
  readonly into?: readonly string[] | undefined;
  readonly network?: readonly string[] | undefined;
  /** Names or labels of entries of the address book, or any entry at all. */
  readonly destination?: 'any in book' | readonly string[] | undefined;
  /** Names of people or groups. */
  readonly initiator?: readonly string[] | undefined;
  readonly amount?: Bounds<Money> | undefined;
  readonly window?: readonly Window[] | undefined;
  readonly hours?: Hours | undefined;
  readonly balance?: { readonly floor: Money } | undefined;
  readonly fee?: Bounds<Money | Fraction> | undefined;
  readonly share?: Bounds<Fraction> | undefined;
  /** Whether it is a refund by a link. A rule that does not say so lets none through. */
  readonly link?: boolean | undefined;
}

/** One of the two at least. */
export interface Bounds<T> {
  readonly atMost?: T | undefined;
  readonly above?: T | undefined;
}

export interface Money {
  readonly amount: Decimal;
  readonly currency: string;
}

/** `2%` is 0.02. */
export interface Fraction {
  readonly fraction: Decimal;
}

/** What left within a time that ends now, together with what is asked for. */
export interface Window extends Bounds<Money> {
  /** Milliseconds, or since the beginning. */
  readonly last: number | 'lifetime';
  readonly per: WindowScope;
}

/** What is added up: what left in the same currency, to the same destination, asked for by the same person, or all of it. */
export type WindowScope = 'currency' | 'destination' | 'initiator' | 'everything';

/** Times of the week, by the clock of a place. */
export interface Hours {
  /** Days on which the time begins: 1 is Monday, 7 is Sunday. */
  readonly days: readonly number[];
  /** Minutes since midnight, from the first that counts to the first that does not. `to` may be smaller: the time ends on the next day. */
  readonly from: number;
  readonly to: number;
  /** IANA, like Europe/Berlin. */
  readonly zone: string;
}
