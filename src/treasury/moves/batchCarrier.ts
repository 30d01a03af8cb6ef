import { dec, type Decimal, ZERO } from '../../base/decimal.ts';
import { type JsonValue, stringifyJson } from '../../base/json.ts';
import type { Intent } from '../../model/intent.ts';
import type { Journal } from '../../model/journal.ts';
import type { MoveRecord, MoveRow, RowProgress } from '../../model/move.ts';
import { isFinalRow } from '../../model/moveState.ts';
import { amountIn, bodyOf, fieldOf, rowsOf } from '../bodyFields.ts';
import { SKEW_MS } from '../findTransfer.ts';
import { kindOf } from '../transferKinds.ts';
import { batchChunks } from '../batches/batchChunks.ts';
import type { DraftReply, HistoryRow } from '../transferReads.ts';
import type { Carrier, MoveVenue, RowQuote, SendTrouble } from './carrier.ts';
import { isBeforeLost, journalProgress, mayHaveLed, NOT_BEGUN } from './journalProgress.ts';
import { settledBy } from './settledBy.ts';
import { troubleOf } from './troubleOf.ts';
import { quoteOf, shownOf } from './withdrawalCarrier.ts';

/** A draft whose fees are more than so many times those of the dry run is not confirmed. */
const MOST_FEE_TIMES = 2;
/** Mass withdrawals (000 Mass withdrawal): each draft is validated, compared with what was asked for, and confirmed. */
export function batchCarrier(venue: MoveVenue): Carrier {
  return {
    quote: (rows) => quotes(venue, rows),
    knows: async (reference) => mayHaveLed(await (await venue.journal('exchange')).withReference(`withdrawal ${reference}`)),
    async journalled(references) {
      const known = await (await venue.journal('exchange')).referenced(references.map((reference) => `withdrawal ${reference}`));
      return new Set(references.filter((reference) => known.has(`withdrawal ${reference}`)));
    },
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
      const isSending = progress.some(({ state }) => state === 'waiting');
      for (const places of chunksOf(move.rows)) {
        if (places.every((place) => isFinalRow(progress[place]!))) continue;
        // What was sent is followed at the venue once all is sent. Until then its requests are for sending.
        if (isSending && places.every((place) => progress[place]!.state === 'sent')) continue;
        const looked = await lookAt(venue, journal, move, places, !isSending);
        for (const [i, place] of places.entries()) progress[place] = looked[i]!;
      }
      return progress;
    },
  };
}

/** The drafts of a move, as places of rows: of one currency each, so that each draft is one batch. A restart finds the same ones. */
function chunksOf(rows: readonly MoveRow[]): readonly (readonly number[])[] {
  const byCurrency = new Map<string, number[]>();
  for (const [place, { destination }] of rows.entries()) {
    const currency = destination!.currency;
    const places = byCurrency.get(currency) ?? [];
    places.push(place);
    byCurrency.set(currency, places);
  }
  return [...byCurrency.values()].flatMap((places) => batchChunks(places));
}

/**
 * The fee of a batch is known when it is validated. Until then it is that of one withdrawal on each network. The smallest and the largest
 * payment on each are asked about, since the venue has a least amount, and asks for the beneficiary of a large one.
 */
async function quotes(venue: MoveVenue, rows: readonly MoveRow[]): Promise<readonly RowQuote[]> {
  const all: RowQuote[] = [];
  const groups = Map.groupBy(rows.entries(), ([, row]) => groupOf(row));
  for (const group of groups.values()) {
    const sorted = group.toSorted(([, a], [, b]) => a.amount.cmp(b.amount));
    const asked = new Map<number, RowQuote>();
    for (const [place, row] of [sorted[0]!, sorted.at(-1)!]) if (!asked.has(place)) asked.set(place, await quoteOf(venue, row));
    const { fee } = asked.get(sorted.at(-1)![0])!;
    const estimate = await estimateOf(
      venue,
      group.map(([, row]) => row),
    );
    for (const [place, row] of group) {
      const problem = asked.get(place)?.problem ?? estimate?.(row);
      all[place] = { leaves: row.amount.plus(fee ?? ZERO), fee, receives: row.amount, receivesCurrency: row.currency, problem };
    }
  }
  return all;
}

/** Payments that cost the same and are judged alike. */
function groupOf({ destination, beneficiary, fiat }: MoveRow): string {
  return `${destination!.currency} ${destination!.network} ${beneficiary === undefined ? '' : 'beneficiary'} ${fiat?.currency ?? ''}`;
}

/** How much less than the venue asks for an amount of fiat currency may have been estimated: prices move. */
const ESTIMATE_SLACK = dec('0.98');

/** What stands against the amount that was estimated for fiat amounts: limits are judged by it, so it must not be too small. */
async function estimateOf(venue: MoveVenue, rows: readonly MoveRow[]): Promise<((row: MoveRow) => string | undefined) | undefined> {
  const fiats = rows.flatMap(({ fiat }) => (fiat === undefined ? [] : [fiat]));
  if (fiats.length === 0) return undefined;
  const total = fiats.reduce<Decimal>((sum, { amount }) => sum.plus(amount), ZERO);
  const params = { fromCurrency: fiats[0]!.currency, toCurrency: rows[0]!.currency, fromAmount: total };
  const { amountTo } = await venue.read<{ readonly amountTo: Decimal }>('exchange', 'quotes.request', params);
  return ({ amount, fiat, currency }) => {
    const least = amountTo.times(fiat!.amount).div(total).times(ESTIMATE_SLACK);
    if (amount.gte(least)) return undefined;
    return `${fiat!.amount.toFixed()} ${fiat!.currency} take more than ${least.toFixed(8)} ${currency} now, and the row says ${amount.toFixed()}`;
  };
}

async function sendChunk(
  venue: MoveVenue,
  journal: Journal,
  move: MoveRecord,
  places: readonly number[],
): Promise<SendTrouble | undefined> {
  const rows = places.map((place) => move.rows[place]!);
  const before = await draftOf(journal, rows);
  if (before === undefined || before.state === 'not-sent') {
    const sent = venue.transfer('exchange', 'withdrawalBatches.validate', { rows: stringifyJson(rows.map(wireRow)) });
    const trouble = await troubleOf(sent);
    if (trouble !== undefined) return trouble;
  }
  const known = await draftOf(journal, rows);
  if (known?.state === 'unknown' || known?.state === 'sending') return { why: 'the answer to a validation was lost', isFinal: false };
  for (const batchId of known?.venueId?.split(',') ?? []) {
    const confirmation = await confirmationOf(journal, batchId);
    if (confirmation !== undefined && confirmation.state !== 'not-sent') continue;
    const decided = places.map((place) => [move.rows[place]!, move.progress[place]!] as const);
    const draftProblem = (draft: DraftReply): string | undefined => dearDraft(draft, decided);
    return troubleOf(venue.transfer('exchange', 'withdrawalBatches.confirm', { withdrawalBatchId: batchId }, { draftProblem }));
  }
  return undefined;
}

/** A draft that takes more than was decided on: fees beyond the dry run's, or more for amounts of fiat currency than was estimated. */
function dearDraft(
  { id, amount, feeAmount, currency }: DraftReply,
  rows: readonly (readonly [MoveRow, RowProgress])[],
): string | undefined {
  const said = rows.reduce<Decimal>((sum, [, { fee }]) => sum.plus(fee ?? ZERO), ZERO);
  const asked = rows.reduce<Decimal>((sum, [row]) => sum.plus(row.amount), ZERO);
  if (feeAmount.gt(said.times(MOST_FEE_TIMES))) {
    return `batch ${id} would cost ${feeAmount.toFixed()} ${currency} in fees, and the dry run said ${said.toFixed()}: it was not confirmed`;
  }
  if (amount.times(ESTIMATE_SLACK).lte(asked.plus(said))) return undefined;
  return `batch ${id} would take ${amount.toFixed()} ${currency}, and the policy has decided on ${asked.toFixed()}: it was not confirmed`;
}

/** `isFollowed`: the venue is asked what became of what was sent; else the journal alone says. */
async function lookAt(
  venue: MoveVenue,
  journal: Journal,
  move: MoveRecord,
  places: readonly number[],
  isFollowed: boolean,
): Promise<readonly RowProgress[]> {
  const rows = places.map((place) => move.rows[place]!);
  const before = places.map((place) => move.progress[place]!);
  const draft = await draftOf(journal, rows);
  const wasSent = before.some(({ state }) => state !== 'waiting');
  if (draft === undefined || draft.state === 'not-sent' || draft.state === 'sending' || draft.state === 'unknown') {
    if (wasSent) return isFollowed ? followed(venue, move, rows, before) : before;
    const why = draft?.state === 'unknown' ? 'the answer to its validation was lost; a draft pays nothing' : undefined;
    return before.map(({ fee }) => ({ ...NOT_BEGUN, fee, evidence: why }));
  }
  if (draft.venueId === undefined) return before.map((row) => journalProgress([draft], row));
  const batchId = draft.venueId.split(',')[0]!;
  const confirmation = await confirmationOf(journal, batchId);
  const isLost = confirmation === undefined ? wasSent : before.some((row) => isBeforeLost(confirmation, row));
  if (isLost) return isFollowed ? tracked(venue, batchId, rows, before) : before;
  if (confirmation === undefined || confirmation.state === 'not-sent') {
    return before.map(({ fee }) => ({ ...NOT_BEGUN, fee, evidence: `draft ${batchId}, not confirmed` }));
  }
  const confirmed = before.map((row) => journalProgress([confirmation], { ...row, venueId: undefined }));
  if (!isFollowed || (confirmation.state !== 'acknowledged' && confirmation.state !== 'adopted')) return confirmed;
  return tracked(venue, batchId, rows, confirmed);
}

/** What the venue shows of payments whose draft the journal has lost. */
async function followed(
  venue: MoveVenue,
  { createdAt }: MoveRecord,
  rows: readonly MoveRow[],
  before: readonly RowProgress[],
): Promise<readonly RowProgress[]> {
  const history = await venue.reads('exchange').history(createdAt - SKEW_MS);
  return rows.map((row, i) => (before[i]!.state === 'sent' ? settledBy(row, before[i]!, shownOf(history, row, before[i]!)) : before[i]!));
}

/** What the venue shows of a batch that was confirmed. */
async function tracked(
  venue: MoveVenue,
  batchId: string,
  rows: readonly MoveRow[],
  sent: readonly RowProgress[],
): Promise<readonly RowProgress[]> {
  const shown = await venue.reads('exchange').batchRows(batchId, rows.length);
  const byReference = new Map<string, HistoryRow>();
  for (const row of shown)
    for (const reference of [row.referenceId, row.traceId]) if (reference !== undefined) byReference.set(reference, row);
  const progress = rows.map((row, i) => settledBy(row, sent[i]!, byReference.get(row.reference)));
  if (rows.every(({ reference }) => byReference.has(reference))) return progress;
  const { status } = await venue.reads('exchange').batch(batchId);
  if (status.toLowerCase() !== 'declined') return progress;
  return progress.map((row, i) =>
    row.state === 'sent' && !byReference.has(rows[i]!.reference)
      ? { ...row, state: 'declined', evidence: `the venue declined batch ${batchId}; its funds are not locked` }
      : row,
  );
}

/** The newest validation of a draft of exactly these rows: a reference alone does not say whose draft it is. */
async function draftOf(journal: Journal, rows: readonly MoveRow[]): Promise<Intent | undefined> {
  const intents = await journal.withReference(`withdrawal ${rows[0]!.reference}`);
  const drafts = intents.filter((intent) => kindOf(intent).what === 'batch draft' && isOf(intent, rows));
  return drafts.find(({ state }) => state !== 'not-sent') ?? drafts[0];
}

function isOf({ body }: Intent, rows: readonly MoveRow[]): boolean {
  const sent = rowsOf(bodyOf(body), undefined);
  return sent.length === rows.length && rows.every((row, i) => isSameRow(sent[i]!, row));
}

function isSameRow(sent: JsonValue, { reference, amount, destination, fiat }: MoveRow): boolean {
  const { currency, network, address, tag = '' } = destination!;
  const isSameAmount =
    fiat === undefined
      ? amountIn(sent, 'amount').eq(amount)
      : amountIn(sent, 'fiatEquivalent').eq(fiat.amount) && fieldOf(sent, 'fiatCurrency') === fiat.currency;
  const fields = { referenceId: reference, currency, networkCode: network, destinationAddress: address, destinationTag: tag };
  return isSameAmount && Object.entries(fields).every(([name, value]) => fieldOf(sent, name) === value);
}

/** The confirmation of a batch that counts: any but one that was never sent. */
async function confirmationOf(journal: Journal, batchId: string): Promise<Intent | undefined> {
  const aimed = (await journal.aimedAt(batchId)).filter(({ kind }) => kind === 'transfer');
  return aimed.findLast(({ state }) => state !== 'not-sent') ?? aimed.at(-1);
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
