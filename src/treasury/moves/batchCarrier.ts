import { type Decimal, ZERO } from '../../base/decimal.ts';
import { stringifyJson } from '../../base/json.ts';
import type { Intent } from '../../model/intent.ts';
import type { Journal } from '../../model/journal.ts';
import type { MoveRecord, MoveRow, RowProgress } from '../../model/move.ts';
import { kindOf } from '../transferKinds.ts';
import { batchChunks } from '../batches/batchChunks.ts';
import type { BatchRow, HistoryRow } from '../transferReads.ts';
import type { Carrier, MoveVenue, RowQuote, SendTrouble } from './carrier.ts';
import { journalProgress, NOT_BEGUN } from './journalProgress.ts';
import { settledBy } from './settledBy.ts';
import { troubleOf } from './troubleOf.ts';
import { quoteOf } from './withdrawalCarrier.ts';

/** A draft whose fees are more than so many times those of the dry run is not confirmed. */
const MOST_FEE_TIMES = 2;

/** Mass withdrawals (000 Mass withdrawal): each draft is validated, compared with what was asked for, and confirmed. */
export function batchCarrier(venue: MoveVenue): Carrier {
  return {
    quote: (rows) => quotes(venue, rows),
    async send(move) {
      const journal = await venue.journal('exchange');
      for (const places of chunksOf(move.rows)) {
        if (places.every((place) => move.progress[place]!.state !== 'waiting')) continue;
        return sendChunk(venue, journal, move, places);
      }
      return undefined;
    },
    async look(move) {
      const journal = await venue.journal('exchange');
      const progress = [...move.progress];
      for (const places of chunksOf(move.rows)) {
        if (places.every((place) => isFinal(progress[place]!))) continue;
        const looked = await lookAt(venue, journal, move, places);
        for (const [i, place] of places.entries()) progress[place] = looked[i]!;
      }
      return progress;
    },
  };
}

/** The drafts of a move, as places of rows: of one currency each, so that each draft is one batch. A restart finds the same ones. */
export function chunksOf(rows: readonly MoveRow[]): readonly (readonly number[])[] {
  const byCurrency = new Map<string, number[]>();
  for (const [place, { destination }] of rows.entries()) {
    const currency = destination!.currency;
    const places = byCurrency.get(currency) ?? [];
    places.push(place);
    byCurrency.set(currency, places);
  }
  return [...byCurrency.values()].flatMap((places) => batchChunks(places));
}

/** The fee of a batch is known when it is validated. Until then it is that of one withdrawal for each network. */
async function quotes(venue: MoveVenue, rows: readonly MoveRow[]): Promise<readonly RowQuote[]> {
  const samples = new Map<string, RowQuote>();
  const all: RowQuote[] = [];
  for (const row of rows) {
    const { currency, network } = row.destination!;
    const key = `${currency} ${network}`;
    // What a fiat amount takes of the crypto currency is for the venue to say, when it validates; until then the row's amount is an estimate.
    const sample = samples.get(key) ?? (await quoteOf(venue, row));
    samples.set(key, sample);
    const fee = sample.fee;
    all.push({
      leaves: row.amount.plus(fee ?? ZERO),
      fee,
      receives: row.amount,
      receivesCurrency: currency,
      problem: sample.problem,
    });
  }
  return all;
}

async function sendChunk(
  venue: MoveVenue,
  journal: Journal,
  move: MoveRecord,
  places: readonly number[],
): Promise<SendTrouble | undefined> {
  const rows = places.map((place) => move.rows[place]!);
  const known = await draftOf(journal, rows[0]!);
  if (known?.state === 'unknown' || known?.state === 'sending') return { why: 'the answer to a validation was lost', isFinal: false };
  if (known === undefined || known.state === 'not-sent') {
    return troubleOf(venue.transfer('exchange', 'withdrawalBatches.validate', { rows: stringifyJson(rows.map(wireRow)) }));
  }
  if (known.venueId === undefined) return undefined;
  for (const batchId of known.venueId.split(',')) {
    const confirmation = await confirmationOf(journal, batchId);
    if (confirmation !== undefined && confirmation.state !== 'not-sent') continue;
    const dear = dearFee(
      await venue.reads('exchange').batch(batchId),
      places.map((place) => move.progress[place]!),
    );
    if (dear !== undefined) return { why: dear, isFinal: true };
    return troubleOf(venue.transfer('exchange', 'withdrawalBatches.confirm', { withdrawalBatchId: batchId }));
  }
  return undefined;
}

/** Fees beyond what the dry run said, and what was approved. */
function dearFee({ id, feeAmount, currency }: BatchRow, progress: readonly RowProgress[]): string | undefined {
  const said = progress.reduce<Decimal>((sum, { fee }) => sum.plus(fee ?? ZERO), ZERO);
  if (said.isZero() || feeAmount.lte(said.times(MOST_FEE_TIMES))) return undefined;
  return `batch ${id} would cost ${feeAmount.toFixed()} ${currency} in fees, and the dry run said ${said.toFixed()}: it was not confirmed`;
}

async function lookAt(venue: MoveVenue, journal: Journal, move: MoveRecord, places: readonly number[]): Promise<readonly RowProgress[]> {
  const rows = places.map((place) => move.rows[place]!);
  const before = places.map((place) => move.progress[place]!);
  const draft = await draftOf(journal, rows[0]!);
  if (draft === undefined || draft.state === 'not-sent' || draft.state === 'sending' || draft.state === 'unknown') {
    const why = draft?.state === 'unknown' ? 'the answer to its validation was lost; a draft pays nothing' : undefined;
    return before.map(({ fee }) => ({ ...NOT_BEGUN, fee, evidence: why }));
  }
  if (draft.venueId === undefined) return before.map((row) => journalProgress([draft], row));
  const batchId = draft.venueId.split(',')[0]!;
  const confirmation = await confirmationOf(journal, batchId);
  if (confirmation === undefined || confirmation.state === 'not-sent') {
    return before.map(({ fee }) => ({ ...NOT_BEGUN, fee, evidence: `draft ${batchId}, not confirmed` }));
  }
  const confirmed = before.map((row) => journalProgress([confirmation], { ...row, venueId: undefined }));
  if (confirmation.state !== 'acknowledged' && confirmation.state !== 'adopted') return confirmed;
  return tracked(venue, batchId, rows, confirmed);
}

/** What the venue shows of a batch that was confirmed. */
async function tracked(
  venue: MoveVenue,
  batchId: string,
  rows: readonly MoveRow[],
  sent: readonly RowProgress[],
): Promise<readonly RowProgress[]> {
  const shown = await venue.reads('exchange').batchRows(batchId);
  const byReference = new Map<string, HistoryRow>();
  for (const row of shown)
    for (const reference of [row.referenceId, row.traceId]) if (reference !== undefined) byReference.set(reference, row);
  const progress = rows.map((row, i) => settledBy(row, sent[i]!, byReference.get(row.reference)));
  if (progress.every(isFinal)) return progress;
  const { status } = await venue.reads('exchange').batch(batchId);
  if (status.toLowerCase() !== 'declined') return progress;
  return progress.map((row, i) =>
    row.state === 'sent' && !byReference.has(rows[i]!.reference)
      ? { ...row, state: 'declined', evidence: `the venue declined batch ${batchId}; its funds are not locked` }
      : row,
  );
}

/** The newest validation of a draft with this row. */
async function draftOf(journal: Journal, { reference }: MoveRow): Promise<Intent | undefined> {
  const drafts = (await journal.withReference(`withdrawal ${reference}`)).filter((intent) => kindOf(intent).what === 'batch draft');
  return drafts.find(({ state }) => state !== 'not-sent') ?? drafts[0];
}

/** The confirmation of a batch that counts: any but one that was never sent. */
async function confirmationOf(journal: Journal, batchId: string): Promise<Intent | undefined> {
  const aimed = (await journal.aimedAt(batchId)).filter(({ kind }) => kind === 'transfer');
  return aimed.findLast(({ state }) => state !== 'not-sent') ?? aimed.at(-1);
}

function isFinal({ state }: RowProgress): boolean {
  return state === 'completed' || state === 'declined';
}

function wireRow({ reference, amount, destination, fiat, beneficiary, note }: MoveRow): Record<string, unknown> {
  const { currency, network, address, tag } = destination!;
  return {
    currency,
    networkCode: network,
    ...(fiat === undefined ? { amount } : { fiatEquivalent: fiat.amount.toFixed(), fiatCurrency: fiat.currency }),
    destinationAddress: address,
    ...(tag === undefined ? {} : { destinationTag: tag }),
    ...(note === undefined ? {} : { comment: note }),
    referenceId: reference,
    ...(beneficiary === undefined ? {} : { beneficiary }),
  };
}
