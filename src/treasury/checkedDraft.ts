import { type Decimal, ZERO } from '../base/decimal.ts';
import { Fault, isFault } from '../base/fault.ts';
import type { Instant } from '../base/instant.ts';
import type { Intent } from '../model/intent.ts';
import type { Journal } from '../model/journal.ts';
import { amountIn, bodyOf, fieldOf, rowsOf } from './bodyFields.ts';
import type { DraftReply, TransferReads } from './transferReads.ts';
import { validatedHere } from './validatedHere.ts';

/** What stands against a draft, for whoever lets it be confirmed. Undefined when nothing does. */
export type DraftProblem = (draft: DraftReply) => string | undefined;

/**
 * Reads a draft right before it is confirmed and holds it against the rows that were validated here. Answers what it takes from the
 * account. Throws a `Fault` `refused`, `not-sent`, when it is no draft any more, is not what was validated, or has the problem that
 * the caller asks about.
 */
export async function checkedDraft(
  batchId: string,
  reads: TransferReads,
  journal: Journal,
  now: Instant,
  problemFor: DraftProblem = () => undefined,
): Promise<{ readonly amount: Decimal; readonly currency: string }> {
  const batch = await readDraft(batchId, reads);
  if (batch.status.toLowerCase() !== 'draft') throw refused(`batch ${batchId} is ${batch.status}, not Draft`);
  const validated = await validatedHere(journal, batchId, now);
  const problem = validated === undefined ? undefined : problemOf(batch, validated);
  if (problem !== undefined) throw refused(`batch ${batchId} is not what was validated here: ${problem}`);
  const other = problemFor(batch);
  if (other !== undefined) throw refused(other);
  return { amount: batch.amount.plus(batch.feeAmount), currency: batch.currency };
}

async function readDraft(batchId: string, reads: TransferReads): Promise<DraftReply> {
  try {
    return await reads.batch(batchId);
  } catch (error) {
    if (!isFault(error)) throw error;
    const { code, message, suggestion } = error;
    throw new Fault(code, `the draft could not be read before it is confirmed: ${message}`, {
      outcome: 'not-sent',
      suggestion,
      cause: error,
    });
  }
}

/** A total counts with or without the fees: the document does not say which it is (000 Withdrawal batch). */
function problemOf({ currency, amount, feeAmount, draftTransactionCount: count }: DraftReply, { body }: Intent): string | undefined {
  const rows = rowsOf(bodyOf(body), undefined).filter((row) => fieldOf(row, 'currency').toLowerCase() === currency.toLowerCase());
  if (rows.length !== count) return `it has ${count} withdrawals of ${currency}, and ${rows.length} were validated`;
  // What a row in fiat currency takes of the crypto currency is for the venue to say.
  if (rows.some((row) => fieldOf(row, 'fiatEquivalent') !== '')) return undefined;
  const total = rows.reduce((sum, row) => sum.plus(amountIn(row, 'amount')), ZERO);
  if (amount.eq(total) || amount.eq(total.plus(feeAmount))) return undefined;
  return `it is of ${amount.toFixed()} ${currency}, and ${total.toFixed()} were validated`;
}

function refused(message: string): Fault {
  return new Fault('refused', message, { outcome: 'not-sent', suggestion: 'look at it with `sluice api exchange.withdrawalBatches.get`' });
}
