import type { Decimal } from '../../base/decimal.ts';
import { isFault } from '../../base/fault.ts';
import type { Reply } from '../../contract/operation.ts';
import { paramsFromText } from '../../contract/paramsFromText.ts';
import { processing } from '../../contract/processing.ts';
import type { MoveRow, RowProgress } from '../../model/move.ts';
import { SKEW_MS } from '../findTransfer.ts';
import type { PayoutRow } from '../transferReads.ts';
import type { Carrier, MoveVenue, RowQuote } from './carrier.ts';
import { journalProgress, mayHaveLed } from './journalProgress.ts';
import { otherDestination } from './otherDestination.ts';
import { troubleOf } from './troubleOf.ts';
import { refusalWords } from './refusalWords.ts';

/** A fee that is valued is never taken for less than it is. */
const ROUND_UP = 0;
const FEE_PLACES = 12;

type Estimate = Reply<(typeof processing)['payouts.estimate']>;

/** Payouts of a fiat balance as crypto currency (001 Payouts). */
export function payoutCarrier(venue: MoveVenue): Carrier {
  return {
    quote: (rows) => Promise.all(rows.map((row) => quoteOf(venue, row))),
    knows: async (reference) => mayHaveLed(await (await venue.journal('processing')).withReference(`payout ${reference}`)),
    async send({ rows: [row] }) {
      // Where the payout says what arrives, what leaves is the venue's to say, and may be more by now than was decided on.
      const why = row!.terms?.amountTo === undefined ? undefined : (await quoteOf(venue, row!)).problem;
      if (why !== undefined) return { why, isFinal: false };
      const { accountId, callbackUrl } = row!.terms ?? {};
      const own = {
        customOrderId: row!.reference,
        ...(accountId === undefined ? {} : { accountId }),
        ...(callbackUrl === undefined ? {} : { callbackUrl }),
      };
      return troubleOf(venue.transfer('processing', 'payouts.create', { ...textsOf(row!), ...own }));
    },
    async look(move) {
      const [row, before] = [move.rows[0]!, move.progress[0]!];
      const journal = await venue.journal('processing');
      const intents = await journal.withReference(`payout ${row.reference}`);
      const progress = journalProgress(intents, before);
      if (progress.state !== 'sent' || progress.venueId === undefined) return [progress];
      const reads = venue.reads('processing');
      const named = await reads.payout(progress.venueId);
      const isAnswer = intents.some(({ state, venueId }) => state === 'acknowledged' && venueId === named.id);
      if (!isAnswer || !isOfAnother(named, row)) return [settled(row, progress, named)];
      // The answer was about another one. Ours has our reference.
      const [own] = await reads.payouts(row.reference, (progress.sentAt ?? move.createdAt) - SKEW_MS);
      if (own !== undefined) return [settled(row, { ...progress, venueId: own.id }, own)];
      const evidence = `the venue's answer named ${named.id}, which is payout ${named.customOrderId}: ask the venue at once`;
      return [{ ...progress, state: 'unknown', evidence }];
    },
  };
}

async function quoteOf(venue: MoveVenue, row: MoveRow): Promise<RowQuote> {
  const { amount, currency, destination } = row;
  const receivesCurrency = destination!.currency;
  try {
    const estimate = await venue.read<Estimate>(
      'processing',
      'payouts.estimate',
      paramsFromText('payouts.estimate', processing['payouts.estimate'], textsOf(row)),
    );
    const { receivedAmount: receives, amountFrom: leaves } = estimate;
    const problem = leaves.gt(amount)
      ? `it would take ${leaves.toFixed()} ${currency}, and at most ${amount.toFixed()} ${currency} may leave`
      : undefined;
    return { leaves, fee: feeOf(estimate, currency, receivesCurrency), receives, receivesCurrency, problem };
  } catch (error) {
    if (!isFault(error) || (error.code !== 'refused' && error.code !== 'invalid-request')) throw error;
    return { leaves: amount, fee: undefined, receives: undefined, receivesCurrency, problem: refusalWords(error) };
  }
}

/**
 * The fee in the currency that leaves, of which it is a part. The venue takes it from what the amount is converted into (001 Payouts), so its worth is by
 * the estimate's own rate. Undefined where it is in a third currency, or where the estimate has no rate.
 */
function feeOf({ feeAmount, feeCurrency, receivedAmount, amountFrom }: Estimate, leaving: string, arriving: string): Decimal | undefined {
  if (feeCurrency === leaving) return feeAmount;
  const converted = receivedAmount.plus(feeAmount);
  if (feeCurrency !== arriving || !converted.gt(0)) return undefined;
  return feeAmount.times(amountFrom).div(converted).toDecimalPlaces(FEE_PLACES, ROUND_UP);
}

function textsOf({ currency, amount, destination, terms }: MoveRow): Record<string, string> {
  const { currency: currencyTo, network: networkCode, address, tag } = destination!;
  const { amountTo, amountToType } = terms ?? {};
  const wanted = amountTo === undefined ? { amountFrom: amount.toFixed() } : { amountTo, ...(amountToType && { amountToType }) };
  const texts = { currencyFrom: currency, ...wanted, currencyTo, networkCode, address };
  return tag === undefined ? texts : { ...texts, additionalAddress: tag };
}

/** Whether the venue shows a payout under a reference that is not ours. */
function isOfAnother({ customOrderId = '' }: PayoutRow, { reference }: MoveRow): boolean {
  return customOrderId !== '' && customOrderId !== reference;
}

/** 001 States, payout intent. */
function settled(
  { destination }: MoveRow,
  sent: RowProgress,
  { id, status, statusDescription, address, networkCode, additionalAddress: tag, transactionHash }: PayoutRow,
): RowProgress {
  const other = otherDestination(destination!, { address, network: networkCode, tag });
  if (other !== undefined) return { ...sent, state: 'unknown', evidence: `the venue shows ${id} with ${other}: ask the venue at once` };
  switch (status.toLowerCase()) {
    case 'completed':
      return { ...sent, state: 'completed', evidence: `completed${transactionHash ? ` as ${transactionHash}` : ''}` };
    case 'failed':
    case 'cancelled':
      return { ...sent, state: 'declined', evidence: `${status}${statusDescription ? `: ${statusDescription}` : ''}` };
    default:
      return { ...sent, evidence: status };
  }
}
