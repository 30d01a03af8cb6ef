import type { WireMessages } from '../message.ts';

const ID = '3d813cbb-47fb-42ba-91df-831e1593ac29';
const REQUIRED = { currencyFrom: 'EUR', currencyTo: 'XRP', networkCode: 'XRP', address: 'rX' };
const ESTIMATE =
  '"currencyFrom":"EUR","amountFrom":100.00,"amountTo":187.9,"amountToType":"gross","currencyTo":"XRP","feeAmount":0.25,"feeCurrency":"XRP","receivedAmount":187.65';
const SAYS = {
  currencyFrom: 'EUR',
  amountFrom: '100',
  amountTo: '187.9',
  amountToType: 'gross',
  currencyTo: 'XRP',
  feeAmount: '0.25',
  feeCurrency: 'XRP',
  receivedAmount: '187.65',
};

/** Exactly one of the two amounts is given, and the type only with amountTo (001 Payouts). */
const WRONG: WireMessages['wrong'] = [
  ...(['currencyFrom', 'currencyTo', 'networkCode', 'address'] as const).map((field) => ({
    where: 'body' as const,
    json: JSON.stringify({ ...REQUIRED, amountFrom: 1, [field]: undefined }),
    field,
  })),
  { where: 'body', json: JSON.stringify(REQUIRED), field: 'amountFrom' },
  { where: 'body', json: JSON.stringify({ ...REQUIRED, amountFrom: null, amountTo: null }), field: 'amountFrom' },
  { where: 'body', json: JSON.stringify({ ...REQUIRED, amountFrom: 1, amountTo: 1 }), field: 'amountFrom' },
  { where: 'body', json: JSON.stringify({ ...REQUIRED, amountFrom: 1, amountToType: 'net' }), field: 'amountToType' },
  { where: 'body', json: JSON.stringify({ ...REQUIRED, amountTo: 1, amountToType: 'Gross' }), field: 'amountToType' },
  { where: 'body', json: JSON.stringify({ ...REQUIRED, amountTo: 0 }), field: 'amountTo' },
];

export const estimatePayout: WireMessages = {
  operation: 'payouts.estimate',
  section: '001 Payouts, POST /v2/payout-intents/estimated-fee',
  requests: [
    {
      line: 'POST /v2/payout-intents/estimated-fee',
      body: '{"currencyFrom":"EUR","amountFrom":100,"currencyTo":"XRP","networkCode":"XRP","address":"rX"}',
      parameters: { ...REQUIRED, amountFrom: '100' },
    },
    {
      line: 'POST /v2/payout-intents/estimated-fee',
      body: '{"currencyFrom":"EUR","amountTo":100,"amountToType":"net","currencyTo":"XRP","networkCode":"XRP","address":"rX","additionalAddress":"1"}',
      parameters: { ...REQUIRED, amountTo: '100', amountToType: 'net', additionalAddress: '1' },
    },
  ],
  replies: [{ about: 'the terms', status: 200, body: `{${ESTIMATE}}`, says: SAYS }],
  unreadable: ['{}'],
  wrong: WRONG,
};

export const createPayout: WireMessages = {
  operation: 'payouts.create',
  section: '001 Payouts, POST /v2/payout-intents',
  requests: [
    {
      line: 'POST /v2/payout-intents',
      body: '{"currencyFrom":"EUR","amountFrom":100,"currencyTo":"XRP","networkCode":"XRP","address":"rX","accountId":"a","customOrderId":"o","callbackUrl":"https://shop.example/n"}',
      parameters: { ...REQUIRED, amountFrom: '100', accountId: 'a', customOrderId: 'o', callbackUrl: 'https://shop.example/n' },
    },
  ],
  replies: [
    { about: 'the terms with the id', status: 200, body: `{"payoutIntentId":"${ID}",${ESTIMATE}}`, says: { payoutIntentId: ID, ...SAYS } },
  ],
  unreadable: [`{${ESTIMATE}}`],
  wrong: WRONG,
};

export const createPayoutPage: WireMessages = {
  operation: 'payouts.createPage',
  section: '001 Payouts, POST /v1/payout-intents/',
  requests: [{ line: 'POST /v1/payout-intents/', body: '{"currency":"EUR","amount":100}', parameters: { currency: 'EUR', amount: '100' } }],
  replies: [
    { about: 'the address', status: 200, body: '"https://i.example/payout?token=t"', says: { url: 'https://i.example/payout?token=t' } },
  ],
  unreadable: ['null'],
  wrong: [
    { where: 'body', json: '{"amount":1}', field: 'currency' },
    { where: 'body', json: '{"currency":"EUR","amount":0}', field: 'amount' },
  ],
};

const PAYOUT = `{"id":"${ID}","transactionId":"51","customOrderId":"o","accountId":"a","amountFrom":100.00,"amountTo":187.9,"amountToType":"net","feeAmountTo":0.25,"currencyFrom":"EUR","currencyTo":"XRP","merchantConversionCurrencyFrom":"USD","merchantConversionAmountFrom":108.10,"merchantConversionQuoteValidTo":"2026-11-20T10:01:00Z","status":"Completed","address":"rX","networkCode":"XRP","additionalAddress":"1","transactionHash":"ab","statusDescription":null}`;
const PAYOUT_SAYS = {
  id: ID,
  transactionId: '51',
  customOrderId: 'o',
  accountId: 'a',
  amountFrom: '100',
  amountTo: '187.9',
  amountToType: 'net',
  feeAmountTo: '0.25',
  currencyFrom: 'EUR',
  currencyTo: 'XRP',
  merchantConversionCurrencyFrom: 'USD',
  merchantConversionAmountFrom: '108.1',
  merchantConversionQuoteValidTo: 1795168860000,
  status: 'Completed',
  address: 'rX',
  networkCode: 'XRP',
  additionalAddress: '1',
  transactionHash: 'ab',
};

export const getPayout: WireMessages = {
  operation: 'payouts.get',
  section: '001 Payouts, GET /v1/payout-intents/{payoutIntentId}; 001 Payout intent',
  requests: [{ line: `GET /v1/payout-intents/${ID}`, parameters: { payoutIntentId: ID } }],
  replies: [{ about: 'every field', status: 200, body: PAYOUT, says: PAYOUT_SAYS }],
  unreadable: ['{}', `{"id":"${ID}"}`],
};

export const searchPayouts: WireMessages = {
  operation: 'payouts.search',
  section: '001 Payouts, POST /v1/payout-intents/search',
  requests: [
    {
      line: 'POST /v1/payout-intents/search',
      body: '{"customOrderId":"o","skip":0,"take":10}',
      parameters: { customOrderId: 'o', skip: 0, take: 10 },
    },
  ],
  replies: [{ about: 'an array', status: 200, body: `[${PAYOUT}]`, says: [PAYOUT_SAYS] }],
  unreadable: ['{}'],
  wrong: [{ where: 'body', json: '{"take":501}', field: 'take' }],
};
