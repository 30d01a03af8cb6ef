import type { Decimal } from '../../base/decimal.ts';
import type { TimelineEntry } from '../../treasury/payments/intentTimeline.ts';
import type { ReconcileLine } from '../../treasury/payments/reconcileLine.ts';
import type { RefundRow } from '../../treasury/payments/refundRows.ts';

/** Why there are no payments to be shown: what is not set up. */
export interface PaymentsMissing {
  readonly missing: string;
}

/** The payments of some days. Times are ISO 8601 UTC; lists are newest first. */
export interface PaymentsView {
  readonly missing: undefined;
  /** The address of the payment interface. */
  readonly host: string;
  readonly from: string;
  readonly readAt: string;
  readonly payments: readonly PaymentLine[];
  readonly refunds: readonly RefundLine[];
  readonly payouts: readonly PayoutLine[];
  /** What does not fit, so that somebody has to look. */
  readonly open: readonly OpenLine[];
  /** What could not be told. */
  readonly notes: readonly string[];
}

export interface PaymentLine {
  readonly id: string;
  readonly createdAt: string | undefined;
  readonly order: string | undefined;
  readonly status: string;
  readonly reason: string | undefined;
  /** In `currency`, the coin that is paid with. Undefined until the payer has picked one. */
  readonly expected: Decimal | undefined;
  readonly received: Decimal | undefined;
  readonly currency: string | undefined;
  /** What was asked for, in the merchant's currency. */
  readonly asked: Decimal | undefined;
  readonly askedCurrency: string | undefined;
  readonly network: string | undefined;
}

export interface RefundLine extends Omit<RefundRow, 'sentAt'> {
  readonly sentAt: string | undefined;
}

export interface PayoutLine {
  readonly id: string;
  readonly order: string | undefined;
  readonly status: string;
  readonly reason: string | undefined;
  /** What its recipient gets. */
  readonly amount: Decimal | undefined;
  readonly currency: string | undefined;
  readonly fee: Decimal | undefined;
  readonly network: string | undefined;
}

export interface OpenLine extends Omit<ReconcileLine, 'at'> {
  readonly at: string | undefined;
}

/** One payment and what happened to it, oldest first. */
export interface PaymentView {
  readonly payment: PaymentLine;
  readonly timeline: readonly (Omit<TimelineEntry, 'at'> & { readonly at: string | undefined })[];
  /** How a person decides about it; undefined where nothing is to be decided. */
  readonly ways: string | undefined;
}
