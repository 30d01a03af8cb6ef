import { z } from 'zod';
import { webUrl } from '../webUrl.ts';
import { operation } from '../operation.ts';
import { dateTime, decimal, mayBeEmpty, optional, positive, requiredText, text } from '../wire.ts';
import { intentSearch, optionalDecimal, pageLink, pageRequest, uuid } from './intentFields.ts';
import { paymentIntent } from './paymentIntent.ts';

const estimate = z.object({ currencyFrom: text, amountFrom: decimal, currencyTo: text, amountTo: decimal });

const INTENT_ID = '0f8fad5b-d9cb-469f-a165-70867728950e';
const INTENT = `{"id":"${INTENT_ID}","createdOn":"2026-11-20T10:00:00.000Z","customOrderId":"order-1","accountId":null,"callbackUrl":"https://shop.example/notify","amountFrom":108.01,"amountTo":100.00,"currencyFrom":"USDT","currencyTo":"EUR","executedAmountTo":99.40,"executedCurrencyTo":"EUR","receivedAmount":108.01,"status":"Completed","statusDescription":null,"address":"0x52908400098527886E0F7030069857D2E4169EE7","networkCode":"BNB_TEST","processingFeeAmount":0.60,"processingFeeCurrency":"EUR","retryPaymentIntents":[],"customConversion":null}`;

/** Quotes, creates and reads requests for a deposit (001 Endpoints). */
export const paymentIntents = {
  'paymentIntents.estimate': operation({
    about: 'What a payer would have to pay in one currency for an amount of another',
    method: 'POST',
    path: '/v2/payment-intents/estimated-quote',
    section: '001 Endpoints',
    auth: 'signed',
    repeat: 'read',
    priority: 'convert',
    request: { body: z.object({ currencyFrom: requiredText, amountTo: positive, currencyTo: requiredText }) },
    reply: { status: 200, body: estimate },
    example: {
      request: { currencyFrom: 'USDT', amountTo: '100', currencyTo: 'EUR' },
      reply: '{"currencyFrom":"USDT","amountFrom":108.01,"currencyTo":"EUR","amountTo":100.00}',
    },
  }),
  'paymentIntents.create': operation({
    about: 'Ask for a deposit: the answer is the address to pay to and how much',
    method: 'POST',
    path: '/v2/payment-intents/',
    section: '001 Endpoints',
    auth: 'signed',
    repeat: 'never',
    priority: 'convert',
    request: {
      body: z.object({
        currencyFrom: requiredText,
        currencyTo: requiredText,
        amountTo: positive,
        networkCode: optional(text),
        customOrderId: optional(text),
        accountId: optional(text),
        callbackUrl: optional(webUrl),
      }),
    },
    reply: {
      status: 200,
      body: z.object({
        paymentIntentId: uuid,
        currencyFrom: text,
        amountFrom: decimal,
        currencyTo: text,
        amountTo: decimal,
        address: text,
        additionalAddress: mayBeEmpty(text),
        additionalAddressType: mayBeEmpty(text),
        quoteValidTo: dateTime,
        customOrderId: mayBeEmpty(text),
      }),
    },
    refusals: [{ status: 400, when: 'amountTo is at most the sum of the processing fees (001 Errors 2)' }],
    example: {
      request: {
        currencyFrom: 'USDT',
        currencyTo: 'EUR',
        amountTo: '100',
        networkCode: 'BNB_TEST',
        customOrderId: 'order-1',
        callbackUrl: 'https://shop.example/notify',
      },
      reply: `{"paymentIntentId":"${INTENT_ID}","currencyFrom":"USDT","amountFrom":108.01,"currencyTo":"EUR","amountTo":100.00,"address":"0x52908400098527886E0F7030069857D2E4169EE7","additionalAddress":null,"additionalAddressType":null,"quoteValidTo":"2026-11-20T10:00:30.000Z","customOrderId":"order-1"}`,
    },
  }),
  'paymentIntents.createPage': operation({
    about: 'Ask for a deposit by a page on which the payer picks the coin',
    method: 'POST',
    path: '/v1/payment-intents/',
    section: '001 Endpoints',
    auth: 'signed',
    repeat: 'never',
    priority: 'convert',
    request: { body: pageRequest },
    reply: { status: 200, body: pageLink },
    example: {
      request: { currency: 'EUR', amount: '100', customOrderId: 'order-1', languageIso2: 'en' },
      reply: `"https://pay.example/deposit?currencyTo=EUR&amountTo=100&paymentIntentId=${INTENT_ID}&merchantId=m-1&token=abc"`,
    },
  }),
  'paymentIntents.get': operation({
    about: 'One payment intent with its retries and its conversion',
    method: 'GET',
    path: '/v1/payment-intents/{paymentIntentId}',
    section: '001 Endpoints',
    auth: 'signed',
    repeat: 'read',
    priority: 'account',
    request: { path: z.object({ paymentIntentId: uuid }) },
    reply: { status: 200, body: paymentIntent },
    refusals: [{ status: 404, when: 'there is no such payment intent' }],
    example: { request: { paymentIntentId: INTENT_ID }, reply: INTENT },
  }),
  'paymentIntents.search': operation({
    about: 'Payment intents, newest first',
    method: 'POST',
    path: '/v1/payment-intents/search',
    section: '001 Endpoints',
    auth: 'signed',
    repeat: 'read',
    priority: 'account',
    request: { body: intentSearch },
    reply: { status: 200, body: z.array(paymentIntent) },
    paging: { style: 'skip-take' },
    example: { request: { customOrderId: 'order-1', skip: '0', take: '100' }, reply: `[${INTENT}]` },
  }),
  'paymentIntents.requestRetryQuote': operation({
    about: 'A quote for what was really received; it has to come before a retry',
    method: 'POST',
    path: '/v1/payment-intents/{paymentIntentId}/retry/request-for-quote',
    section: '001 Endpoints',
    auth: 'signed',
    // A quote binds nobody. One whose answer is lost simply expires.
    repeat: 'idempotent',
    priority: 'convert',
    request: { path: z.object({ paymentIntentId: uuid }) },
    reply: {
      status: 200,
      body: z.object({
        currencyFrom: text,
        currencyTo: text,
        amountFrom: decimal,
        amountTo: decimal,
        receivedAmountEquivalent: optionalDecimal,
        receivedEquivalentCurrency: optional(text),
        receivedAmountEquivalentValidTo: optional(dateTime),
        quoteValidTo: optional(dateTime),
      }),
    },
    refusals: [{ status: 400, when: 'no retry is possible in the state of the intent (001 States)' }],
    example: {
      request: { paymentIntentId: INTENT_ID },
      reply:
        '{"currencyFrom":"USDT","currencyTo":"EUR","amountFrom":100,"amountTo":92.59,"receivedAmountEquivalent":92.59,"receivedEquivalentCurrency":"EUR","receivedAmountEquivalentValidTo":"2026-11-20T10:01:00.000Z","quoteValidTo":"2026-11-20T10:01:00.000Z"}',
    },
  }),
  'paymentIntents.retry': operation({
    about: 'Process the intent with the amount that was deposited, by the quote that was asked for',
    method: 'POST',
    path: '/v1/payment-intents/{paymentIntentId}/retry',
    section: '001 Endpoints',
    auth: 'signed',
    repeat: 'never',
    priority: 'convert',
    request: { path: z.object({ paymentIntentId: uuid }) },
    // The specification does not show the body of the 200, so anything is taken, or nothing.
    reply: { status: 200, body: z.unknown() },
    refusals: [{ status: 400, when: 'no retry is possible in the state of the intent, or no quote is valid (001 States)' }],
    example: { request: { paymentIntentId: INTENT_ID }, reply: '' },
  }),
  'paymentIntents.acceptReceived': operation({
    about: 'Accept the received amount as it is',
    method: 'POST',
    path: '/v1/payment-intents/{paymentIntentId}/manually-completed',
    section: '001 Endpoints',
    auth: 'signed',
    repeat: 'never',
    priority: 'convert',
    request: { path: z.object({ paymentIntentId: uuid }) },
    reply: { status: 200, body: paymentIntent },
    refusals: [{ status: 400, when: 'nothing was deposited, or the status is not ManualActionRequired (001 States)' }],
    example: { request: { paymentIntentId: INTENT_ID }, reply: INTENT },
  }),
  'paymentIntents.receivedEquivalent': operation({
    about: 'What the received amount is worth in the requested currency; the method is not shown in the specification',
    method: 'GET',
    path: '/v1/payment-intents/{paymentIntentId}/manually-completed/received-equivalent',
    section: '001 Endpoints',
    auth: 'signed',
    repeat: 'read',
    priority: 'account',
    request: { path: z.object({ paymentIntentId: uuid }) },
    reply: {
      status: 200,
      body: z.object({
        id: uuid,
        currencyFrom: text,
        amountFrom: optionalDecimal,
        receivedAmountEquivalent: optionalDecimal,
        receivedEquivalentCurrency: optional(text),
        receivedAmountEquivalentValidTo: optional(dateTime),
      }),
    },
    example: {
      request: { paymentIntentId: INTENT_ID },
      reply: `{"id":"${INTENT_ID}","currencyFrom":"USDT","amountFrom":108.01,"receivedAmountEquivalent":92.59,"receivedEquivalentCurrency":"EUR","receivedAmountEquivalentValidTo":"2026-11-20T10:01:00.000Z"}`,
    },
  }),
} as const;
