import { ZERO } from '../../base/decimal.ts';
import { isFault } from '../../base/fault.ts';
import type { exchange } from '../../contract/exchange.ts';
import type { Reply } from '../../contract/operation.ts';
import type { ConversionRow } from '../../gateway/accountLists.ts';
import { isDone } from '../../gateway/conversionAdoption.ts';
import type { Quote as OfferedQuote } from '../../model/conversion.ts';
import type { Intent } from '../../model/intent.ts';
import type { MoveRow, RowProgress } from '../../model/move.ts';
import { SKEW_MS } from '../findTransfer.ts';
import { betterWay, type ByBook } from './betterWay.ts';
import type { BookOrders } from './bookOrders.ts';
import type { Carrier, MoveVenue, RowQuote, SendTrouble } from './carrier.ts';
import { journalProgress, mayHaveLed } from './journalProgress.ts';
import { troubleOf } from './troubleOf.ts';
import { refusalWords } from './refusalWords.ts';

type Quote = Reply<(typeof exchange)['quotes.request']>;
type OfferOrWhy = Parameters<typeof betterWay>[1];

/** A venue may check the clock a little after the time that it reports. */
const VALIDITY_MARGIN_MS = 5000;
/**
 * Conversions (000 Conversion): a quote that keeps to the limits of the row is executed, once. Where the answer to one
 * was lost and it was never made, no second is sent: a person, or the next due time, asks anew.
 */
export function conversionCarrier(venue: MoveVenue): Carrier {
  const intentsOf = async (reference: string) => (await venue.journal('exchange')).withReference(`conversion ${reference}`);
  return {
    quote: (rows) => Promise.all(rows.map((row) => quoteOf(venue, row))),
    knows: async (reference) => mayHaveLed(await intentsOf(reference)),
    send: ({ rows: [row] }) => send(venue, row!),
    async look(move) {
      const [row, before] = [move.rows[0]!, move.progress[0]!];
      const known = await intentsOf(row.reference);
      if (known.some(isOrder)) await venue.orders?.look();
      const all = known.some(isOrder) ? await intentsOf(row.reference) : known;
      const order = all.find((intent) => isOrder(intent) && intent.venueId !== undefined);
      if (order !== undefined && venue.orders !== undefined) return [await ofBook(venue.orders, row, order, before)];
      const intents = all.filter((intent) => !isOrder(intent) || !neverLeft(intent));
      const progress = journalProgress(intents, before);
      const ended = intents.find(({ state, sentAt }) => state === 'not-sent' && sentAt !== undefined);
      if (progress.state === 'waiting' && ended !== undefined) {
        return [
          {
            ...progress,
            state: 'declined',
            evidence: `never made: ${ended.evidence ?? 'the venue does not have it'} (transfer ${ended.id})`,
          },
        ];
      }
      if (progress.state !== 'sent') return [progress];
      const history = await venue.reads('exchange').conversions((progress.sentAt ?? move.createdAt) - SKEW_MS);
      return [
        settled(
          row,
          progress,
          history.find(({ id }) => id === progress.venueId),
        ),
      ];
    },
  };
}

/** What the venue says against a quote is a problem of the row, not of the read. */
async function quoteOf(venue: MoveVenue, row: MoveRow): Promise<RowQuote> {
  const { amount, target } = row;
  const shared = { fee: ZERO, receivesCurrency: target! };
  const quote = await ask(venue, row);
  if ('why' in quote) return { ...shared, leaves: amount, fee: undefined, receives: undefined, problem: quote.why };
  return { ...shared, leaves: quote.amountFrom, receives: quote.amountTo, problem: problemOf(row, quote) };
}

async function send(venue: MoveVenue, row: MoveRow): Promise<SendTrouble | undefined> {
  const quote = await ask(venue, row);
  const why = 'why' in quote ? quote.why : problemOf(row, quote);
  const byBook = await bookOrderFor(venue, row, why ?? quoteOfReply(quote as Quote));
  if (byBook !== undefined) return troubleOf(venue.orders!.place(`conversion ${row.reference}`, byBook.order, byBook.compared));
  // The next quote may be better.
  if (why !== undefined) return { why, isFinal: false };
  const { id, fromCurrency, toCurrency, amountFrom, amountTo, validTo } = quote as Quote;
  const texts = { id, fromCurrency, toCurrency, fromAmount: amountFrom.toFixed(), toAmount: amountTo.toFixed() };
  const marks = { reference: `conversion ${row.reference}`, expiresAt: validTo + VALIDITY_MARGIN_MS };
  return troubleOf(venue.transfer('exchange', 'conversions.execute', texts, { marks }));
}

/** The order by which a conversion brings more than by its quote. Undefined where the quote is better, or the book can't be read. */
async function bookOrderFor(venue: MoveVenue, row: MoveRow, quote: OfferOrWhy): Promise<ByBook | undefined> {
  const { orders } = venue;
  const { currency, target, conversion, reference } = row;
  if (conversion!.by !== 'best' || orders === undefined) return undefined;
  const journal = await venue.journal('exchange');
  // What the venue has refused once as an order goes by its quote.
  if ((await journal.withReference(`conversion ${reference}`)).some(isOrder)) return undefined;
  const lane = `conversion ${currency} ${target}`;
  if ((await journal.unresolved()).some((intent) => intent.lane === lane)) return undefined;
  try {
    const market = await orders.market(currency, target!);
    const way = market === undefined ? undefined : betterWay(row, quote, market, orders.settings);
    return way?.by === 'book' ? way : undefined;
  } catch (error) {
    if (!isFault(error) || error.code === 'store' || error.code === 'internal') throw error;
    return undefined;
  }
}

/** An order is followed until it is over; what it has not taken at once is canceled. */
async function ofBook(
  orders: BookOrders,
  { currency, amount, target, conversion }: MoveRow,
  { venueId = '', sentAt, createdAt }: Intent,
  { fee }: RowProgress,
): Promise<RowProgress> {
  const { isOver, gave, brought } = await orders.outcome(venueId);
  const sent = { state: 'sent', venueId, fee, sentAt: sentAt ?? createdAt } as const;
  if (!isOver) return { ...sent, evidence: `order ${venueId} of the book is not over yet` };
  if (gave.isZero()) return { ...sent, state: 'declined', evidence: `order ${venueId} of the book is over and has taken nothing` };
  const { exact, toAmount } = conversion!;
  const isLess = brought.lt(toAmount) && (exact === 'to' || gave.lt(amount));
  const words = `${gave.toFixed()} ${currency} for ${brought.toFixed()} ${target} by the book, as order ${venueId}`;
  return {
    ...sent,
    state: 'completed',
    evidence: isLess ? `${words}, ${toAmount.minus(brought).toFixed()} ${target} less than was asked for` : words,
  };
}

function isOrder({ kind }: Intent): boolean {
  return kind === 'place';
}

/** What the venue has refused, and what never had a byte on the wire. */
function neverLeft({ state, sentAt }: Intent): boolean {
  return state === 'rejected' || (state === 'not-sent' && sentAt === undefined);
}

function quoteOfReply({ occuredOn: quotedAt, amountFrom: fromAmount, amountTo: toAmount, ...same }: Quote): OfferedQuote {
  return { ...same, quotedAt, fromAmount, toAmount };
}

/** A quote binds nobody. */
async function ask(venue: MoveVenue, { currency, amount, target, conversion }: MoveRow): Promise<Quote | { readonly why: string }> {
  const { exact, toAmount } = conversion!;
  const size = exact === 'from' ? { fromAmount: amount } : { toAmount };
  try {
    return await venue.read<Quote>('exchange', 'quotes.request', { fromCurrency: currency, toCurrency: target!, ...size });
  } catch (error) {
    if (!isFault(error) || (error.code !== 'refused' && error.code !== 'invalid-request')) throw error;
    return { why: refusalWords(error) };
  }
}

/** Why a quote is none for this row. */
function problemOf(
  { currency, amount, target, conversion }: MoveRow,
  { fromCurrency, toCurrency, amountFrom, amountTo }: Quote,
): string | undefined {
  const { toAmount } = conversion!;
  const [gives, brings] = [`${amountFrom.toFixed()} ${fromCurrency}`, `${amountTo.toFixed()} ${toCurrency}`];
  if (fromCurrency !== currency || toCurrency !== target) return `the venue quotes ${gives} for ${brings}, which are other currencies`;
  const asked = `at most ${amount.toFixed()} ${currency} may go for at least ${toAmount.toFixed()} ${target}`;
  return amountFrom.gt(amount) || amountTo.lt(toAmount) ? `the venue would give ${brings} for ${gives}, and ${asked}` : undefined;
}

function settled({ currency, amount, target, conversion }: MoveRow, sent: RowProgress, shown: ConversionRow | undefined): RowProgress {
  if (shown === undefined) return sent;
  const { id, amountFrom, amountTo, fromCurrency, toCurrency, rate, status } = shown;
  const words = `${amountFrom.toFixed()} ${fromCurrency} for ${amountTo.toFixed()} ${toCurrency}`;
  const isIt = fromCurrency === currency && toCurrency === target && amountFrom.lte(amount) && amountTo.gte(conversion!.toAmount);
  if (!isIt) return { ...sent, state: 'unknown', evidence: `the venue shows conversion ${id} of ${words}: ask the venue at once` };
  if (!isDone(shown)) return { ...sent, evidence: status };
  return { ...sent, state: 'completed', evidence: `${words}, at ${rate.toFixed()}, as conversion ${id}` };
}
