import type { TimelineEntry } from '../treasury/payments/intentTimeline.ts';
import type { PaymentRow, PayoutRow } from '../treasury/transferReads.ts';
import type { Column, Style } from './column.ts';

/** The columns of payments, in lists and alone. */
export const paymentColumns: readonly Column<PaymentRow>[] = [
  { key: 'id', value: (row) => row.id },
  { key: 'createdAt', kind: 'time', value: (row) => row.createdOn },
  { key: 'order', value: (row) => row.customOrderId },
  { key: 'status', value: (row) => row.status, style: ({ status }) => statusStyle(status) },
  { key: 'reason', value: (row) => row.statusDescription },
  { key: 'payCurrency', value: (row) => row.currencyFrom },
  { key: 'payAmount', kind: 'number', value: (row) => row.amountFrom },
  { key: 'received', kind: 'number', value: (row) => row.receivedAmount },
  { key: 'currency', value: (row) => row.currencyTo },
  { key: 'amount', kind: 'number', value: (row) => row.amountTo },
];

/** What one payment has more. */
export const paymentDetails: readonly Column<PaymentRow>[] = [
  ...paymentColumns,
  { key: 'credited', kind: 'number', value: (row) => row.executedAmountTo },
  { key: 'creditedCurrency', value: (row) => row.executedCurrencyTo },
  { key: 'fee', kind: 'number', value: (row) => row.processingFeeAmount },
  { key: 'feeCurrency', value: (row) => row.processingFeeCurrency },
  { key: 'worth', kind: 'number', value: (row) => row.receivedAmountEquivalent },
  { key: 'worthCurrency', value: (row) => row.receivedEquivalentCurrency },
  { key: 'worthValidTo', kind: 'time', value: (row) => row.receivedAmountEquivalentValidTo },
  { key: 'network', value: (row) => row.networkCode },
  { key: 'address', value: (row) => row.address },
  { key: 'tag', value: (row) => row.additionalAddress },
  { key: 'transaction', value: (row) => row.transactionHash ?? row.originTransactionId },
  { key: 'from', value: (row) => row.sourceAddress },
  { key: 'account', value: (row) => row.accountId },
];

export const timelineColumns: readonly Column<TimelineEntry>[] = [
  { key: 'at', kind: 'time', value: (entry) => entry.at },
  { key: 'time', value: (entry) => entry.time },
  { key: 'what', value: (entry) => entry.what },
  { key: 'status', value: (entry) => entry.status, style: ({ status }) => statusStyle(status) },
  { key: 'amount', kind: 'number', value: (entry) => entry.amount },
  { key: 'currency', value: (entry) => entry.currency },
  { key: 'note', value: (entry) => entry.note },
];

export const payoutColumns: readonly Column<PayoutRow>[] = [
  { key: 'id', value: (row) => row.id },
  { key: 'order', value: (row) => row.customOrderId },
  { key: 'status', value: (row) => row.status, style: ({ status }) => statusStyle(status) },
  { key: 'reason', value: (row) => row.statusDescription },
  { key: 'fromCurrency', value: (row) => row.currencyFrom },
  { key: 'fromAmount', kind: 'number', value: (row) => row.amountFrom },
  { key: 'toCurrency', value: (row) => row.currencyTo },
  { key: 'toAmount', kind: 'number', value: (row) => row.amountTo },
  { key: 'fee', kind: 'number', value: (row) => row.feeAmountTo },
  { key: 'network', value: (row) => row.networkCode },
  { key: 'address', value: (row) => row.address },
  { key: 'tag', value: (row) => row.additionalAddress },
  { key: 'transaction', value: (row) => row.transactionHash ?? row.transactionId },
  { key: 'account', value: (row) => row.accountId },
];

function statusStyle(status: string | undefined): Style | undefined {
  if (status === 'ManualActionRequired') return 'yellow';
  if (status === 'Failed') return 'red';
  return status?.includes('Completed') === true ? 'green' : undefined;
}
