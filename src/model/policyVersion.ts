import type { Instant } from '../base/instant.ts';
import type { Approval } from './approval.ts';

/** A text of the policy that was published. */
export interface PolicyVersion {
  /** 1, 2, 3 ... */
  readonly version: number;
  /** The file as it was, YAML. */
  readonly text: string;
  /** SHA-256 of the text, in hex. */
  readonly hash: string;
  readonly publishedBy: string;
  readonly publishedAt: Instant;
  readonly approvals: readonly Approval[];
  /** From when on it decides. */
  readonly holdsFrom: Instant;
}
