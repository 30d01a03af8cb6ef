import type { WireMessages } from '../message.ts';

export const trades: WireMessages = {
  operation: 'trades.list',
  section: '000 Spot trading, GET trades; 000 Closed order / trade record; 000 Versioning 29/08/2024',
  requests: [
    { line: 'GET /v1/spot-trading/trades', query: 'page=0&count=50', parameters: { page: 0, count: 50 } },
    {
      line: 'GET /v1/spot-trading/trades',
      query:
        'symbol=BTC%2FEUR&type=Limit&status=PartiallyExecuted&orderId=9007199254740993&dateFrom=2026-11-20T10%3A00%3A00.000Z&dateTo=2026-11-20T11%3A00%3A00.000Z&page=2&count=10',
      parameters: {
        symbol: 'BTC/EUR',
        type: 'Limit',
        status: 'PartiallyExecuted',
        orderId: '9007199254740993',
        dateFrom: 1795168800000,
        dateTo: 1795172400000,
        page: 2,
        count: 10,
      },
    },
  ],
  replies: [
    {
      about: 'an execution with every field and the later additional one, and a cancelled order with hardly any',
      status: 200,
      body: `{"total":2,"items":[
        {"id":9007199254740994,"price":50000.01,"amount":0.00040,"symbol":"BTC/EUR","type":"Limit","side":"Buy","status":"PartiallyExecuted","baseCurrency":"BTC","quoteCurrency":"EUR",
         "fee":0.00000081,"feeCurrency":"BTC","feeType":"Taker","openTime":"2026-11-20T10:00:00.000Z","tradeDate":"2026-11-20T10:00:03.000Z","target_volume":20.000004},
        {"id":9007199254740993,"amount":1,"symbol":"ETH/EUR","type":"Market","side":"Sell","status":"Canceled","price":null,"feeType":""}]}`,
      says: {
        total: 2,
        items: [
          {
            id: '9007199254740994',
            price: '50000.01',
            amount: '0.0004',
            symbol: 'BTC/EUR',
            type: 'Limit',
            side: 'Buy',
            status: 'PartiallyExecuted',
            baseCurrency: 'BTC',
            quoteCurrency: 'EUR',
            fee: '0.00000081',
            feeCurrency: 'BTC',
            feeType: 'Taker',
            openTime: 1795168800000,
            tradeDate: 1795168803000,
            target_volume: '20.000004',
          },
          { id: '9007199254740993', amount: '1', symbol: 'ETH/EUR', type: 'Market', side: 'Sell', status: 'Canceled', feeType: '' },
        ],
      },
    },
    {
      about: 'a status that the specification does not list is still a record',
      status: 200,
      body: '{"total":1,"items":[{"id":1,"price":1,"amount":1,"symbol":"BTC/EUR","type":"Limit","side":"Buy","status":"Expired"}]}',
      says: { total: 1, items: [{ id: '1', price: '1', amount: '1', symbol: 'BTC/EUR', type: 'Limit', side: 'Buy', status: 'Expired' }] },
    },
  ],
  unreadable: [
    '[]',
    '{"total":1,"items":[{"id":1,"amount":1}]}',
    '{"total":1,"items":[{"id":1.5,"amount":1,"symbol":"BTC/EUR","type":"Limit","side":"Buy","status":"Executed"}]}',
  ],
  wrong: [
    { where: 'query', json: '{"count":10}', field: 'page' },
    { where: 'query', json: '{"page":0}', field: 'count' },
    { where: 'query', json: '{"page":0,"count":10,"status":"Open"}', field: 'status' },
  ],
};
