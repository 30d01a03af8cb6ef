import type { PolicyReport } from '../../daemon/treasury/publishPolicy.ts';
import type { Decimal } from '../../base/decimal.ts';
import type { MoveState } from '../../model/move.ts';
import type { WindowUse } from '../../policy/windowUses.ts';
import type { EntryReport } from '../../treasury/book/entryReport.ts';
import type { MoveReport } from '../../treasury/moves/moveReport.ts';

/** A treasury, as its database has it. Times are ISO 8601 UTC. Keys and signatures are not in it. */
export interface TreasuryView {
  /** Where it was looked for: the state directory, or the server that keeps the state. */
  readonly folder: string;
  /** Whether there is one. Where there is none, everything else is empty. */
  readonly isThere: boolean;
  /** Whether `sluice treasury serve` runs on it, on whatever machine. If not, what is approved is sent only by commands. */
  readonly isServed: boolean;
  /** Why it can't be read. */
  readonly trouble: string | undefined;
  readonly policy: Omit<PolicyReport, 'text'> | undefined;
  /** What may still change, oldest first. */
  readonly open: readonly MoveView[];
  /** What has ended, newest first. */
  readonly ended: readonly MoveView[];
  /** Open moves that are not listed. */
  readonly unlisted: number;
  readonly book: readonly EntryView[];
  readonly limits: readonly WindowView[];
  readonly audit: { readonly seq: number; readonly at: string; readonly hash: string } | undefined;
}

/** A move, in short. */
export interface MoveView extends Omit<MoveReport, 'state' | 'rows' | 'needs'> {
  readonly state: MoveState;
  /** Where it goes: the one destination, or how many payments it has. */
  readonly to: string;
  readonly sums: readonly { readonly currency: string; readonly amount: Decimal }[];
  readonly payments: number;
  /** Payments that have come to their end. */
  readonly over: number;
  readonly needs: readonly NeedView[];
  /** The eight words that whoever signs compares. Undefined where nobody signs any more. */
  readonly words: string | undefined;
}

/** So many people of a group who have to sign. */
export interface NeedView {
  readonly of: string;
  readonly need: number;
  readonly missing: number;
  /** Who may still sign. Empty where nothing is missing. */
  readonly who: readonly string[];
}

/** An entry of the address book. */
export interface EntryView extends EntryReport {
  /** Who has to approve it, by the policy in force. Empty where it is approved. */
  readonly needs: readonly NeedView[];
}

/** A rolling limit of the policy. `last` is in words: `24 h`. */
export type WindowView = Omit<WindowUse, 'last'> & { readonly last: string };
