import type { Decimal } from '../base/decimal.ts';
import { DAY_MS, type Instant } from '../base/instant.ts';

/**
 * What a request for money does. Cancels are journalled too, but may be repeated. A transfer takes money out of the account or asks
 * somebody for money: a withdrawal, a payout, a refund, a payment.
 */
export type IntentKind = 'place' | 'replace' | 'cancel' | 'convert' | 'transfer';

/**
 * Where an intent stands in the journal. `sending` is on disk before the first byte leaves, so an intent that is found in this
 * state at the start is `unknown` by definition. An `adopted` intent was unknown and has been found at the venue.
 */
export type IntentState = 'sending' | 'acknowledged' | 'rejected' | 'not-sent' | 'unknown' | 'adopted' | 'quarantined';

export const UNRESOLVED: readonly IntentState[] = ['sending', 'unknown', 'quarantined'];

/** For so long, what was taken for not done may still turn up, and is recognised. */
export const TOMBSTONE_MS = DAY_MS;

/** Whether its unknown outcome shuts a lane of trading. A cancel shuts none, and a transfer has a lane that nobody trades in. */
export function shutsTrading({ kind }: Pick<Intent, 'kind'>): boolean {
  return kind !== 'cancel' && kind !== 'transfer';
}

/** One decision to move risk or money. It is put on the wire at most once, ever. */
export interface Intent {
  /** ULID. A leg of a trade has the trade's, a dash and its number. */
  readonly id: string;
  readonly kind: IntentKind;
  /** Unique together with the kind, so that one decision can't be journalled twice. */
  readonly decision: string;
  /**
   * At most one intent of a lane is unresolved at a time. A lane is a symbol, the two currencies of a conversion, or where a
   * transfer goes to.
   */
  readonly lane: string;
  readonly strategy: string;
  /**
   * Symbol, side, type, amount and price in one canonical text. An adopted order must match it exactly. That of a transfer begins
   * with its operation.
   */
  readonly fingerprint: string;
  /** The exact bytes to be sent. */
  readonly body: string;
  readonly bodyHash: string;
  readonly state: IntentState;
  readonly createdAt: Instant;
  /** The same moment by the venue's clock: ours may be set later. Undefined in rows of earlier versions. */
  readonly venueAt: Instant | undefined;
  /**
   * From this time on, by the venue's clock, the venue refuses the request, wherever it has been meanwhile. Undefined where that
   * is not known.
   */
  readonly expiresAt: Instant | undefined;
  /** From when on its first byte may have left. Undefined where that is not known. */
  readonly sentAt: Instant | undefined;
  readonly gaveUpAt: Instant | undefined;
  readonly resolvedAt: Instant | undefined;
  /** The most that may leave the account because of this intent. */
  readonly exposure: Decimal;
  readonly exposureCurrency: string;
  /** The venue's id of the order or conversion that is bound to it. */
  readonly venueId: string | undefined;
  /** The order that a replacement or a cancel is about; the payment or the batch that a transfer is about. */
  readonly targetId: string | undefined;
  /** Why the state is what it is, in words for people. */
  readonly evidence: string | undefined;
  /** The name of the refusal with which the venue answered, where that proves nothing by itself or was learned to. */
  readonly refusal: string | undefined;
  /** Whether it was adopted after it had been taken for not done. Nobody waits for what it has led to. */
  readonly isFoundLate: boolean;
  /** The number of the owner that began it, counted since the journal was made. Undefined in rows of earlier versions. */
  readonly begunEpoch?: number | undefined;
  /** The number of the owner that changed it last. */
  readonly settledEpoch?: number | undefined;
  /** What was concluded of it, one after the other, the last too. Undefined where that was one thing only, and in rows of earlier versions. */
  readonly verdicts?: readonly IntentVerdict[] | undefined;
}

/** That an intent was found to be in a state, and on what ground. */
export interface IntentVerdict {
  readonly state: IntentState;
  readonly at: Instant;
  readonly evidence: string | undefined;
}
