import type { Decimal } from '../../base/decimal.ts';
import type { Instant } from '../../base/instant.ts';
import type { Intent } from '../../model/intent.ts';
import { kindOf } from '../transferKinds.ts';
import type { PaymentRow } from '../transferReads.ts';
import { isRefunded } from './settled.ts';

/** A refund as it can be known: by the state of its payment, and by our own journal. */
export interface RefundRow {
  readonly paymentId: string;
  readonly order: string | undefined;
  /** That of the payment. Undefined where it was not read. */
  readonly status: string | undefined;
  readonly currency: string | undefined;
  /** What left the payment, before the fee of the network. Undefined while that is not known. */
  readonly amount: Decimal | undefined;
  readonly sentAt: Instant | undefined;
  readonly transfer: string | undefined;
  readonly refundId: string | undefined;
  readonly note: string | undefined;
}

/** Payments that were refunded, however that came about, and refunds that were sent from here. Newest first. */
export function refundRows(payments: readonly PaymentRow[], sent: readonly Intent[]): readonly RefundRow[] {
  const refunds = sent.filter((intent) => kindOf(intent).what === 'refund');
  const byId = new Map(payments.map((row) => [row.id, row]));
  const fromHere = refunds.map((intent) => rowOf(intent.targetId!, byId.get(intent.targetId!), intent));
  const targets = new Set(refunds.map(({ targetId }) => targetId));
  const others = payments.filter(({ id, status }) => isRefunded(status) && !targets.has(id)).map((row) => rowOf(row.id, row, undefined));
  return [...fromHere, ...others];
}

function rowOf(paymentId: string, row: PaymentRow | undefined, intent: Intent | undefined): RefundRow {
  const isDone = row !== undefined && isRefunded(row.status);
  const isExcess = row?.status === 'CompletedWithExcessRefund' && row.amountFrom !== undefined;
  const amount = isExcess ? row.receivedAmount?.minus(row.amountFrom!) : row?.receivedAmount;
  const how = intent === undefined ? 'by a link, or by the venue itself' : intent.state;
  return {
    paymentId,
    order: row?.customOrderId,
    status: row?.status,
    currency: row?.currencyFrom,
    amount: isDone ? amount : undefined,
    sentAt: intent?.createdAt,
    transfer: intent?.id,
    refundId: intent?.venueId,
    note: [how, intent?.evidence].filter((part) => part !== undefined).join(': '),
  };
}
