import { checkAddress } from '../../addresses/checkAddress.ts';
import { decimalFrom } from '../../base/decimal.ts';
import { isFault } from '../../base/fault.ts';
import { isoOf } from '../../base/instant.ts';
import { type Html, html } from '../../base/html.ts';
import { type RefusalAnswer, refusalSentence } from '../answer.ts';
import type { HttpAnswer } from '../http/httpCall.ts';
import type { Router } from '../http/router.ts';
import { htmlFacts, htmlPage } from '../pages/html.ts';
import { mountTokenPage, type PageServices, type PageVisit } from '../pages/tokenPage.ts';
import { pageLanguage } from '../pages/pageLanguage.ts';
import { COINS, coinOf, networkOf } from './coinCatalog.ts';
import type { PaymentIntent, RefundFlow } from './paymentIntent.ts';
import { type PayoutIntent, shownTerms } from './payoutIntent.ts';
import type { ProcessingService } from './processingService.ts';
import { type ProcessingWords, processingWords } from './processingWords.ts';

/** The pages behind the links of the payment service: paying, being paid, and being refunded (001 Endpoints, v1 forms and refund link). */
export function mountProcessingPages(router: Router, service: ProcessingService, services: PageServices): void {
  /** The tokens of refund links that have been used for a refund. */
  const used = new Set<string>();
  mountTokenPage(router, { path: '/deposit', parameter: 'token' }, services, (visit) => {
    const intent = service.book.intent(String(visit.claims['id']));
    const page = pageIn(textOf(visit.claims['languageIso2']));
    return intent === undefined ? gone(page) : depositPage(service, intent, visit, page);
  });
  mountTokenPage(router, { path: '/payout', parameter: 'token' }, services, (visit) => {
    const payout = service.payouts.get(String(visit.claims['id']));
    const page = pageIn(textOf(visit.claims['languageIso2']));
    return payout === undefined ? gone(page) : payoutPage(service, payout, visit, page);
  });
  mountTokenPage(router, { path: '/refund', parameter: 'token' }, services, (visit) => {
    const intent = service.book.intent(String(visit.claims['id']));
    const page = pageIn(visit.query.get('languageIso2') ?? undefined);
    return intent === undefined ? gone(page) : refundPage(service, intent, visit, { ...page, used });
  });
}

/** A page of which only the words are known. */
interface PageOfWords {
  readonly words: ProcessingWords;
  readonly show: (title: string, content: Html, status?: number) => HttpAnswer;
}

function pageIn(asked: string | undefined): PageOfWords {
  const language = pageLanguage(asked);
  return { words: processingWords(language), show: (title, content, status = 200) => htmlPage(title, content, status, language) };
}

function depositPage(
  service: ProcessingService,
  intent: PaymentIntent,
  { form, isPost, self }: PageVisit,
  { words, show }: PageOfWords,
): HttpAnswer {
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
    [words.requested]: `${intent.amountTo.toFixed()} ${intent.currencyTo}`,
    [words.status]: status,
    [words.reason]: statusDescription,
    [words.payCoin]: amountFrom === undefined ? undefined : `${amountFrom.toFixed()} ${currencyFrom} (${networkCode})`,
    [words.toAddress]: address,
    [words.tag]: additionalAddress,
  });
  const ask =
    status === 'New'
      ? html`<form method="post" action="${self}"><label>${words.payWith} ${coinChoice()}</label><button>${words.proceed}</button></form>`
      : html`<form method="post" action="${self}">
          <label>${words.send} <input name="amount" value="${amountFrom?.toFixed()}" /> ${currencyFrom}</label><button>${words.pay}</button>
        </form>`;
  return show(words.payment, html`${complaint(problem)}${facts}${ask}`, problem === undefined ? 200 : 400);
}

/** The customer gives the destination, and confirms after seeing what it comes to and how long that holds (001 Payouts). */
function payoutPage(
  { payouts }: ProcessingService,
  payout: PayoutIntent,
  { form, isPost, self }: PageVisit,
  { words, show }: PageOfWords,
): HttpAnswer {
  const [currencyTo = '', networkCode = ''] = (form.get('coin') ?? '').split(' ');
  const destination = { currencyTo, networkCode, address: form.get('address') ?? '', additionalAddress: form.get('tag') || undefined };
  const done = (): RefusalAnswer | undefined =>
    form.get('step') === 'confirm' ? payouts.confirm(payout, form.get('terms') ?? undefined) : payouts.offer(payout, destination);
  const problem = isPost ? problemOf(done()) : undefined;
  const { terms, quoteValidTo } = payout;
  const isNew = payout.status === 'New';
  const facts = htmlFacts({
    [words.amount]: `${payout.amountFrom.toFixed()} ${payout.currencyFrom}`,
    [words.status]: payout.status,
    [words.toAddress]: terms === undefined ? undefined : `${payout.address} (${payout.networkCode})`,
    [words.tag]: payout.additionalAddress,
    [words.youGet]: terms === undefined ? undefined : `${terms.receivedAmount.toFixed()} ${terms.currencyTo}`,
    [words.fee]: terms === undefined ? undefined : `${terms.feeAmount.toFixed()} ${terms.feeCurrency}`,
    [words.quoteValidTo]: !isNew || quoteValidTo === undefined ? undefined : isoOf(quoteValidTo),
  });
  const confirm = html`<form method="post" action="${self}">
    <input type="hidden" name="terms" value="${shownTerms(payout)}" /><button name="step" value="confirm">${words.confirm}</button>
  </form>`;
  const ask = html`<form method="post" action="${self}">
    <label>${words.in} ${coinChoice()}</label><label>${words.toAddress} <input name="address" /></label
    ><label>${words.tag} <input name="tag" /></label><button>${words.proceed}</button>
  </form>`;
  const forms = isNew ? [...(terms === undefined ? [] : [confirm]), ask] : [];
  return show(words.payout, html`${complaint(problem)}${facts}${forms}`, problem === undefined ? 200 : 400);
}

/**
 * Opening the page changes nothing. The refund becomes `Pending` when the payer begins to fill in the form, and is issued once
 * (001 Endpoints).
 */
function refundPage(
  service: ProcessingService,
  intent: PaymentIntent,
  { claims, token, form, isPost, self }: PageVisit,
  { words, show, used }: PageOfWords & { readonly used: Set<string> },
): HttpAnswer {
  if (used.has(token)) return show(words.refund, html`<p>${words.issued}</p>`, 400);
  const { refunds } = service;
  const flow: RefundFlow = claims['refundFlow'] === 'Excess' ? 'Excess' : 'Full';
  const waiting = refunds.waitingRefund(intent);
  if (!isPost && waiting === undefined) {
    const amounts = refunds.amounts(intent, flow, intent.networkCode);
    if ('type' in amounts) return show(words.refund, complaint(problemOf(amounts)), 400);
    const facts = htmlFacts({
      [words.youGetBack]: `${amounts.amount.toFixed()} ${intent.currencyFrom}`,
      [words.fee]: `${amounts.feeAmount.toFixed()} ${intent.currencyFrom}`,
    });
    return show(
      words.refund,
      html`${facts}
        <form method="post" action="${self}"><button name="step" value="begin">${words.begin}</button></form>`,
    );
  }
  const refund = waiting ?? refunds.beginByLink(intent, flow, Number(claims['exp']) * 1000);
  if ('type' in refund) return show(words.refund, complaint(problemOf(refund)), 400);
  const address = form.get('address') ?? '';
  const network = networkOf(coinOf(intent.currencyFrom!)!, intent.networkCode)!;
  const additionalAddress = form.get('tag') || undefined;
  const isConfirmed = isPost && form.get('step') === 'confirm';
  const problem = isConfirmed ? checkAddress(network.code, address, additionalAddress) : undefined;
  if (isConfirmed && problem === undefined) {
    used.add(token);
    refunds.proceed(intent, refund, { address, additionalAddress, networkCode: network.code });
    const sent = words.onTheirWay.replace('{}', `${refund.amount.toFixed()} ${intent.currencyFrom}`).replace('{}', address);
    return show(words.refund, html`<p>${sent}</p>`);
  }
  const ask = html`<form method="post" action="${self}">
    <label>${words.toAddress} <input name="address" value="${refund.destinationAddress}" /></label
    ><label>${words.tag} <input name="tag" /></label><button name="step" value="confirm">${words.refund}</button>
  </form>`;
  const why = problem === undefined ? undefined : `the ${problem.field} ${problem.message}`;
  return show(words.refund, html`${complaint(why)}${ask}`, problem === undefined ? 200 : 400);
}

function coinChoice(): Html {
  const choices = COINS.flatMap(({ code, networks }) => networks.map((network) => `${code} ${network.code}`));
  return html`<select name="coin">
    ${choices.map((text) => html`<option>${text}</option>`)}
  </select>`;
}

function gone({ words, show }: PageOfWords): HttpAnswer {
  return show(words.notFound, html`<p>${words.gone}</p>`, 404);
}

function textOf(claim: unknown): string | undefined {
  return typeof claim === 'string' ? claim : undefined;
}

function problemOf(refusal: RefusalAnswer | undefined): string | undefined {
  return refusal === undefined ? undefined : refusalSentence(refusal);
}

function complaint(problem: string | undefined): Html {
  return problem === undefined ? html`` : html`<p role="alert"><strong>${problem}</strong></p>`;
}
