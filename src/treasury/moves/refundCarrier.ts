import { isFault } from '../../base/fault.ts';
import type { Reply } from '../../contract/operation.ts';
import type { processing } from '../../contract/processing.ts';
import type { MoveRow, RowProgress } from '../../model/move.ts';
import type { PaymentRow } from '../transferReads.ts';
import type { Carrier, MoveVenue, RowQuote } from './carrier.ts';
import { journalProgress, mayHaveLed } from './journalProgress.ts';
import { troubleOf } from './troubleOf.ts';

type RefundFee = Reply<(typeof processing)['paymentIntents.refundFee']>;

/** Gives a deposit back to where it came from (001 crypto refund). The payment says how much, and in which currency. */
export function refundCarrier(venue: MoveVenue): Carrier {
  return {
    quote: (rows) => Promise.all(rows.map((row) => quoteOf(venue, row))),
    knows: async (reference) => mayHaveLed(await (await venue.journal('processing')).withReference(`refund ${reference}`)),
    send: ({ rows: [row] }) =>
      troubleOf(
        venue.transfer('processing', 'paymentIntents.refund', { paymentIntentId: row!.target!, externalTransactionId: row!.reference }),
      ),
    async look(move) {
      const [row, before] = [move.rows[0]!, move.progress[0]!];
      const journal = await venue.journal('processing');
      const progress = journalProgress(await journal.withReference(`refund ${row.reference}`), before);
      if (progress.state !== 'sent') return [progress];
      return [settled(progress, await venue.reads('processing').payment(row.target!))];
    },
  };
}

async function quoteOf(venue: MoveVenue, row: MoveRow): Promise<RowQuote> {
  const { target, amount, currency } = row;
  const payment = await venue.reads('processing').payment(target!);
  const problem = problemOf(row, payment);
  const known = problem === undefined ? await feeOf(venue, payment) : undefined;
  return { leaves: amount, fee: known?.feeAmount, receives: known?.amount, receivesCurrency: currency, problem };
}

/** What the venue takes of a refund to the address that has paid. Undefined where it does not show that address, or says no fee for it. */
async function feeOf(venue: MoveVenue, { id, sourceAddress, networkCode }: PaymentRow): Promise<RefundFee | undefined> {
  if (sourceAddress === undefined || sourceAddress === '') return undefined;
  const params = { paymentIntentId: id, address: sourceAddress, networkCode };
  try {
    return await venue.read<RefundFee>('processing', 'paymentIntents.refundFee', params);
  } catch (error) {
    if (!isFault(error) || (error.code !== 'refused' && error.code !== 'invalid-request')) throw error;
    return undefined;
  }
}

/** 001 States 8. */
function problemOf({ amount, currency }: MoveRow, { status, receivedAmount, currencyFrom }: PaymentRow): string | undefined {
  if (status !== 'ManualActionRequired') return `the payment is ${status}; a refund needs one that is ManualActionRequired`;
  if (receivedAmount === undefined || !receivedAmount.gt(0)) return 'nothing was deposited';
  // The venue gives back what it has received, whatever was asked for; the policy must have decided on that.
  if (receivedAmount.eq(amount) && currencyFrom === currency) return undefined;
  return `the venue would give back ${receivedAmount.toFixed()} ${currencyFrom ?? ''}, and this is a refund of ${amount.toFixed()} ${currency}`;
}

function settled(sent: RowProgress, { status }: PaymentRow): RowProgress {
  return status === 'ManuallyCompletedWithRefund' ? { ...sent, state: 'completed', evidence: status } : { ...sent, evidence: status };
}
