import { DAY_MS, type Instant } from '../../base/instant.ts';
import type { PayoutIntent } from './payoutIntent.ts';
import type { ProcessingService } from './processingService.ts';

/** A page for a customer stays open this long. */
const PAGE_MS = DAY_MS;

/** Where the customer enters the destination of a payout (001 Payouts, the form for an iframe and the request link). */
export async function payoutLink(
  { tokens, world }: Pick<ProcessingService, 'tokens' | 'world'>,
  { id, currencyFrom, amountFrom }: PayoutIntent,
  at: Instant,
  origin: string,
  languageIso2?: string,
): Promise<string> {
  const token = await tokens.sign({ page: 'payout', id, languageIso2 }, at + PAGE_MS);
  const query = { currencyTo: currencyFrom, amountTo: amountFrom.toFixed(), payoutIntentId: id, merchantId: world.merchantId, token };
  return `${origin}/payout?${new URLSearchParams(query).toString()}`;
}
