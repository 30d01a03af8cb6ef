import type { WireMessages } from '../message.ts';

const BTC_ADDRESS = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const XRP_ADDRESS = 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh';
const crypto = `{"currency":"BTC","networkCode":"BTC","amount":0.00000001,"destinationAddress":"${BTC_ADDRESS}"}`;
const fiat = `{"currency":"XRP","networkCode":"XRP","fiatEquivalent":"100.50","fiatCurrency":"EUR","destinationAddress":"${XRP_ADDRESS}"}`;
const row = (members: string): string => `[{"currency":"BTC","networkCode":"BTC","destinationAddress":"a",${members}}]`;

export const validateBatch: WireMessages = {
  operation: 'withdrawalBatches.validate',
  section: '000 Mass withdrawal, POST batches; 000 Withdrawal batch, validation summary item',
  requests: [
    {
      line: 'POST /v1/withdrawals/batches',
      body: `[${crypto},{"currency":"XRP","networkCode":"XRP","amount":25,"destinationAddress":"${XRP_ADDRESS}","destinationTag":"7","comment":"for you","referenceId":"r-2","beneficiary":{"firstName":"Anna","lastName":"Lind","countryOfBirthCode":"SE","dateOfBirth":"1984-02-29"}}]`,
      parameters: {
        rows: [
          { currency: 'BTC', networkCode: 'BTC', amount: '0.00000001', destinationAddress: BTC_ADDRESS },
          {
            currency: 'XRP',
            networkCode: 'XRP',
            amount: '25',
            destinationAddress: XRP_ADDRESS,
            destinationTag: '7',
            comment: 'for you',
            referenceId: 'r-2',
            beneficiary: { firstName: 'Anna', lastName: 'Lind', countryOfBirthCode: 'SE', dateOfBirth: '1984-02-29' },
          },
        ],
      },
    },
    {
      line: 'POST /v1/withdrawals/batches',
      body: `[${fiat.replace('100.50', '100.5')}]`,
      parameters: {
        rows: [{ currency: 'XRP', networkCode: 'XRP', fiatEquivalent: '100.5', fiatCurrency: 'EUR', destinationAddress: XRP_ADDRESS }],
      },
    },
  ],
  replies: [
    {
      about: 'an array of summaries',
      status: 200,
      body: '[{"id":310,"currency":"BTC","transactionCount":200,"amount":1.50000000,"feeAmount":0.0002}]',
      says: [{ id: '310', currency: 'BTC', transactionCount: 200, amount: '1.5', feeAmount: '0.0002' }],
    },
  ],
  unreadable: ['{}', '[{"id":"x"}]'],
  wrong: [
    { where: 'body', json: row('"amount":0'), field: '[0].amount' },
    { where: 'body', json: row('"amount":1,"fiatEquivalent":"1","fiatCurrency":"EUR"'), field: '[0].amount' },
    { where: 'body', json: row('"amount":1,"fiatCurrency":"EUR"'), field: '[0].amount' },
    { where: 'body', json: row('"fiatEquivalent":"1"'), field: '[0].fiatCurrency' },
    { where: 'body', json: row('"fiatCurrency":"EUR"'), field: '[0].fiatEquivalent' },
    { where: 'body', json: row('"comment":"nothing to pay"'), field: '[0].amount' },
    { where: 'body', json: row('"fiatEquivalent":"0","fiatCurrency":"EUR"'), field: '[0].fiatEquivalent' },
    { where: 'body', json: row('"fiatEquivalent":"1.001","fiatCurrency":"EUR"'), field: '[0].fiatEquivalent' },
    { where: 'body', json: row('"fiatEquivalent":1,"fiatCurrency":"EUR"'), field: '[0].fiatEquivalent' },
    { where: 'body', json: row('"amount":1').replace('"BTC"', '"B-C"'), field: '[0].currency' },
    { where: 'body', json: row('"amount":1').replace('"networkCode":"BTC"', '"networkCode":""'), field: '[0].networkCode' },
    { where: 'body', json: `[${crypto},${fiat}]`, field: '[1].amount' },
    { where: 'body', json: `[${fiat},${fiat.replace('"EUR"', '"USD"')}]`, field: '[1].fiatCurrency' },
  ],
};

export const confirmBatch: WireMessages = {
  operation: 'withdrawalBatches.confirm',
  section: '000 Mass withdrawal, POST confirmation',
  requests: [{ line: 'POST /v1/withdrawals/batches/310/confirmation', parameters: { withdrawalBatchId: '310' } }],
  replies: [{ about: 'the body of the 202 is not shown', status: 202, body: '{}', says: {} }],
};

export const getBatch: WireMessages = {
  operation: 'withdrawalBatches.get',
  section: '000 Mass withdrawal, GET batch; 000 Withdrawal batch, status record',
  requests: [{ line: 'GET /v1/withdrawals/batches/2147483647', parameters: { withdrawalBatchId: '2147483647' } }],
  replies: [
    {
      about: 'amounts, and counts by state',
      status: 200,
      body: '{"id":310,"status":"Processing","currency":"BTC","amount":1.5,"amountUsd":99225.00,"feeAmount":0.0002,"feeAmountUsd":13.23,"draftTransactionCount":0,"pendingTransactionCount":3,"declinedTransactionCount":1,"completedTransactionCount":2,"createdOn":"2026-11-20T10:00:00.000Z","updatedOn":"2026-11-20T10:00:05.000Z"}',
      says: {
        id: '310',
        status: 'Processing',
        currency: 'BTC',
        amount: '1.5',
        amountUsd: '99225',
        feeAmount: '0.0002',
        feeAmountUsd: '13.23',
        draftTransactionCount: 0,
        pendingTransactionCount: 3,
        declinedTransactionCount: 1,
        completedTransactionCount: 2,
        createdOn: 1795168800000,
        updatedOn: 1795168805000,
      },
    },
  ],
  unreadable: ['{}', '[]'],
};
