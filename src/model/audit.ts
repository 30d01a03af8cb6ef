import type { Instant } from '../base/instant.ts';

/** What somebody has done in the treasury. */
export interface AuditNote {
  /** A person's name, or `sluice`. */
  readonly who: string;
  /** What was done, like `move.approved`. */
  readonly what: string;
  /** The id of what it was done to. */
  readonly subject: string;
  /** What was there before and afterwards, as text. Empty where there was nothing. */
  readonly before: string;
  readonly after: string;
  /** What shows it: a signature, an id of the venue, a reason. */
  readonly evidence: string;
}

/** A row of the audit log. Its hash covers all that stands in it and the hash of the row before. */
export interface AuditRow extends AuditNote {
  /** 1, 2, 3 ... without a gap. */
  readonly seq: number;
  readonly at: Instant;
  readonly previous: string;
  readonly hash: string;
}
