import type { Decimal } from '../../base/decimal.ts';
import type { exchange } from '../../contract/exchange.ts';
import type { Reply } from '../../contract/operation.ts';
import type { MoveVenue } from '../../treasury/moves/carrier.ts';

export interface QuoteSize {
  readonly from: string;
  readonly to: string;
  /** Which side `amount` is. */
  readonly exact: 'from' | 'to';
  readonly amount: Decimal;
}

/** What one currency brings of another just now, by a quote that nobody executes. Rejects with `refused` when the venue gives none. */
export async function quoteOf(
  venue: MoveVenue,
  { from, to, exact, amount }: QuoteSize,
): Promise<{ readonly fromAmount: Decimal; readonly toAmount: Decimal }> {
  const params = { fromCurrency: from, toCurrency: to, [exact === 'from' ? 'fromAmount' : 'toAmount']: amount };
  const { amountFrom, amountTo } = await venue.read<Reply<(typeof exchange)['quotes.request']>>('exchange', 'quotes.request', params);
  return { fromAmount: amountFrom, toAmount: amountTo };
}
