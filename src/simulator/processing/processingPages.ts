import { checkAddress } from '../../addresses/checkAddress.ts';
import { decimalFrom } from '../../base/decimal.ts';
import { isFault } from '../../base/fault.ts';
import { type Html, html } from '../../base/html.ts';
import type { RefusalAnswer } from '../answer.ts';
import type { HttpAnswer } from '../http/httpCall.ts';
import type { Router } from '../http/router.ts';
import { htmlFacts, htmlPage } from '../pages/html.ts';
import { mountTokenPage, type PageServices, type PageVisit } from '../pages/tokenPage.ts';
import { COINS, coinOf, networkOf } from './coinCatalog.ts';
import type { PaymentIntent, RefundFlow } from './paymentIntent.ts';
import type { PayoutIntent } from './payoutIntent.ts';
import type { ProcessingService } from './processingService.ts';

/** The pages behind the links of the payment service: paying, being paid, and being refunded (001 Endpoints, v1 forms and refund link). */
export function mountProcessingPages(router: Router, service: ProcessingService, services: PageServices): void {
  /** The tokens of refund links that have been used for a refund. */
  const used = new Set<string>();
  mountTokenPage(router, { path: '/deposit', parameter: 'token' }, services, (visit) => {
    const intent = service.book.intent(String(visit.claims['id']));
    return intent === undefined ? gone() : depositPage(service, intent, visit);
  });
  mountTokenPage(router, { path: '/payout', parameter: 'token' }, services, (visit) => {
    const payout = service.payouts.get(String(visit.claims['id']));
    return payout === undefined ? gone() : payoutPage(service, payout, visit);
  });
  mountTokenPage(router, { path: '/refund', parameter: 'token' }, services, (visit) => {
    const intent = service.book.intent(String(visit.claims['id']));
    return intent === undefined ? gone() : refundPage(service, intent, visit, used);
  });
}

function depositPage(service: ProcessingService, intent: PaymentIntent, { form, isPost, self }: PageVisit): HttpAnswer {
  let problem: string | undefined;
  const choice = form.get('coin');
  const amount = decimalFrom(form.get('amount') ?? '');
  if (isPost && choice !== null) {
    const [coin = '', network] = choice.split(' ');
    problem = problemOf(service.intents.open(intent, coin, network));
  } else if (isPost) {
    try {
      if (amount === undefined) problem = 'the amount must be a number';
      else service.deposit({ paymentIntentId: intent.id }, { amount });
    } catch (error) {
      if (!isFault(error)) throw error;
      problem = error.message;
    }
  }
  const { status, currencyFrom, amountFrom, address, additionalAddress, networkCode, statusDescription } = intent;
  const facts = htmlFacts({
    Requested: `${intent.amountTo.toFixed()} ${intent.currencyTo}`,
    Status: status,
    Reason: statusDescription,
    Pay: amountFrom === undefined ? undefined : `${amountFrom.toFixed()} ${currencyFrom} on ${networkCode}`,
    'To the address': address,
    Tag: additionalAddress,
  });
  const choices = COINS.flatMap(({ code, networks }) => networks.map((network) => `${code} ${network.code}`));
  const ask =
    status === 'New'
      ? html`<form method="post" action="${self}">
          <label
            >Pay with
            <select name="coin">
              ${choices.map((text) => html`<option>${text}</option>`)}
            </select></label
          ><button>Continue</button>
        </form>`
      : html`<form method="post" action="${self}">
          <label>Send <input name="amount" value="${amountFrom?.toFixed()}" /> ${currencyFrom}</label><button>Pay</button>
        </form>`;
  return htmlPage('Payment', html`${complaint(problem)}${facts}${ask}`, problem === undefined ? 200 : 400);
}

function payoutPage(service: ProcessingService, payout: PayoutIntent, { form, isPost, self }: PageVisit): HttpAnswer {
  const [currencyTo = '', networkCode = ''] = (form.get('coin') ?? '').split(' ');
  const address = form.get('address') ?? '';
  const additionalAddress = form.get('tag') || undefined;
  const problem = isPost ? problemOf(service.payouts.confirm(payout, { currencyTo, networkCode, address, additionalAddress })) : undefined;
  const { terms } = payout;
  const facts = htmlFacts({
    Amount: `${payout.amountFrom.toFixed()} ${payout.currencyFrom}`,
    Status: payout.status,
    'You get': terms === undefined ? undefined : `${terms.receivedAmount.toFixed()} ${terms.currencyTo}`,
    Fee: terms === undefined ? undefined : `${terms.feeAmount.toFixed()} ${terms.feeCurrency}`,
  });
  const choices = COINS.flatMap(({ code, networks }) => networks.map((network) => `${code} ${network.code}`));
  const ask =
    payout.status === 'New'
      ? html`<form method="post" action="${self}">
          <label
            >In
            <select name="coin">
              ${choices.map((text) => html`<option>${text}</option>`)}
            </select></label
          ><label>To the address <input name="address" /></label><label>Tag <input name="tag" /></label><button>Confirm</button>
        </form>`
      : undefined;
  return htmlPage('Payout', html`${complaint(problem)}${facts}${ask === undefined ? [] : [ask]}`, problem === undefined ? 200 : 400);
}

/**
 * Opening the page changes nothing. The refund becomes `Pending` when the payer begins to fill in the form, and is issued once
 * (001 Endpoints).
 */
function refundPage(
  service: ProcessingService,
  intent: PaymentIntent,
  { claims, token, form, isPost, self }: PageVisit,
  used: Set<string>,
): HttpAnswer {
  if (used.has(token)) return htmlPage('Refund', html`<p>A refund has already been issued through this link.</p>`, 400);
  const { refunds } = service;
  const flow: RefundFlow = claims['refundFlow'] === 'Excess' ? 'Excess' : 'Full';
  const waiting = refunds.waitingRefund(intent);
  if (!isPost && waiting === undefined) {
    const amounts = refunds.amounts(intent, flow, intent.networkCode);
    if ('type' in amounts) return htmlPage('Refund', complaint(problemOf(amounts)), 400);
    const facts = htmlFacts({ 'You get back': `${amounts.amount.toFixed()} ${intent.currencyFrom}`, Fee: amounts.feeAmount.toFixed() });
    return htmlPage(
      'Refund',
      html`${facts}
        <form method="post" action="${self}"><button name="step" value="begin">Begin</button></form>`,
    );
  }
  const refund = waiting ?? refunds.beginByLink(intent, flow, Number(claims['exp']) * 1000);
  if ('type' in refund) return htmlPage('Refund', complaint(problemOf(refund)), 400);
  const address = form.get('address') ?? '';
  const network = networkOf(coinOf(intent.currencyFrom!)!, intent.networkCode)!;
  const additionalAddress = form.get('tag') || undefined;
  const problem = isPost && form.get('step') === 'confirm' ? checkAddress(network.code, address, additionalAddress) : undefined;
  if (isPost && form.get('step') === 'confirm' && problem === undefined) {
    used.add(token);
    refunds.proceed(intent, refund, { address, additionalAddress, networkCode: network.code });
    return htmlPage('Refund', html`<p>${refund.amount.toFixed()} ${intent.currencyFrom} are on their way to ${address}.</p>`);
  }
  const ask = html`<form method="post" action="${self}">
    <label>To the address <input name="address" value="${refund.destinationAddress}" /></label><label>Tag <input name="tag" /></label
    ><button name="step" value="confirm">Refund</button>
  </form>`;
  return htmlPage(
    'Refund',
    html`${complaint(problem && `the ${problem.field} ${problem.message}`)}${ask}`,
    problem === undefined ? 200 : 400,
  );
}

function gone(): HttpAnswer {
  return htmlPage('Not found', html`<p>There is nothing behind this link any more.</p>`, 404);
}

function problemOf(refusal: RefusalAnswer | undefined): string | undefined {
  if (refusal === undefined) return undefined;
  return refusal.type === 'invalid'
    ? Object.entries(refusal.errors)
        .map(([field, texts]) => `${field} ${texts.join(', ')}`)
        .join('; ')
    : refusal.message;
}

function complaint(problem: string | undefined): Html {
  return problem === undefined ? html`` : html`<p role="alert"><strong>${problem}</strong></p>`;
}
