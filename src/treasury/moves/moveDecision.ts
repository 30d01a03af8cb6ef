import type { Instant } from '../../base/instant.ts';
import type { Approval } from '../../model/approval.ts';
import type { ApprovalNeed, Move, MoveRecord } from '../../model/move.ts';
import type { RowQuote } from './carrier.ts';

/** What the policy says of a move as a whole. */
export interface MoveDecision {
  readonly verdict: 'allow' | 'approve' | 'deny';
  /** The rule that has decided. */
  readonly rule: string;
  readonly why: readonly string[];
  /** The version of the policy that has decided; 0 where none is in force. */
  readonly version: number;
  /** How long the approvals may take, where they are needed. */
  readonly expiresAfterMs: number | undefined;
  /** Who has to approve it. */
  readonly needs: readonly ApprovalNeed[];
}

/** A move before it has an id. */
export type AskedMove = Pick<Move, 'kind' | 'initiator' | 'rows'>;

/** The policy as moves use it. */
export interface MovePolicy {
  /** Decides on a move at a time. `except` is the move itself, when it is among those that were asked for already. */
  decide(move: AskedMove, quotes: readonly RowQuote[], at: Instant, except?: string): Promise<MoveDecision>;
  /** The keys of each person, by the policy in force. None when there is no policy. */
  keys(): Promise<ReadonlyMap<string, readonly string[]>>;
  /** Throws a `Fault` that says why an approval does not count. */
  assertCounts(move: MoveRecord, approval: Approval): Promise<void>;
  /** Whether these approvals are all that the move needs. */
  isApproved(move: MoveRecord, approvals: readonly Approval[]): Promise<boolean>;
}
