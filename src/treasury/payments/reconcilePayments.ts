import { ZERO } from '../../base/decimal.ts';
import type { Intent } from '../../model/intent.ts';
import type { PayoutRow } from '../transferReads.ts';
import { type DepositFacts, depositLines } from './depositLines.ts';
import { payoutLines, unshownLines } from './outgoingLines.ts';
import { followUpLines, type PaymentFacts, paymentLines } from './paymentLines.ts';
import type { ReconcileLine } from './reconcileLine.ts';
import { type BucketSum, type Came, reconcileSums, type Untied, untied } from './reconcileSums.ts';

/** All that was read of a span of time. A side that was not read has empty lists. */
export interface ReconcileFacts {
  readonly payments: PaymentFacts;
  readonly deposits: DepositFacts;
  readonly payouts: readonly PayoutRow[];
  /** What was sent from here to the payment interface in that time. */
  readonly sent: readonly Intent[];
}

export interface PaymentReconciliation {
  readonly lines: readonly ReconcileLine[];
  readonly sums: readonly BucketSum[];
  /** Where the sums do not tie to the venue's records: never, unless the program is wrong. */
  readonly untied: readonly Untied[];
  /** How many lines somebody has to look at. */
  readonly open: number;
}

/** Where no deposits were read. */
export const NO_DEPOSITS: DepositFacts = { fiat: [], crypto: [], addresses: [], payments: [], sightings: new Map() };

/** Compares what was expected with what came: each record is one line, and the lines come to what the records do. */
export function reconcilePayments({ payments, deposits, payouts, sent }: ReconcileFacts): PaymentReconciliation {
  const lines = [
    ...paymentLines(payments),
    ...depositLines(deposits),
    ...payoutLines(payouts),
    ...followUpLines(payments.payments),
    ...unshownLines(sent, payments.known, payouts),
  ];
  return {
    lines,
    sums: reconcileSums(lines),
    untied: untied(lines, cameBy({ payments, deposits, payouts })),
    open: lines.filter(({ isOpen }) => isOpen).length,
  };
}

/** What the venue's records say has come, without any judgement. */
function cameBy({ payments, deposits, payouts }: Omit<ReconcileFacts, 'sent'>): readonly Came[] {
  const { payments: rows } = payments;
  const { fiat, crypto } = deposits;
  return [
    ...rows.map(({ currencyFrom, currencyTo, receivedAmount }): Came => ({
      kind: 'payment',
      currency: currencyFrom ?? currencyTo ?? '',
      received: receivedAmount ?? ZERO,
    })),
    ...fiat.map(({ currency, status, totalAmount }): Came => ({
      kind: 'fiat deposit',
      currency,
      received: status === 'Completed' ? totalAmount : ZERO,
    })),
    ...crypto.map(({ currency, status, totalAmount }): Came => ({
      kind: 'crypto deposit',
      currency,
      received: status === 'Completed' ? totalAmount : ZERO,
    })),
    ...payouts.map(({ currencyTo = '', status, amountTo }): Came => ({
      kind: 'payout',
      currency: currencyTo,
      received: status === 'Completed' ? (amountTo ?? ZERO) : ZERO,
    })),
  ];
}
