import { html } from '../../base/html.ts';
import type { HttpAnswer } from '../http/httpCall.ts';
import type { Router } from '../http/router.ts';
import { htmlFacts, htmlPage } from '../pages/html.ts';
import { mountTokenPage, type PageServices, type PageVisit } from '../pages/tokenPage.ts';
import type { HostedPayment, PaymentDesk } from './paymentDesk.ts';

/** The hosted page: the customer pays or fails the payment by hand (002). */
export function mountPaymentPage(router: Router, desk: PaymentDesk, services: PageServices): void {
  mountTokenPage(router, { path: '/pay', parameter: 'jwt' }, services, (visit) => {
    const payment = desk.get(String(visit.claims['id']));
    if (payment === undefined) return htmlPage('Not found', html`<p>There is nothing behind this link any more.</p>`, 404);
    return visit.isPost ? decided(desk, payment, visit) : open(payment, visit);
  });
}

function open(payment: HostedPayment, { self }: PageVisit): HttpAnswer {
  const { customer } = payment.request;
  const facts = htmlFacts({
    Customer: `${customer.first_name} ${customer.last_name}`,
    Payment: payment.id,
    Status: payment.status,
    Amount: payment.amount === undefined ? undefined : `${payment.amount} minor units of ${customer.currency}`,
  });
  if (payment.status !== 'NEW') return htmlPage('Payment', facts);
  const form = html`<form method="post" action="${self}">
    <label>Amount in minor units of ${customer.currency} <input name="amount" value="1000" inputmode="numeric" /></label
    ><button name="decision" value="pay">Pay</button><button name="decision" value="fail">Fail</button>
  </form>`;
  return htmlPage('Payment', html`${facts}${form}`);
}

function decided(desk: PaymentDesk, payment: HostedPayment, { form }: PageVisit): HttpAnswer {
  const amount = form.get('amount') ?? '';
  const decision = form.get('decision');
  const isGood = /^[1-9]\d{0,14}$/.test(amount) && (decision === 'pay' || decision === 'fail');
  if (!isGood) return htmlPage('Payment', html`<p role="alert">The amount must be a whole number of minor units above 0.</p>`, 400);
  if (!desk.decide(payment, decision === 'pay' ? 'COMPLETED' : 'FAILED', Number(amount))) {
    return htmlPage('Payment', html`<p role="alert">This payment is ${payment.status} already.</p>`, 400);
  }
  return htmlPage('Payment', htmlFacts({ Payment: payment.id, Status: payment.status }));
}
