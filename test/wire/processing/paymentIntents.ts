import type { WireMessages } from '../message.ts';

const ID = '5f0c2b7e-3b0e-4f6a-9d56-0a4f1c2d3e4f';
const line = (path: string): string => `POST /v1/payment-intents/${ID}/${path}`;

/** 001 Payment intent, every field, in the order of the table. */
const WHOLE = `{"id":"${ID}","createdOn":"2026-11-20T10:00:00Z","customOrderId":"order-1","accountId":"a-1","callbackUrl":"https://shop.example/n","amountFrom":0.00163265,"amountTo":100.00,"currencyFrom":"BTC","currencyTo":"EUR","executedAmountTo":99.50,"executedCurrencyTo":"EUR","receivedAmount":0.00163265,"receivedAmountEquivalent":100.01,"receivedEquivalentCurrency":"EUR","receivedAmountEquivalentValidTo":"2026-11-20T10:01:00Z","status":"ManuallyCompletedWithRetry","statusDescription":null,"address":"bc1q","additionalAddress":null,"networkCode":"BTC","originTransactionId":"77","transactionHash":"ab12","sourceAddress":"bc1p","processingFeeAmount":0.50,"processingFeeCurrency":"EUR","retryPaymentIntents":[{"id":"${ID}","createdOn":"2026-11-20T10:00:30Z","type":"Manual","currencyFrom":"BTC","amountFrom":0.00163265,"currencyTo":"EUR","amountTo":100.01,"quoteValidTo":"2026-11-20T10:01:00Z","status":"Completed","failureReason":"","address":"bc1q","additionalAddress":null,"networkCode":"BTC","feeAmount":0.50,"externalTransactionId":null}],"customConversion":{"id":"c-1","currencyTo":"GBP","amountTo":85.10,"processingFeeAmount":0.1,"processingFeeCurrency":"GBP","status":"Completed","failureReason":null}}`;

const SAYS = {
  id: ID,
  createdOn: 1795168800000,
  customOrderId: 'order-1',
  accountId: 'a-1',
  callbackUrl: 'https://shop.example/n',
  amountFrom: '0.00163265',
  amountTo: '100',
  currencyFrom: 'BTC',
  currencyTo: 'EUR',
  executedAmountTo: '99.5',
  executedCurrencyTo: 'EUR',
  receivedAmount: '0.00163265',
  receivedAmountEquivalent: '100.01',
  receivedEquivalentCurrency: 'EUR',
  receivedAmountEquivalentValidTo: 1795168860000,
  status: 'ManuallyCompletedWithRetry',
  address: 'bc1q',
  networkCode: 'BTC',
  originTransactionId: '77',
  transactionHash: 'ab12',
  sourceAddress: 'bc1p',
  processingFeeAmount: '0.5',
  processingFeeCurrency: 'EUR',
  retryPaymentIntents: [
    {
      id: ID,
      createdOn: 1795168830000,
      type: 'Manual',
      currencyFrom: 'BTC',
      amountFrom: '0.00163265',
      currencyTo: 'EUR',
      amountTo: '100.01',
      quoteValidTo: 1795168860000,
      status: 'Completed',
      address: 'bc1q',
      networkCode: 'BTC',
      feeAmount: '0.5',
    },
  ],
  customConversion: {
    id: 'c-1',
    currencyTo: 'GBP',
    amountTo: '85.1',
    processingFeeAmount: '0.1',
    processingFeeCurrency: 'GBP',
    status: 'Completed',
  },
};

const BARE = {
  about: 'one for which nothing has happened yet',
  status: 200,
  body: `{"id":"${ID}","status":"Pending"}`,
  says: { id: ID, status: 'Pending' },
};

export const estimateIntent: WireMessages = {
  operation: 'paymentIntents.estimate',
  section: '001 Endpoints, POST /v2/payment-intents/estimated-quote',
  requests: [
    {
      line: 'POST /v2/payment-intents/estimated-quote',
      body: '{"currencyFrom":"BTC","amountTo":100.1,"currencyTo":"EUR"}',
      parameters: { currencyFrom: 'BTC', amountTo: '100.1', currencyTo: 'EUR' },
    },
  ],
  replies: [
    {
      about: 'both amounts',
      status: 200,
      body: '{"currencyFrom":"BTC","amountFrom":0.00163429,"currencyTo":"EUR","amountTo":100.10}',
      says: { currencyFrom: 'BTC', amountFrom: '0.00163429', currencyTo: 'EUR', amountTo: '100.1' },
    },
  ],
  unreadable: [
    '{"currencyFrom":"BTC","currencyTo":"EUR","amountTo":100.10}',
    '{"currencyFrom":"BTC","amountFrom":"1","currencyTo":"EUR","amountTo":1}',
  ],
  wrong: [
    { where: 'body', json: '{"amountTo":1,"currencyTo":"EUR"}', field: 'currencyFrom' },
    { where: 'body', json: '{"currencyFrom":"BTC","currencyTo":"EUR"}', field: 'amountTo' },
    { where: 'body', json: '{"currencyFrom":"BTC","amountTo":0,"currencyTo":"EUR"}', field: 'amountTo' },
    { where: 'body', json: '{"currencyFrom":"BTC","amountTo":1}', field: 'currencyTo' },
  ],
};

export const createIntent: WireMessages = {
  operation: 'paymentIntents.create',
  section: '001 Endpoints, POST /v2/payment-intents/',
  requests: [
    {
      line: 'POST /v2/payment-intents/',
      body: '{"currencyFrom":"XRP","currencyTo":"EUR","amountTo":0.00000001,"networkCode":"XRP","customOrderId":"o","accountId":"a","callbackUrl":"https://shop.example/n"}',
      parameters: {
        currencyFrom: 'XRP',
        currencyTo: 'EUR',
        amountTo: '0.00000001',
        networkCode: 'XRP',
        customOrderId: 'o',
        accountId: 'a',
        callbackUrl: 'https://shop.example/n',
      },
    },
    {
      line: 'POST /v2/payment-intents/',
      body: '{"currencyFrom":"BTC","currencyTo":"EUR","amountTo":100}',
      parameters: { currencyFrom: 'BTC', currencyTo: 'EUR', amountTo: '100' },
    },
  ],
  replies: [
    {
      about: 'with a tag',
      status: 200,
      body: `{"paymentIntentId":"${ID}","currencyFrom":"XRP","amountFrom":187.9,"currencyTo":"EUR","amountTo":100,"address":"rX","additionalAddress":"123","additionalAddressType":"MultipleWithTag","quoteValidTo":"2026-11-20T10:00:30Z","customOrderId":"o"}`,
      says: {
        paymentIntentId: ID,
        currencyFrom: 'XRP',
        amountFrom: '187.9',
        currencyTo: 'EUR',
        amountTo: '100',
        address: 'rX',
        additionalAddress: '123',
        additionalAddressType: 'MultipleWithTag',
        quoteValidTo: 1795168830000,
        customOrderId: 'o',
      },
    },
  ],
  unreadable: [
    `{"paymentIntentId":"7","currencyFrom":"XRP","amountFrom":1,"currencyTo":"EUR","amountTo":1,"address":"r","quoteValidTo":"2026-11-20T10:00:30Z"}`,
    '{}',
  ],
  wrong: [
    { where: 'body', json: '{"currencyTo":"EUR","amountTo":1}', field: 'currencyFrom' },
    { where: 'body', json: '{"currencyFrom":"BTC","amountTo":1}', field: 'currencyTo' },
    { where: 'body', json: '{"currencyFrom":"BTC","currencyTo":"EUR"}', field: 'amountTo' },
    { where: 'body', json: '{"currencyFrom":"BTC","currencyTo":"EUR","amountTo":-1}', field: 'amountTo' },
  ],
};

export const createIntentPage: WireMessages = {
  operation: 'paymentIntents.createPage',
  section: '001 Endpoints, POST /v1/payment-intents/',
  requests: [
    {
      line: 'POST /v1/payment-intents/',
      body: '{"currency":"EUR","amount":9.99,"customOrderId":"o","accountId":"a","callbackUrl":"https://shop.example/n","languageIso2":"de"}',
      parameters: {
        currency: 'EUR',
        amount: '9.99',
        customOrderId: 'o',
        accountId: 'a',
        callbackUrl: 'https://shop.example/n',
        languageIso2: 'de',
      },
    },
  ],
  replies: [
    {
      about: 'the address alone',
      status: 200,
      body: '"https://i.example/deposit?token=x"',
      says: { url: 'https://i.example/deposit?token=x' },
    },
    {
      about: 'the address in an object',
      status: 200,
      body: '{"url":"https://i.example/deposit"}',
      says: { url: 'https://i.example/deposit' },
    },
  ],
  unreadable: ['""', '{}', '7'],
  wrong: [
    { where: 'body', json: '{"amount":1}', field: 'currency' },
    { where: 'body', json: '{"currency":"EUR"}', field: 'amount' },
    { where: 'body', json: '{"currency":"EUR","amount":1,"languageIso2":"deu"}', field: 'languageIso2' },
  ],
};

export const getIntent: WireMessages = {
  operation: 'paymentIntents.get',
  section: '001 Endpoints, GET /v1/payment-intents/{paymentIntentId}; 001 Payment intent',
  requests: [{ line: `GET /v1/payment-intents/${ID}`, parameters: { paymentIntentId: ID } }],
  replies: [{ about: 'with its retries and its conversion', status: 200, body: WHOLE, says: SAYS }, BARE],
  unreadable: ['{}', '[]', `{"id":"${ID}"}`, `{"id":"${ID}","status":"New","amountTo":"1"}`],
};

export const searchIntents: WireMessages = {
  operation: 'paymentIntents.search',
  section: '001 Endpoints, POST /v1/payment-intents/search',
  requests: [
    { line: 'POST /v1/payment-intents/search', body: '{}', parameters: {} },
    {
      line: 'POST /v1/payment-intents/search',
      body: `{"id":"${ID}","customOrderId":"o","accountId":"a","createdDateFrom":"2026-11-20T10:00:00.000Z","createdDateTo":"2026-11-20T10:01:00.000Z","skip":0,"take":500}`,
      parameters: {
        id: ID,
        customOrderId: 'o',
        accountId: 'a',
        createdDateFrom: 1795168800000,
        createdDateTo: 1795168860000,
        skip: 0,
        take: 500,
      },
    },
  ],
  replies: [
    { about: 'newest first', status: 200, body: `[${BARE.body},${WHOLE}]`, says: [BARE.says, SAYS] },
    { about: 'nothing found', status: 200, body: '[]', says: [] },
  ],
  unreadable: ['{}', '[{}]'],
  wrong: [
    { where: 'body', json: '{"id":"7"}', field: 'id' },
    { where: 'body', json: '{"take":501}', field: 'take' },
    { where: 'body', json: '{"take":0}', field: 'take' },
    { where: 'body', json: '{"skip":-1}', field: 'skip' },
    { where: 'body', json: '{"createdDateFrom":"yesterday"}', field: 'createdDateFrom' },
  ],
};

export const requestRetryQuote: WireMessages = {
  operation: 'paymentIntents.requestRetryQuote',
  section: '001 Endpoints, POST retry/request-for-quote',
  requests: [{ line: line('retry/request-for-quote'), parameters: { paymentIntentId: ID } }],
  replies: [
    {
      about: 'with both ends of validity',
      status: 200,
      body: '{"currencyFrom":"BTC","currencyTo":"EUR","amountFrom":0.001,"amountTo":61.25,"receivedAmountEquivalent":61.25,"receivedEquivalentCurrency":"EUR","receivedAmountEquivalentValidTo":"2026-11-20T10:01:00Z","quoteValidTo":"2026-11-20T10:01:00Z"}',
      says: {
        currencyFrom: 'BTC',
        currencyTo: 'EUR',
        amountFrom: '0.001',
        amountTo: '61.25',
        receivedAmountEquivalent: '61.25',
        receivedEquivalentCurrency: 'EUR',
        receivedAmountEquivalentValidTo: 1795168860000,
        quoteValidTo: 1795168860000,
      },
    },
    {
      about: 'the amounts alone',
      status: 200,
      body: '{"currencyFrom":"BTC","currencyTo":"EUR","amountFrom":0.001,"amountTo":61.25}',
      says: { currencyFrom: 'BTC', currencyTo: 'EUR', amountFrom: '0.001', amountTo: '61.25' },
    },
  ],
  unreadable: ['{}'],
};

export const retryIntent: WireMessages = {
  operation: 'paymentIntents.retry',
  section: '001 Endpoints, POST retry',
  requests: [{ line: line('retry'), parameters: { paymentIntentId: ID } }],
  replies: [{ about: 'nothing: the body is not shown', status: 200, body: '', says: undefined }],
};

export const acceptReceived: WireMessages = {
  operation: 'paymentIntents.acceptReceived',
  section: '001 Endpoints, POST manually-completed',
  requests: [{ line: line('manually-completed'), parameters: { paymentIntentId: ID } }],
  replies: [{ about: 'the intent', status: 200, body: WHOLE, says: SAYS }],
  unreadable: [''],
};

export const receivedEquivalent: WireMessages = {
  operation: 'paymentIntents.receivedEquivalent',
  section: '001 Endpoints, manually-completed/received-equivalent (the method is not shown)',
  requests: [{ line: `GET /v1/payment-intents/${ID}/manually-completed/received-equivalent`, parameters: { paymentIntentId: ID } }],
  replies: [
    {
      about: 'the amount to credit the depositor',
      status: 200,
      body: `{"id":"${ID}","currencyFrom":"BTC","amountFrom":0.002,"receivedAmountEquivalent":61.25,"receivedEquivalentCurrency":"EUR","receivedAmountEquivalentValidTo":"2026-11-20T10:01:00Z"}`,
      says: {
        id: ID,
        currencyFrom: 'BTC',
        amountFrom: '0.002',
        receivedAmountEquivalent: '61.25',
        receivedEquivalentCurrency: 'EUR',
        receivedAmountEquivalentValidTo: 1795168860000,
      },
    },
  ],
  unreadable: ['{}'],
};
