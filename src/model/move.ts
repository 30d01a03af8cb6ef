import type { Decimal } from '../base/decimal.ts';
import type { Instant } from '../base/instant.ts';

/**
 * What a person asks the treasury to do with money. A `refund` gives a deposit of crypto currency back (001); a `page-refund` gives money of
 * payments on the hosted page back (002).
 */
export const MOVE_KINDS = ['withdrawal', 'batch', 'payout', 'refund', 'page-refund', 'conversion'] as const;
export type MoveKind = (typeof MOVE_KINDS)[number];

/** The letter with which the id of a move begins. */
export const MOVE_LETTERS: Readonly<Record<MoveKind, string>> = {
  withdrawal: 'W',
  batch: 'B',
  payout: 'P',
  refund: 'R',
  'page-refund': 'R',
  conversion: 'C',
};

/**
 * Where a move stands. `refused`: the policy says no. `expired`: its approvals came too late. `partly-completed`: some of its rows
 * have arrived, and the others never will.
 */
export type MoveState =
  | 'awaiting-approval'
  | 'approved'
  | 'sending'
  | 'sent'
  | 'unknown'
  | 'completed'
  | 'partly-completed'
  | 'declined'
  | 'refused'
  | 'canceled'
  | 'expired';

/** Where one payment stands. `not-sent`: it is proven that the venue has never had it, so it may be asked for again. */
export type RowState = 'waiting' | 'sending' | 'sent' | 'unknown' | 'completed' | 'declined' | 'not-sent';

/** How the fee is charged: on top where the balance allows it, always on top, or out of the amount (000 Withdrawals). */
export type FeeMode = 'default' | 'net' | 'gross';

/** Where money goes. `currency` is the one that arrives. */
export interface Destination {
  readonly currency: string;
  readonly network: string;
  readonly address: string;
  /** Tag, memo or note, where the network has one. */
  readonly tag: string | undefined;
}

/** Who receives it, as the Travel Rule asks (000 Beneficiary). */
export interface Beneficiary {
  readonly firstName: string;
  readonly lastName: string;
  /** Two letters (ISO 3166). */
  readonly countryOfBirthCode: string;
  /** YYYY-MM-DD. */
  readonly dateOfBirth: string;
}

export const CONVERSION_WAYS = ['quote', 'best'] as const;
export type ConversionWay = (typeof CONVERSION_WAYS)[number];

/** What a conversion has to bring. Its rate is never worse than `toAmount` for the amount of its row. */
export interface ConversionTerms {
  /** Which side is exact. The other one is a limit: `from` gives exactly the amount of the row, `to` gives that at most. */
  readonly exact: 'from' | 'to';
  /** What arrives in the other currency: exactly so much, or at least. */
  readonly toAmount: Decimal;
  /** By a quote, or by a quote or the order book, whichever is better when it is sent. By a quote unless given. */
  readonly by?: ConversionWay | undefined;
}

export const REFUND_FLOWS = ['Full', 'Excess'] as const;
export type RefundFlow = (typeof REFUND_FLOWS)[number];

/** What only some kinds of moves have, under the venue's own names. */
export interface MoveTerms {
  /** It is a link by which the payer claims a refund to an address that they pick (001 Endpoints): of everything, or of what is above the requested amount. */
  readonly refundFlow?: RefundFlow | undefined;
  /** A payout pays so much of the currency that arrives; then the amount of its row is the most that leaves (001 Payouts). */
  readonly amountTo?: string | undefined;
  /** Whether its fee is taken out of that (`gross`) or added on top (`net`). */
  readonly amountToType?: 'net' | 'gross' | undefined;
  /** The merchant's own account to which a payout belongs. */
  readonly accountId?: string | undefined;
  /** Where notifications of a payout are posted to. */
  readonly callbackUrl?: string | undefined;
  /** A mark of the client at the venue, of a withdrawal (000 Withdrawals). */
  readonly clientTag?: string | undefined;
}

/** One payment as it was asked for. */
export interface MoveRow {
  /** The id under which the venue knows it. No two rows ever have the same. */
  readonly reference: string;
  /** What leaves the account. */
  readonly currency: string;
  readonly amount: Decimal;
  /** Undefined for a conversion, and for a refund, whose payment names it. */
  readonly destination: Destination | undefined;
  /** The name of the destination in the address book. */
  readonly to: string | undefined;
  /** The other currency of a conversion, or the payment that is refunded. */
  readonly target: string | undefined;
  readonly conversion?: ConversionTerms | undefined;
  /** What the recipient is to get, in fiat currency, where a batch says that instead of an amount (000 Mass withdrawal). */
  readonly fiat: { readonly amount: Decimal; readonly currency: string } | undefined;
  readonly feeMode: FeeMode;
  readonly beneficiary: Beneficiary | undefined;
  readonly note: string | undefined;
  readonly terms?: MoveTerms | undefined;
}

/** What has become of a payment. */
export interface RowProgress {
  readonly state: RowState;
  readonly venueId: string | undefined;
  /** What the venue takes for it, in the currency that leaves. Undefined until it is known. */
  readonly fee: Decimal | undefined;
  readonly sentAt: Instant | undefined;
  /** Why it is where it is, in words. */
  readonly evidence: string | undefined;
  /** Who said what became of it, where the venue did not. It counts against limits all the same, and proves nothing. */
  readonly settledBy?: string | undefined;
}

/** So many different people of a group. */
export interface ApprovalNeed {
  readonly need: number;
  readonly of: string;
}

/** A person's order to move money. It never changes; what becomes of it does. */
export interface Move {
  readonly id: string;
  readonly kind: MoveKind;
  readonly rows: readonly MoveRow[];
  /** Who asked for it. */
  readonly initiator: string;
  readonly createdAt: Instant;
  /** The version of the policy that has decided on it. */
  readonly policyVersion: number;
  /** Until when it can be approved. Undefined when it needs no approval. */
  readonly expiresAt: Instant | undefined;
}

/** A move and what has become of it. `progress` has one entry for each row. */
export interface MoveRecord extends Move {
  readonly state: MoveState;
  /** The rule of the policy that has decided. */
  readonly rule: string;
  /** Who has to approve it: so many people of each group. Empty where nobody has to. */
  readonly needs: readonly ApprovalNeed[];
  readonly evidence: string | undefined;
  readonly changedAt: Instant;
  /** The key with which its initiator has signed it. Undefined where nobody has. */
  readonly signedWith: string | undefined;
  /** The account that it takes from. Undefined until it is sent. */
  readonly account: string | undefined;
  /** Whether it was open in a backup from which the treasury was restored since, or when its account's journal was rebuilt: more of it may have been sent than is known. */
  readonly isOfBackup?: boolean | undefined;
  readonly progress: readonly RowProgress[];
}
