import { type Html, html } from '../../base/html.ts';
import type { Router } from '../http/router.ts';
import { htmlFacts, htmlPage } from '../pages/html.ts';
import { mountTokenPage, type PageServices, type PageVisit } from '../pages/tokenPage.ts';
import { pageLanguage, type PageLanguage } from '../pages/pageLanguage.ts';
import { pageWords } from './pageWords.ts';
import type { HostedPayment, PaymentCounter } from './paymentCounter.ts';

/** The hosted page: the customer pays or fails the payment by hand, in the language of the link (002). */
export function mountPaymentPage(router: Router, counter: PaymentCounter, services: PageServices): void {
  mountTokenPage(router, { path: '/pay', parameter: 'jwt' }, services, (visit) => {
    const language = pageLanguage(visit.query.get('lang') ?? undefined);
    const payment = counter.get(String(visit.claims['id']));
    const { status, content } = payment === undefined ? gone(language) : pageOf(counter, payment, visit, language);
    return htmlPage(pageWords(language).payment, content, status, language);
  });
}

interface Page {
  readonly status: number;
  readonly content: Html;
}

function pageOf(counter: PaymentCounter, payment: HostedPayment, visit: PageVisit, language: PageLanguage): Page {
  return visit.isPost ? decided(counter, payment, visit, language) : open(payment, visit, language);
}

function gone(language: PageLanguage): Page {
  return { status: 404, content: html`<p>${pageWords(language).gone}</p>` };
}

function open(payment: HostedPayment, { self }: PageVisit, language: PageLanguage): Page {
  const words = pageWords(language);
  const { customer } = payment.request;
  const units = words.minorUnits.replace('{}', customer.currency);
  const facts = htmlFacts({
    [words.customer]: `${customer.first_name} ${customer.last_name}`,
    [words.payment]: payment.id,
    [words.status]: payment.status,
    [words.amount]: payment.amount === undefined ? undefined : `${payment.amount} ${units}`,
  });
  if (payment.status !== 'NEW') return { status: 200, content: facts };
  const form = html`<form method="post" action="${self}">
    <label>${words.amount} (${units}) <input name="amount" value="1000" inputmode="numeric" /></label
    ><button name="decision" value="pay">${words.pay}</button><button name="decision" value="fail">${words.fail}</button>
  </form>`;
  return { status: 200, content: html`${facts}${form}` };
}

function decided(counter: PaymentCounter, payment: HostedPayment, { form }: PageVisit, language: PageLanguage): Page {
  const words = pageWords(language);
  const amount = form.get('amount') ?? '';
  const decision = form.get('decision');
  const isGood = /^[1-9]\d{0,14}$/.test(amount) && (decision === 'pay' || decision === 'fail');
  if (!isGood) return refused(words.badAmount);
  if (!counter.decide(payment, decision === 'pay' ? 'COMPLETED' : 'FAILED', Number(amount))) {
    return refused(words.decided.replace('{}', payment.status));
  }
  return { status: 200, content: htmlFacts({ [words.payment]: payment.id, [words.status]: payment.status }) };
}

function refused(why: string): Page {
  return { status: 400, content: html`<p role="alert">${why}</p>` };
}
