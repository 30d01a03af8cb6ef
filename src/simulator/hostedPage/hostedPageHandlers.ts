import type { HostedPageOperations } from '../../contract/hostedPage.ts';
import { type Answer, value } from '../answer.ts';
import type { Handlers } from '../handlers.ts';
import type { PageTokens } from '../pageTokens.ts';
import type { HostedPayment, PaymentDesk, RefundRequest } from './paymentDesk.ts';

/** A customer has so long to pay. */
const PAGE_MS = 24 * 3_600_000;

/** What the hosted page's service does for each row (002). */
export function hostedPageHandlers(desk: PaymentDesk, tokens: PageTokens): Handlers<HostedPageOperations> {
  const submit = (refunds: readonly RefundRequest[]): Answer<{ status: string }> => {
    for (const refund of refunds) desk.refund(refund);
    return value({ status: 'ACCEPTED' });
  };
  return {
    'payments.initiate': (request, at, origin) => {
      const payment = desk.initiate(request, at);
      const token = tokens.sign({ page: 'pay', id: payment.id }, at + PAGE_MS);
      return { type: 'later', value: token.then((jwt) => ({ redirect_url: `${origin}/pay?${queryOf(payment, jwt)}` })) };
    },
    'refunds.submit': ({ refunds }) => submit(refunds),
    'refunds.submitByGateway': ({ refunds }) => submit(refunds),
  };
}

/** 002 Payment initiation response: jwt, lang, source, gtm and the variables; those that were not given are left out. */
function queryOf({ request }: HostedPayment, jwt: string): string {
  const { lang = 'en', source, gtm, variable1, variable2, variable3 } = request;
  const given = Object.entries({ jwt, lang, source, gtm, variable1, variable2, variable3 }).filter(([, text]) => text !== undefined);
  return new URLSearchParams(given as [string, string][]).toString();
}
