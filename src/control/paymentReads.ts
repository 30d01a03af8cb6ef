import { isFault } from '../base/fault.ts';
import { isoOf, isoOrNone } from '../base/instant.ts';
import type { PaymentViews } from '../daemon/paymentViews.ts';
import { waysToSettle } from '../treasury/payments/settled.ts';
import type { PaymentRow, PayoutRow } from '../treasury/transferReads.ts';
import type { ControlHandlers } from './contract/handlerTypes.ts';
import type { PaymentLine, PaymentsMissing, PayoutLine } from './contract/paymentView.ts';

/** The rows that look at payments. Each asks the venue, within the budget of the payment interface and not that of trading. */
export function paymentReads(views: () => Pick<PaymentViews, 'overview' | 'story'>): ControlHandlers<'payments.list' | 'payments.show'> {
  return {
    'payments.list': async ({ days }, gone) => {
      const overview = await views().overview(days, gone).catch(missingOf);
      if ('missing' in overview) return overview;
      const { from, readAt, payments, refunds, payouts, open, ...rest } = overview;
      return {
        ...rest,
        missing: undefined,
        from: isoOf(from),
        readAt: isoOf(readAt),
        payments: payments.map(paymentLine),
        refunds: refunds.map((row) => ({ ...row, sentAt: isoOrNone(row.sentAt) })),
        payouts: payouts.map(payoutLine),
        open: open.map((line) => ({ ...line, at: isoOrNone(line.at) })),
      };
    },
    'payments.show': async ({ id }, gone) => {
      const { row, timeline } = await views().story(id, gone);
      return {
        payment: paymentLine(row),
        timeline: timeline.map((entry) => ({ ...entry, at: isoOrNone(entry.at) })),
        ways: row.status === 'ManualActionRequired' ? waysToSettle(row.id) : undefined,
      };
    },
  };
}

/** That no account is named is a state and no failure: the page says what is missing. */
function missingOf(error: unknown): PaymentsMissing {
  if (!isFault(error) || error.code !== 'configuration') throw error;
  return { missing: error.message };
}

function paymentLine(row: PaymentRow): PaymentLine {
  return {
    id: row.id,
    createdAt: isoOrNone(row.createdOn),
    order: row.customOrderId,
    status: row.status,
    reason: row.statusDescription,
    expected: row.amountFrom,
    received: row.receivedAmount,
    currency: row.currencyFrom,
    asked: row.amountTo,
    askedCurrency: row.currencyTo,
    network: row.networkCode,
  };
}

function payoutLine(row: PayoutRow): PayoutLine {
  return {
    id: row.id,
    order: row.customOrderId,
    status: row.status,
    reason: row.statusDescription,
    amount: row.amountTo,
    currency: row.currencyTo,
    fee: row.feeAmountTo,
    network: row.networkCode,
  };
}
