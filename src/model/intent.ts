import type { Decimal } from '../base/decimal.ts';
import type { Instant } from '../base/instant.ts';

/** What a request for money is about. Cancels are journalled too, but may be repeated. */
export type IntentKind = 'place' | 'replace' | 'cancel' | 'convert';

/**
 * Where an intent stands in the journal. `sending` is on disk before the first byte leaves, so a row found in it at start
 * is `unknown` by definition. `adopted` was unknown and has been found at the venue.
 */
export type IntentState = 'sending' | 'acknowledged' | 'rejected' | 'not-sent' | 'unknown' | 'adopted' | 'quarantined';

export const UNRESOLVED: readonly IntentState[] = ['sending', 'unknown', 'quarantined'];

/** One decision to move risk or money: it is put on the wire at most once, ever. */
export interface Intent {
  /** ULID. */
  readonly id: string;
  readonly kind: IntentKind;
  /** Unique with the kind, so that one decision can't be journalled twice. */
  readonly decision: string;
  /** What may have one unresolved intent at a time: the symbol, or the pair of currencies of a conversion. */
  readonly lane: string;
  readonly strategy: string;
  /** Symbol, side, type, amount, price in one canonical text: what an adopted order must match exactly. */
  readonly fingerprint: string;
  /** The exact bytes to be sent. */
  readonly body: string;
  readonly bodyHash: string;
  readonly state: IntentState;
  readonly createdAt: Instant;
  readonly gaveUpAt: Instant | undefined;
  readonly resolvedAt: Instant | undefined;
  /** The most that may leave the account because of it. */
  readonly exposure: Decimal;
  readonly exposureCurrency: string;
  /** The order or conversion id that it is bound to. */
  readonly venueId: string | undefined;
  /** For a replacement or a cancel: the order that it is about. */
  readonly targetId: string | undefined;
  /** Why the state is what it is, for people. */
  readonly evidence: string | undefined;
}
