import type { Clock } from '../../base/clock.ts';
import type { Decimal } from '../../base/decimal.ts';
import { isFault } from '../../base/fault.ts';
import type { Reply } from '../../contract/operation.ts';
import type { processing } from '../../contract/processing.ts';
import type { MoveRecord, MoveRow, RefundFlow, RowProgress } from '../../model/move.ts';
import { isRefunded } from '../payments/settled.ts';
import type { PaymentRow } from '../transferReads.ts';
import type { Carrier, MoveVenue, RowQuote } from './carrier.ts';
import { journalProgress, mayHaveLed } from './journalProgress.ts';
import { refundHolder } from './refundHolder.ts';
import { claimed, isByLink, isOf } from './refundLinks.ts';
import { troubleOf } from './troubleOf.ts';

type RefundFee = Reply<(typeof processing)['paymentIntents.refundFee']>;

/**
 * Gives a deposit back to where it came from (001 crypto refund), or lets the payer claim it by a link. The payment says how much, and in which currency.
 * To let a link go sends nothing: whoever asks for it then gets it, and from then on it counts as sent. `refundsOf`: the moves that refund a payment.
 */
export function refundCarrier(
  venue: MoveVenue,
  clock: Pick<Clock, 'now'>,
  refundsOf: (payment: string) => Promise<readonly MoveRecord[]>,
): Carrier {
  const letGo = new Set<string>();
  return {
    quote: (rows) => Promise.all(rows.map((row) => quoteOf(venue, row))),
    knows: async (reference) => mayHaveLed(await (await venue.journal('processing')).withReference(`refund ${reference}`)),
    async send({ rows: [row] }) {
      const texts = { paymentIntentId: row!.target!, externalTransactionId: row!.reference };
      // The payer may have paid more since it was decided, and the venue gives back what there is by then.
      const why = await refundProblem(venue, row!);
      if (why !== undefined) return { why, isFinal: false };
      if (!isByLink(row!)) return troubleOf(venue.transfer('processing', 'paymentIntents.refund', texts));
      letGo.add(row!.reference);
      return undefined;
    },
    async look(move) {
      const [row, before] = [move.rows[0]!, move.progress[0]!];
      if (isByLink(row)) return [await lookAtLink(move)];
      const journal = await venue.journal('processing');
      const progress = journalProgress(await journal.withReference(`refund ${row.reference}`), before);
      if (progress.state !== 'sent') return [progress];
      const { status } = await venue.reads('processing').payment(row.target!);
      return [settled(progress, status, await otherHolder(move, progress, status))];
    },
  };

  async function lookAtLink(move: MoveRecord): Promise<RowProgress> {
    const [{ reference, target }, before] = [move.rows[0]!, move.progress[0]!];
    if (before.state === 'waiting' && !letGo.has(reference)) return before;
    const sent: RowProgress = { ...before, state: 'sent', venueId: target, sentAt: before.sentAt ?? clock.now() };
    if (before.state !== 'waiting' && before.state !== 'sent') return before;
    const { status } = await venue.reads('processing').payment(target!);
    return claimed(sent, status, clock.now(), await otherHolder(move, sent, status));
  }

  /** The move that the payment was refunded by, where it is another one than this, as it stands now. */
  async function otherHolder(move: MoveRecord, progress: RowProgress, status: string): Promise<string | undefined> {
    if (!isRefunded(status)) return undefined;
    const others = (await refundsOf(move.rows[0]!.target!)).filter(({ id }) => id !== move.id);
    const holder = refundHolder([...others, { ...move, progress: [progress] }]);
    return holder?.id === move.id ? undefined : holder?.id;
  }
}

/** Why a refund can't be what was decided on, as the payment stands now. */
export async function refundProblem(venue: Pick<MoveVenue, 'reads'>, row: MoveRow): Promise<string | undefined> {
  return problemOf(row, await venue.reads('processing').payment(row.target!));
}

async function quoteOf(venue: MoveVenue, row: MoveRow): Promise<RowQuote> {
  const { target, amount, currency } = row;
  const payment = await venue.reads('processing').payment(target!);
  const problem = problemOf(row, payment);
  const known = problem === undefined && !isByLink(row) ? await feeOf(venue, payment) : undefined;
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

/** What a refund gives back: all that was received, or what is above the requested amount. Undefined where that is nothing. */
export function givenBack(
  { receivedAmount, amountFrom }: Pick<PaymentRow, 'receivedAmount' | 'amountFrom'>,
  flow: RefundFlow = 'Full',
): Decimal | undefined {
  const back = flow === 'Full' ? receivedAmount : amountFrom === undefined ? undefined : receivedAmount?.minus(amountFrom);
  return back?.gt(0) === true ? back : undefined;
}

/** 001 States 8. */
function problemOf({ amount, currency, terms }: MoveRow, payment: PaymentRow): string | undefined {
  const { status, receivedAmount, currencyFrom } = payment;
  if (status !== 'ManualActionRequired') return `the payment is ${status}; a refund needs one that is ManualActionRequired`;
  if (receivedAmount === undefined || !receivedAmount.gt(0)) return 'nothing was deposited';
  // The venue gives back what it has received, whatever was asked for; the policy must have decided on that.
  const back = givenBack(payment, terms?.refundFlow);
  if (back === undefined)
    return `no more was deposited than the ${payment.amountFrom?.toFixed() ?? '?'} ${currencyFrom ?? ''} that were asked for`;
  if (back.eq(amount) && currencyFrom === currency) return undefined;
  return `the venue would give back ${back.toFixed()} ${currencyFrom ?? ''}, and this is a refund of ${amount.toFixed()} ${currency}`;
}

function settled(sent: RowProgress, status: string, other: string | undefined): RowProgress {
  if (other !== undefined) return { ...sent, evidence: isOf(status, other) };
  return status === 'ManuallyCompletedWithRefund' ? { ...sent, state: 'completed', evidence: status } : { ...sent, evidence: status };
}
