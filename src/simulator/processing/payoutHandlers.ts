import type { ProcessingOperations } from '../../contract/processing.ts';
import { notFound, value } from '../answer.ts';
import type { Handlers } from '../handlers.ts';
import { type PayoutIntent, payoutRecord } from './payoutIntent.ts';
import { payoutLink } from './payoutLink.ts';
import type { ProcessingService } from './processingService.ts';
import { passes, skipTake } from './skipTake.ts';

type Rows = Pick<ProcessingOperations, 'payouts.estimate' | 'payouts.create' | 'payouts.createPage' | 'payouts.get' | 'payouts.search'>;

/** Payout intents (001 Payouts). */
export function payoutHandlers(service: ProcessingService): Handlers<Rows> {
  const { payouts } = service;
  return {
    'payouts.estimate': (request) => {
      const terms = payouts.estimate(request);
      return 'type' in terms ? terms : value(terms);
    },
    'payouts.create': ({ customOrderId, accountId, callbackUrl, ...request }) => {
      const payout = payouts.create(request, { customOrderId, accountId, callbackUrl });
      return 'type' in payout ? payout : value({ payoutIntentId: payout.id, ...payout.terms! });
    },
    'payouts.createPage': ({ currency, amount, customOrderId, accountId, callbackUrl, languageIso2 }, at, origin) => {
      const payout = payouts.createForPage(currency, amount, { customOrderId, accountId, callbackUrl });
      if ('type' in payout) return payout;
      return { type: 'later', value: payoutLink(service, payout, at, origin, languageIso2).then((url) => ({ url })) };
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
