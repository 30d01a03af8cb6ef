import type { Instant } from '../base/instant.ts';
import { isDone } from '../gateway/conversionAdoption.ts';
import type { TransferReads } from './transferReads.ts';

/** What the venue's records have of a transfer, whoever sent it. */
export interface ShownTransfer {
  readonly what: 'withdrawal' | 'conversion' | 'payout' | 'payment';
  readonly venueId: string;
  /** References that it has there, as the journal keeps them. */
  readonly references: readonly string[];
  /** What a request to the same place says of that place. */
  readonly place: Readonly<Record<string, string | null | undefined>>;
  /** For people: how much it was, and what has become of it. */
  readonly words: string;
  /** Whether it came after a given time and something came of it. */
  readonly isRecent: boolean;
}

/** All withdrawals and conversions of the exchange since then. `recent` is when the recent ones begin. Rejects rather than give a part. */
export async function shownByExchange(reads: TransferReads, since: Instant, recent: Instant): Promise<readonly ShownTransfer[]> {
  const sent = (await reads.history(since)).filter(({ type }) => type.toLowerCase() !== 'receive');
  const withdrawals = sent.map((row): ShownTransfer => {
    const { id, currency, networkCode, destinationAddress, destinationAdditionalAddress, totalAmount, status, createdOn } = row;
    return {
      what: 'withdrawal',
      venueId: id,
      references: [row.referenceId, row.traceId].flatMap((one) => referencesOf('withdrawal', one)),
      place: { currency, networkCode, destinationAddress, destinationAdditionalAddress },
      words: `${totalAmount.toFixed()} ${currency}, ${status}`,
      isRecent: createdOn >= recent && status.toLowerCase() !== 'declined',
    };
  });
  const conversions = (await reads.conversions(since)).filter(isDone).map((row): ShownTransfer => {
    const { id, fromCurrency, toCurrency, amountFrom, amountTo, operationExecutionTime } = row;
    return {
      what: 'conversion',
      venueId: id,
      references: [],
      place: { fromCurrency, toCurrency },
      words: `${amountFrom.toFixed()} ${fromCurrency} for ${amountTo.toFixed()} ${toCurrency}`,
      isRecent: operationExecutionTime >= recent,
    };
  });
  return [...withdrawals, ...conversions];
}

/** All payouts and payments of payment processing since then, as above. A payment asks for money, so none of them is recent. */
export async function shownByProcessing(reads: TransferReads, since: Instant, recent: Instant): Promise<readonly ShownTransfer[]> {
  // Payouts don't say when they were made: the search does.
  const recentIds = new Set((await reads.payouts(undefined, recent)).map(({ id }) => id));
  const payouts = (await reads.payouts(undefined, since)).map((row): ShownTransfer => {
    const { id, customOrderId, currencyFrom, currencyTo, networkCode, address, additionalAddress, amountFrom, status } = row;
    return {
      what: 'payout',
      venueId: id,
      references: referencesOf('payout', customOrderId),
      place: { currencyTo, networkCode, address, additionalAddress },
      words: `${amountFrom?.toFixed() ?? ''} ${currencyFrom ?? ''}, ${status}`.trim(),
      isRecent: recentIds.has(id) && !['failed', 'cancelled'].includes(status.toLowerCase()),
    };
  });
  const payments = (await reads.payments(undefined, since)).map(({ id, customOrderId, status }): ShownTransfer => ({
    what: 'payment',
    venueId: id,
    references: referencesOf('payment', customOrderId),
    place: { customOrderId },
    words: status,
    isRecent: false,
  }));
  return [...payouts, ...payments];
}

function referencesOf(family: string, reference: string | null | undefined): readonly string[] {
  return reference === undefined || reference === null || reference === '' ? [] : [`${family} ${reference}`];
}
