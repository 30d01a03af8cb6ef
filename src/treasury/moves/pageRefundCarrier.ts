import { JsonNumber, stringifyJson } from '../../base/json.ts';
import type { MoveRow, RowProgress } from '../../model/move.ts';
import { minorUnits } from '../minorUnits.ts';
import type { Carrier, MoveVenue, RowQuote } from './carrier.ts';
import { journalProgress, mayHaveLed } from './journalProgress.ts';
import { troubleOf } from './troubleOf.ts';

/**
 * Refunds of payments that were made on the hosted page (002 Refund request): all of a move in one request. The interface shows nothing of
 * payments and refunds (002 States), so the venue's word that it has taken them is its last one, and a person looks at the rest.
 */
export function pageRefundCarrier(venue: MoveVenue): Carrier {
  const intentsOf = async ({ reference }: Pick<MoveRow, 'reference'>) =>
    (await venue.journal('hostedPage')).withReference(`refund ${reference}`);
  return {
    quote: (rows) => Promise.resolve(rows.map(quoteOf)),
    knows: async (reference) => mayHaveLed(await intentsOf({ reference })),
    send: ({ rows }) => troubleOf(venue.transfer('hostedPage', 'refunds.submit', { refunds: stringifyJson(rows.map(wireRow)) })),
    async look({ rows, progress }) {
      const looked: RowProgress[] = [];
      for (const [place, row] of rows.entries()) looked.push(accepted(journalProgress(await intentsOf(row), progress[place]!)));
      return looked;
    },
  };
}

function quoteOf({ amount, currency }: MoveRow): RowQuote {
  const units = minorUnits(amount, currency);
  const problem = 'why' in units ? units.why : undefined;
  return { leaves: amount, fee: undefined, receives: undefined, receivesCurrency: currency, problem };
}

function accepted(progress: RowProgress): RowProgress {
  if (progress.state !== 'sent') return progress;
  const evidence = `the venue has accepted it, and shows nothing of it afterwards (${progress.evidence ?? ''})`;
  return { ...progress, state: 'completed', evidence };
}

function wireRow({ target, reference, amount, currency }: MoveRow): Record<string, unknown> {
  const units = minorUnits(amount, currency);
  const money = { amount: new JsonNumber('units' in units ? units.units : ''), currency };
  return { transaction_id: target, origin_transaction_id: reference, money };
}
