import { type Decimal, ZERO } from '../../base/decimal.ts';
import { type FaultCode, isFault } from '../../base/fault.ts';
import { stringifyJson } from '../../base/json.ts';
import type { exchange } from '../../contract/exchange.ts';
import type { Reply } from '../../contract/operation.ts';
import type { Intent } from '../../model/intent.ts';
import type { MoveRow, RowProgress } from '../../model/move.ts';
import { amountIn, bodyOf, fieldOf } from '../bodyFields.ts';
import { SKEW_MS } from '../findTransfer.ts';
import type { HistoryRow } from '../transferReads.ts';
import type { Carrier, MoveVenue, RowQuote } from './carrier.ts';
import { journalProgress, mayHaveLed } from './journalProgress.ts';
import { settledBy } from './settledBy.ts';
import { troubleOf } from './troubleOf.ts';
import { refusalWords } from './refusalWords.ts';

/** What is wrong with a row itself. A currency or network that the venue does not know is not found. */
const OF_THE_ROW: ReadonlySet<FaultCode> = new Set(['refused', 'invalid-request', 'not-found']);

type FeeQuote = Reply<(typeof exchange)['withdrawals.fee']>;

/** Withdrawals of crypto currency, one at a time (000 Withdrawals). */
export function withdrawalCarrier(venue: MoveVenue): Carrier {
  return {
    quote: (rows) => Promise.all(rows.map((row) => quoteOf(venue, row))),
    knows: async (reference) => mayHaveLed(await (await venue.journal('exchange')).withReference(`withdrawal ${reference}`)),
    send: ({ rows: [row] }) => troubleOf(venue.transfer('exchange', 'withdrawals.create', textsOf(row!))),
    async look(move) {
      const [row, before] = [move.rows[0]!, move.progress[0]!];
      const journal = await venue.journal('exchange');
      const intents = await journal.withReference(`withdrawal ${row.reference}`);
      const progress = journalProgress(
        intents.filter((intent) => isOf(intent, row)),
        before,
      );
      if (progress.state !== 'sent') return [progress];
      const history = await venue.reads('exchange').history((progress.sentAt ?? move.createdAt) - SKEW_MS);
      return [settledBy(row, progress, shownOf(history, row, progress))];
    },
  };
}

/** Whether an intent is this very withdrawal: its reference alone does not say so. */
function isOf({ body }: Intent, { amount, destination }: MoveRow): boolean {
  const sent = bodyOf(body);
  const { currency, network, address, tag = '' } = destination!;
  return (
    fieldOf(sent, 'currency') === currency &&
    fieldOf(sent, 'networkCode') === network &&
    fieldOf(sent, 'destinationAddress') === address &&
    fieldOf(sent, 'destinationAdditionalAddress') === tag &&
    amountIn(sent, 'amount').eq(amount)
  );
}

/** What the venue would take for a withdrawal. What it says against it is a problem of the row, not of the read. */
export async function quoteOf(venue: MoveVenue, row: MoveRow): Promise<RowQuote> {
  const { amount, currency, feeMode, destination, beneficiary } = row;
  const { network, address, tag } = destination!;
  const params = { amount, currency, networkCode: network, destinationAddress: address, destinationAdditionalAddress: tag };
  try {
    const quote = await venue.read<FeeQuote>('exchange', 'withdrawals.fee', {
      ...params,
      ...(feeMode === 'default' ? {} : { feeType: feeMode }),
    });
    return { ...amountsOf(quote), receivesCurrency: currency, problem: problemOf(quote, amount, beneficiary !== undefined) };
  } catch (error) {
    if (!isFault(error) || !OF_THE_ROW.has(error.code)) throw error;
    return { leaves: amount, fee: undefined, receives: undefined, receivesCurrency: currency, problem: refusalWords(error) };
  }
}

function amountsOf({ grossAmount: leaves, feeAmount: fee, netAmount: receives }: FeeQuote): Pick<RowQuote, 'leaves' | 'fee' | 'receives'> {
  return { leaves, fee, receives };
}

function problemOf(
  { minWithdrawalAmount: least = ZERO, travelRuleBeneficiaryFields: fields }: FeeQuote,
  amount: Decimal,
  hasBeneficiary: boolean,
): string | undefined {
  if (amount.lt(least)) return `the venue takes at least ${least.toFixed()} to this destination`;
  if (fields !== undefined && !hasBeneficiary) return `the Travel Rule applies: the beneficiary is needed (${fields.join(', ')})`;
  return undefined;
}

function textsOf({ reference, currency, amount, destination, feeMode, beneficiary, terms }: MoveRow): Record<string, string> {
  const { network, address, tag } = destination!;
  return {
    currency,
    networkCode: network,
    amount: amount.toFixed(),
    destinationAddress: address,
    referenceId: reference,
    ...(tag === undefined ? {} : { destinationAdditionalAddress: tag }),
    ...(feeMode === 'default' ? {} : { feeType: feeMode }),
    ...(beneficiary === undefined ? {} : { beneficiary: stringifyJson({ ...beneficiary }) }),
    ...(terms?.clientTag === undefined ? {} : { clientTag: terms.clientTag }),
  };
}

/** What the history shows of a payment. Its reference says more than an id, which an answer about another one may have named. */
export function shownOf(history: readonly HistoryRow[], { reference }: MoveRow, { venueId }: RowProgress): HistoryRow | undefined {
  const sent = history.filter(({ type }) => type.toLowerCase() !== 'receive');
  const own = sent.filter(({ referenceId, traceId }) => referenceId === reference || traceId === reference);
  return own.find(({ id }) => id === venueId) ?? own[0] ?? sent.find(({ id }) => id === venueId);
}
