import type { ApprovalNeed } from '../model/move.ts';

/** What the policy says of a payment or of a move. `why` is for people: a sentence for each reason. */
export type Decision =
  | { readonly verdict: 'allow'; readonly rule: string; readonly why: readonly string[] }
  | {
      readonly verdict: 'approve';
      readonly rule: string;
      readonly approvals: readonly ApprovalNeed[];
      readonly expiresAfterMs: number;
      readonly why: readonly string[];
    }
  | { readonly verdict: 'deny'; readonly rule: string; readonly why: readonly string[] };

/** The rule of a denial by the address book, and of one that no rule has decided. No rule of a file has these names. */
export const BUILT_IN_RULES = ['book', 'default'] as const;
