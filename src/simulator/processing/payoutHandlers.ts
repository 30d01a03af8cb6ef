import type { ProcessingOperations } from '../../contract/processing.ts';
import { notFound, value } from '../answer.ts';
import type { Handlers } from '../handlers.ts';
import { type PayoutIntent, payoutRecord } from './payoutIntent.ts';
import type { ProcessingService } from './processingService.ts';
import { passes, skipTake } from './skipTake.ts';

type Rows = Pick<ProcessingOperations, 'payouts.estimate' | 'payouts.create' | 'payouts.createPage' | 'payouts.get' | 'payouts.search'>;

/** A page for a customer stays open this long. */
const PAGE_MS = 24 * 3_600_000;

/** Payout intents (001 Payouts). */
export function payoutHandlers({ payouts, tokens, world }: ProcessingService): Handlers<Rows> {
  return {
    'payouts.estimate': (request) => {
      const terms = payouts.estimate(request);
      return 'type' in terms ? terms : value(terms);
    },
    'payouts.create': ({ customOrderId, accountId, callbackUrl, ...request }) => {
      const payout = payouts.create(request, { customOrderId, accountId, callbackUrl });
      return 'type' in payout ? payout : value({ payoutIntentId: payout.id, ...payout.terms! });
    },
    'payouts.createPage': ({ currency, amount, customOrderId, accountId, callbackUrl }, at, origin) => {
      const payout = payouts.createForPage(currency, amount, { customOrderId, accountId, callbackUrl });
      if ('type' in payout) return payout;
      const query = { currencyTo: currency, amountTo: amount.toFixed(), payoutIntentId: payout.id, merchantId: world.merchantId };
      const token = tokens.sign({ page: 'payout', id: payout.id }, at + PAGE_MS);
      return {
        type: 'later',
        value: token.then((text) => ({ url: `${origin}/payout?${new URLSearchParams({ ...query, token: text }).toString()}` })),
      };
    },
    'payouts.get': ({ payoutIntentId }) => {
      const payout = payouts.get(payoutIntentId);
      return payout === undefined ? notFound(`payout intent ${payoutIntentId} is not known`) : value(payoutRow(payout));
    },
    'payouts.search': ({ skip, take, ...filter }) =>
      value(
        skipTake(
          payouts.payouts().filter((payout) => passes(filter, payout)),
          skip,
          take,
        ).map(payoutRow),
      ),
  };
}

function payoutRow(payout: PayoutIntent) {
  const { quoteValidTo, ...record } = payoutRecord(payout);
  return { ...record, merchantConversionQuoteValidTo: quoteValidTo };
}
