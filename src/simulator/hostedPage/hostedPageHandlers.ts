import { DAY_MS } from '../../base/instant.ts';
import type { HostedPageOperations } from '../../contract/hostedPage.ts';
import { type Answer, value } from '../answer.ts';
import type { Handlers } from '../handlers.ts';
import type { PageTokens } from '../pageTokens.ts';
import type { HostedPayment, PaymentCounter, RefundRequest } from './paymentCounter.ts';

/** How long a customer has to pay. */
const PAGE_MS = DAY_MS;

/** What the hosted page service does for each row (002). */
export function hostedPageHandlers(counter: PaymentCounter, tokens: PageTokens): Handlers<HostedPageOperations> {
  const submit = (refunds: readonly RefundRequest[]): Answer<{ status: string }> => {
    for (const refund of refunds) counter.refund(refund);
    return value({ status: 'ACCEPTED' });
  };
  return {
    'payments.initiate': (request, at, origin) => {
      const payment = counter.initiate(request, at);
      const token = tokens.sign({ page: 'pay', id: payment.id }, at + PAGE_MS);
      return { type: 'later', value: token.then((jwt) => ({ redirect_url: `${origin}/pay?${queryOf(payment, jwt)}` })) };
    },
    'refunds.submit': ({ refunds }) => submit(refunds),
    'refunds.submitByGateway': ({ refunds }) => submit(refunds),
  };
}

/**
 * The link of a payment (002 Payment initiation response) with jwt, lang, source, gtm and the variables. Those that were not
 * given are left out.
 */
function queryOf({ request }: HostedPayment, jwt: string): string {
  const { lang = 'en', source, gtm, variable1, variable2, variable3 } = request;
  const given = Object.entries({ jwt, lang, source, gtm, variable1, variable2, variable3 }).filter(([, text]) => text !== undefined);
  return new URLSearchParams(given as [string, string][]).toString();
}
