import type { WireMessages } from '../message.ts';

const QUOTE_ID = '8b6f0c52-6c1c-4c6d-9a57-0d3d3bb7a0a1';

export const requestQuote: WireMessages = {
  operation: 'quotes.request',
  section: '000 Conversion, POST request-for-quote; 000 Conversion quote',
  requests: [
    {
      line: 'POST /v1/otc-trading/request-for-quote/',
      body: '{"fromCurrency":"EUR","toCurrency":"BTC","fromAmount":100.1}',
      parameters: { fromCurrency: 'EUR', toCurrency: 'BTC', fromAmount: '100.1' },
    },
    {
      line: 'POST /v1/otc-trading/request-for-quote/',
      body: '{"fromCurrency":"EUR","toCurrency":"BTC","toAmount":0.00000001}',
      parameters: { fromCurrency: 'EUR', toCurrency: 'BTC', toAmount: '0.00000001' },
    },
  ],
  replies: [
    {
      about: 'occuredOn with one r, as the specification spells it',
      status: 200,
      body: `{"id":"${QUOTE_ID}","occuredOn":"2026-11-20T10:00:00.000Z","validTo":"2026-11-20T10:00:15.000Z","fromCurrency":"EUR","toCurrency":"BTC","amountFrom":100.10,"amountTo":0.00162990,"rate":0.0000162827172827172827}`,
      says: {
        id: QUOTE_ID,
        occuredOn: 1795168800000,
        validTo: 1795168815000,
        fromCurrency: 'EUR',
        toCurrency: 'BTC',
        amountFrom: '100.1',
        amountTo: '0.0016299',
        rate: '0.0000162827172827172827',
      },
    },
  ],
  unreadable: [`{"id":"${QUOTE_ID}"}`, `{"id":"${QUOTE_ID}","occuredOn":1,"validTo":2}`],
  wrong: [
    { where: 'body', json: '{"fromCurrency":"EUR","toCurrency":"BTC"}', field: 'fromAmount' },
    { where: 'body', json: '{"fromCurrency":"EUR","toCurrency":"BTC","fromAmount":1,"toAmount":1}', field: 'fromAmount' },
    { where: 'body', json: '{"toCurrency":"BTC","fromAmount":1}', field: 'fromCurrency' },
    { where: 'body', json: '{"fromCurrency":"EUR","toCurrency":"","fromAmount":1}', field: 'toCurrency' },
  ],
};

export const convert: WireMessages = {
  operation: 'conversions.execute',
  section: '000 Conversion, POST convert',
  requests: [
    {
      line: 'POST /v1/otc-trading/convert',
      body: `{"id":"${QUOTE_ID}","fromCurrency":"EUR","toCurrency":"BTC","fromAmount":100.1,"toAmount":0.0016299}`,
      parameters: { id: QUOTE_ID, fromCurrency: 'EUR', toCurrency: 'BTC', fromAmount: '100.1', toAmount: '0.0016299' },
    },
  ],
  replies: [
    { about: 'the identifier in an object', status: 200, body: '{"id":51234}', says: { id: '51234' } },
    { about: 'the identifier alone, as a number', status: 200, body: '9007199254740993', says: { id: '9007199254740993' } },
    { about: 'the identifier alone, as a text', status: 200, body: '"c-51234"', says: { id: 'c-51234' } },
    { about: 'an object with more in it', status: 200, body: '{"id":"51234","status":"Completed"}', says: { id: '51234' } },
  ],
  unreadable: ['', '{}', '[]', '""', 'null'],
  wrong: [
    { where: 'body', json: '{"fromCurrency":"EUR","toCurrency":"BTC","fromAmount":1,"toAmount":1}', field: 'id' },
    { where: 'body', json: `{"id":"${QUOTE_ID}","fromCurrency":"EUR","toCurrency":"BTC","fromAmount":1}`, field: 'toAmount' },
  ],
};

export const conversionHistory: WireMessages = {
  operation: 'conversions.list',
  section: '000 Conversion, GET history; 000 Conversion history item',
  requests: [{ line: 'GET /v1/otc-trading/history', query: 'page=0&count=50', parameters: { page: 0, count: 50 } }],
  replies: [
    {
      about: 'the wrapper counts in `count`, not in `total`',
      status: 200,
      body: '{"items":[{"id":51234,"operationExecutionTime":"2026-11-20T10:00:02.000Z","amountFrom":100.10,"amountTo":0.00162990,"fromCurrency":"EUR","toCurrency":"BTC","rate":0.00001628271728,"status":"Completed"}],"count":1}',
      says: {
        items: [
          {
            id: '51234',
            operationExecutionTime: 1795168802000,
            amountFrom: '100.1',
            amountTo: '0.0016299',
            fromCurrency: 'EUR',
            toCurrency: 'BTC',
            rate: '0.00001628271728',
            status: 'Completed',
          },
        ],
        count: 1,
      },
    },
  ],
  unreadable: ['[]', '{"items":[]}'],
  wrong: [{ where: 'query', json: '{"page":0}', field: 'count' }],
};
