import { judged, type Question } from './finding.ts';
import { ask } from './accessQuestions.ts';
import type { ReadContext } from './questionContext.ts';
import { answerText, refusalShape, type StrangeRequest } from './wire.ts';

interface RefusalQuestion extends Question {
  readonly request: StrangeRequest;
  readonly status: number;
  readonly shape: 'validation' | 'standard' | 'message';
  /** The code that the document names. */
  readonly code?: string;
}

const FIELD_ERRORS = { says: '400 with field errors and no code', section: '000 Errors 5' };

/** Requests that can't be right, and of which nothing could come if they were taken: reads, quotes of fees, an offer that binds nobody. */
const QUESTIONS: readonly RefusalQuestion[] = [
  {
    question: 'missing-parameter',
    asked: 'the list of pairs without page and count, which are required',
    document: FIELD_ERRORS,
    request: { method: 'GET', path: '/v1/spot-trading/symbols' },
    status: 400,
    shape: 'validation',
  },
  {
    question: 'bad-filter',
    asked: 'own orders of the side Hold',
    document: { says: '400 for invalid input, with field errors', section: '000 Spot trading, Errors 5' },
    request: { method: 'GET', path: '/v1/spot-trading/orders', query: 'side=Hold' },
    status: 400,
    shape: 'validation',
  },
  {
    question: 'viban-fee-decimals',
    asked: 'the fee of a ViBAN deposit of 10.001 EUR',
    document: { says: '400 with field errors: at most 2 decimals', section: '000 Errors 5' },
    request: { method: 'POST', path: '/v1/fiat/deposits/viban/fee', body: '{"amount":10.001,"currency":"EUR"}' },
    status: 400,
    shape: 'validation',
  },
  {
    question: 'viban-fee-currency',
    asked: 'the fee of a ViBAN deposit in JPY',
    document: { says: '400 with the code currency-not-supported', section: '000 Errors 8' },
    request: { method: 'POST', path: '/v1/fiat/deposits/viban/fee', body: '{"amount":1000,"currency":"JPY"}' },
    status: 400,
    shape: 'standard',
    code: 'currency-not-supported',
  },
  {
    question: 'quote-without-amount',
    asked: 'a quote for a conversion without any amount',
    document: { says: 'refused as invalid: exactly one of fromAmount and toAmount must be sent', section: '000 Conversion, Errors 5' },
    request: { method: 'POST', path: '/v1/otc-trading/request-for-quote/', body: '{"fromCurrency":"EUR","toCurrency":"BTC"}' },
    status: 400,
    shape: 'validation',
  },
  {
    question: 'unknown-currency',
    asked: 'the fee of a withdrawal of a currency that there is none of',
    document: { says: '404 with a message only', section: '000 Errors 3' },
    request: {
      method: 'POST',
      path: '/v2/withdrawals/fee',
      body: '{"amount":1,"currency":"NOSUCHCOIN","networkCode":"NOSUCHCOIN","destinationAddress":"nowhere"}',
    },
    status: 404,
    shape: 'message',
  },
];

/** The refusals that the document shows (000 Errors). */
export async function askRefusals(context: ReadContext): Promise<void> {
  for (const { request, status, shape, code, ...question } of QUESTIONS) {
    const at = context.client.venueClock.now();
    const answer = await ask(context, { ...request, signed: { by: context.signer, at } });
    const seen = answerText(answer);
    const isRight = answer.status === status && refusalShape(answer) === shape && (code === undefined || seen.endsWith(` ${code}`));
    context.tell(judged(question, seen, isRight));
  }
}
