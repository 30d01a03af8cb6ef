import type { RefundRow } from '../../treasury/payments/refundRows.ts';
import type { Column } from '../column.ts';
import { command, option } from '../command.ts';
import { DAY_MS } from '../../base/instant.ts';
import { durationValue } from '../values.ts';

export const payRefundsList = command({
  name: 'pay refunds list',
  about: 'List payments that were refunded, and refunds that were sent from here; 001 has no read that shows a refund itself',
  options: { since: option('--since <duration>', 'payments and refunds of this time', durationValue, 30 * DAY_MS) },
  examples: ['pay refunds list', 'pay refunds list --since 90d -o csv'],
  async run({ options: { since } }, shell) {
    const { systemClock } = await import('../../base/systemClock.ts');
    const { sentFrom } = await import('../accountJournal.ts');
    const { askInterface } = await import('../askInterface.ts');
    const { printRows } = await import('../print.ts');
    const { readPayments } = await import('../../treasury/payments/paymentReads.ts');
    const { refundRows } = await import('../../treasury/payments/refundRows.ts');
    const from = systemClock.now() - since;
    const payments = await askInterface(shell, 'processing', ({ ask }) => readPayments(ask, { from }));
    const sent = await sentFrom(shell, 'processing', (journal) => journal.transfers(from));
    printRows(shell, columns, refundRows(payments, sent));
  },
});

const columns: readonly Column<RefundRow>[] = [
  { key: 'payment', isWhole: true, value: (row) => row.paymentId },
  { key: 'order', value: (row) => row.order },
  { key: 'status', value: (row) => row.status },
  { key: 'currency', value: (row) => row.currency },
  { key: 'amount', kind: 'number', value: (row) => row.amount },
  { key: 'sentAt', kind: 'time', value: (row) => row.sentAt },
  { key: 'transfer', isWhole: true, value: (row) => row.transfer },
  { key: 'refund', isWhole: true, value: (row) => row.refundId },
  { key: 'note', value: (row) => row.note },
];
