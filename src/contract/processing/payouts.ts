import { z } from 'zod';
import { webUrl } from '../webUrl.ts';
import { operation } from '../operation.ts';
import { dateTime, decimal, mayBeEmpty, optional, positive, requiredText, text, textOrDigits, withDefault } from '../wire.ts';
import { intentSearch, optionalDecimal, pageLink, pageRequest, uuid } from './intentFields.ts';

const PAYOUT_ID = '3d813cbb-47fb-42ba-91df-831e1593ac29';
const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';
const amountToType = withDefault(z.enum(['net', 'gross'], { error: 'expected net or gross' }), 'gross');

const payoutTerms = {
  currencyFrom: requiredText,
  amountFrom: optional(positive),
  amountTo: optional(positive),
  amountToType: optional(amountToType),
  currencyTo: requiredText,
  networkCode: requiredText,
  address: requiredText,
  additionalAddress: optional(text),
};

type AmountsGiven = { readonly amountFrom?: unknown; readonly amountTo?: unknown; readonly amountToType?: unknown };

/** Exactly one amount must be given. How the fee is taken may be given only with `amountTo` (001 Payouts). */
function checkAmounts(value: AmountsGiven, context: z.RefinementCtx): void {
  if ((value.amountFrom === undefined) === (value.amountTo === undefined)) {
    context.addIssue({ code: 'custom', path: ['amountFrom'], message: 'exactly one of amountFrom and amountTo must be sent' });
  } else if (value.amountToType !== undefined && value.amountTo === undefined) {
    context.addIssue({ code: 'custom', path: ['amountToType'], message: 'goes only with amountTo' });
  }
}

const estimate = {
  currencyFrom: text,
  amountFrom: decimal,
  amountTo: decimal,
  amountToType: optional(text),
  currencyTo: text,
  feeAmount: decimal,
  feeCurrency: text,
  receivedAmount: decimal,
};

const payoutIntent = z.object({
  id: uuid,
  transactionId: mayBeEmpty(textOrDigits),
  customOrderId: mayBeEmpty(text),
  accountId: mayBeEmpty(text),
  amountFrom: optionalDecimal,
  amountTo: optionalDecimal,
  amountToType: mayBeEmpty(text),
  feeAmountTo: optionalDecimal,
  currencyFrom: mayBeEmpty(text),
  currencyTo: mayBeEmpty(text),
  merchantConversionCurrencyFrom: mayBeEmpty(text),
  merchantConversionAmountFrom: optionalDecimal,
  merchantConversionQuoteValidTo: optional(dateTime),
  status: text,
  address: mayBeEmpty(text),
  networkCode: mayBeEmpty(text),
  additionalAddress: mayBeEmpty(text),
  transactionHash: mayBeEmpty(text),
  statusDescription: mayBeEmpty(text),
});

const ESTIMATE =
  '"currencyFrom":"EUR","amountFrom":100.00,"amountTo":108.00,"amountToType":"gross","currencyTo":"USDT","feeAmount":1.00,"feeCurrency":"USDT","receivedAmount":107.00';
const PAYOUT = `{"id":"${PAYOUT_ID}","transactionId":"51000","customOrderId":"payout-1","accountId":null,"amountFrom":100.00,"amountTo":108.00,"amountToType":"gross","feeAmountTo":1.00,"currencyFrom":"EUR","currencyTo":"USDT","status":"Completed","address":"${ADDRESS}","networkCode":"BNB_TEST","additionalAddress":null,"transactionHash":"5f16e1","statusDescription":null}`;

/** Pays a fiat balance out as cryptocurrency (001 Payouts). */
export const payouts = {
  'payouts.estimate': operation({
    about: 'What a payout would cost and bring',
    method: 'POST',
    path: '/v2/payout-intents/estimated-fee',
    section: '001 Payouts',
    auth: 'signed',
    repeat: 'read',
    priority: 'convert',
    request: { body: z.object(payoutTerms).superRefine(checkAmounts) },
    reply: { status: 200, body: z.object(estimate) },
    refusals: [{ status: 400, when: 'neither or both amounts are sent' }],
    example: {
      request: { currencyFrom: 'EUR', amountFrom: '100', currencyTo: 'USDT', networkCode: 'BNB_TEST', address: ADDRESS },
      reply: `{${ESTIMATE}}`,
    },
  }),
  'payouts.create': operation({
    about: 'Pay fiat balance out as cryptocurrency',
    method: 'POST',
    path: '/v2/payout-intents',
    section: '001 Payouts',
    auth: 'signed',
    repeat: 'never',
    priority: 'convert',
    request: {
      body: z
        .object({ ...payoutTerms, accountId: optional(text), customOrderId: optional(text), callbackUrl: optional(webUrl) })
        .superRefine(checkAmounts),
    },
    reply: { status: 200, body: z.object({ payoutIntentId: uuid, ...estimate }) },
    refusals: [{ status: 400, when: 'neither or both amounts are sent' }],
    example: {
      request: {
        currencyFrom: 'EUR',
        amountFrom: '100',
        currencyTo: 'USDT',
        networkCode: 'BNB_TEST',
        address: ADDRESS,
        customOrderId: 'payout-1',
      },
      reply: `{"payoutIntentId":"${PAYOUT_ID}",${ESTIMATE}}`,
    },
  }),
  'payouts.createPage': operation({
    about: 'Pay out by a page on which the customer gives the destination and confirms',
    method: 'POST',
    path: '/v1/payout-intents/',
    section: '001 Payouts',
    auth: 'signed',
    repeat: 'never',
    priority: 'convert',
    request: { body: pageRequest },
    reply: { status: 200, body: pageLink },
    example: {
      request: { currency: 'EUR', amount: '100', customOrderId: 'payout-1' },
      reply: `"https://pay.example/payout?currencyTo=EUR&amountTo=100&payoutIntentId=${PAYOUT_ID}&merchantId=m-1&token=abc"`,
    },
  }),
  'payouts.get': operation({
    about: 'One payout intent',
    method: 'GET',
    path: '/v1/payout-intents/{payoutIntentId}',
    section: '001 Payouts',
    auth: 'signed',
    repeat: 'read',
    priority: 'account',
    request: { path: z.object({ payoutIntentId: uuid }) },
    reply: { status: 200, body: payoutIntent },
    refusals: [{ status: 404, when: 'there is no such payout intent' }],
    example: { request: { payoutIntentId: PAYOUT_ID }, reply: PAYOUT },
  }),
  'payouts.search': operation({
    about: 'Payout intents, newest first',
    method: 'POST',
    path: '/v1/payout-intents/search',
    section: '001 Payouts',
    auth: 'signed',
    repeat: 'read',
    priority: 'account',
    request: { body: intentSearch },
    reply: { status: 200, body: z.array(payoutIntent) },
    paging: { style: 'skip-take' },
    example: { request: { customOrderId: 'payout-1', skip: '0', take: '100' }, reply: `[${PAYOUT}]` },
  }),
} as const;
