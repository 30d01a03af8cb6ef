import type { WireMessages } from '../message.ts';

const CREATED = '2026-11-20T10:00:00.000Z';
const CREATED_AT = 1795168800000;

export const cryptoTransactions: WireMessages = {
  operation: 'transactions.list',
  section: '000 Transaction history, GET /v1/transactions; 000 Crypto transaction',
  requests: [
    { line: 'GET /v1/transactions', query: 'page=0&count=500', parameters: { page: 0, count: 500 } },
    {
      line: 'GET /v1/transactions',
      query: `currency=BTC&page=2&count=10&withdrawalBatchId=310&address=abc&clientTag=c%201&dateFrom=${encodeURIComponent(CREATED)}&dateTo=${encodeURIComponent(CREATED)}`,
      parameters: {
        currency: 'BTC',
        page: 2,
        count: 10,
        withdrawalBatchId: '310',
        address: 'abc',
        clientTag: 'c 1',
        dateFrom: CREATED_AT,
        dateTo: CREATED_AT,
      },
    },
  ],
  replies: [
    {
      about: 'ids are texts; a deposit, and a withdrawal that has not left yet',
      status: 200,
      body: `{"total":2,"data":[
        {"id":"70013","currency":"XRP","type":"Receive","status":"Completed","createdOn":"${CREATED}","totalAmount":25.500000,"executedAmount":25.5,"fee":0,"networkCode":"XRP","networkName":"XRP Ledger",
         "networkTransactionId":"9F3C","destinationAddress":"r1","destinationAdditionalAddress":"7","referenceId":"","traceId":"t","clientTag":"c","sourceAddress":""},
        {"id":"70012","currency":"BTC","type":"Send","status":"Pending","createdOn":"${CREATED}","totalAmount":0.01,"executedAmount":0.0098,"fee":0.0002,"networkCode":"BTC","networkName":"Bitcoin","networkTransactionId":null}]}`,
      says: {
        total: 2,
        data: [
          {
            id: '70013',
            currency: 'XRP',
            type: 'Receive',
            status: 'Completed',
            createdOn: CREATED_AT,
            totalAmount: '25.5',
            executedAmount: '25.5',
            fee: '0',
            networkCode: 'XRP',
            networkName: 'XRP Ledger',
            networkTransactionId: '9F3C',
            destinationAddress: 'r1',
            destinationAdditionalAddress: '7',
            traceId: 't',
            clientTag: 'c',
          },
          {
            id: '70012',
            currency: 'BTC',
            type: 'Send',
            status: 'Pending',
            createdOn: CREATED_AT,
            totalAmount: '0.01',
            executedAmount: '0.0098',
            fee: '0.0002',
            networkCode: 'BTC',
            networkName: 'Bitcoin',
          },
        ],
      },
    },
  ],
  unreadable: ['[]', '{"total":1}', '{"total":1,"data":[{"id":1}]}'],
  wrong: [
    { where: 'query', json: '{"page":0,"count":501}', field: 'count' },
    { where: 'query', json: '{"page":0,"count":0}', field: 'count' },
    { where: 'query', json: '{"count":1}', field: 'page' },
    { where: 'query', json: '{"page":0,"count":1,"dateFrom":"yesterday"}', field: 'dateFrom' },
  ],
};

export const fiatTransactions: WireMessages = {
  operation: 'fiatTransactions.list',
  section: '000 Transaction history, GET /v1/fiat/transactions; 000 Fiat transaction',
  requests: [
    { line: 'GET /v1/fiat/transactions', query: 'page=0&count=500', parameters: { page: 0, count: 500 } },
    {
      line: 'GET /v1/fiat/transactions',
      query: `currency=EUR&page=0&count=1&dateFrom=${encodeURIComponent(CREATED)}`,
      parameters: { currency: 'EUR', page: 0, count: 1, dateFrom: CREATED_AT },
    },
  ],
  replies: [
    {
      about: 'a deposit by card, and a withdrawal whose payment method is the number 0',
      status: 200,
      body: `{"data":[
        {"id":"2","status":"Completed","type":"Deposit","paymentMethod":"CreditCard","createdOn":"${CREATED}","totalAmount":100,"executedAmount":97.5,"fee":2.5,"currency":"EUR","lastCreditCardDigits":"4242","referenceId":"a"},
        {"id":"1","status":"Pending","type":"Withdrawal","paymentMethod":0,"createdOn":"${CREATED}","totalAmount":10,"executedAmount":10,"fee":0,"currency":"EUR","bankCountryCode":"SE","bankAccount":"SE4550000000058398257466"}],"total":2}`,
      says: {
        data: [
          {
            id: '2',
            status: 'Completed',
            type: 'Deposit',
            paymentMethod: 'CreditCard',
            createdOn: CREATED_AT,
            totalAmount: '100',
            executedAmount: '97.5',
            fee: '2.5',
            currency: 'EUR',
            lastCreditCardDigits: '4242',
            referenceId: 'a',
          },
          {
            id: '1',
            status: 'Pending',
            type: 'Withdrawal',
            paymentMethod: '0',
            createdOn: CREATED_AT,
            totalAmount: '10',
            executedAmount: '10',
            fee: '0',
            currency: 'EUR',
            bankCountryCode: 'SE',
            bankAccount: 'SE4550000000058398257466',
          },
        ],
        total: 2,
      },
    },
  ],
  unreadable: ['[]', '{"total":1}'],
  wrong: [{ where: 'query', json: '{"page":0,"count":501}', field: 'count' }],
};
