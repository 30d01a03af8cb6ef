import type { WireMessages } from '../message.ts';

export const placeOrder: WireMessages = {
  operation: 'orders.place',
  section: '000 Spot trading, POST orders; 000 Order',
  requests: [
    {
      line: 'POST /v1/spot-trading/orders',
      body: '{"symbol":"BTC/EUR","type":"Limit","side":"Buy","amount":0.00000001,"price":61250.1}',
      parameters: { symbol: 'BTC/EUR', type: 'Limit', side: 'Buy', amount: '0.00000001', price: '61250.1' },
    },
    {
      line: 'POST /v1/spot-trading/orders',
      body: '{"symbol":"ETH/BTC","type":"Market","side":"Sell","amount":1.5}',
      parameters: { symbol: 'ETH/BTC', type: 'Market', side: 'Sell', amount: '1.5' },
    },
  ],
  replies: [
    {
      about: 'the id is a long beyond 2^53',
      status: 201,
      body: `{"id":9223372036854775807,"symbol":"BTC/EUR","baseCurrency":"BTC","quoteCurrency":"EUR","type":"Limit","side":"Buy",
        "amount":0.00100,"initialAmount":0.00100,"price":50000.00,"openTime":"2026-11-20T10:00:00.123Z","updatedOn":"2026-11-20T10:00:00.123Z",
        "makerCommission":0.001,"takerCommission":0.002,"time":0}`,
      says: {
        id: '9223372036854775807',
        symbol: 'BTC/EUR',
        baseCurrency: 'BTC',
        quoteCurrency: 'EUR',
        type: 'Limit',
        side: 'Buy',
        amount: '0.001',
        initialAmount: '0.001',
        price: '50000',
        openTime: 1795168800123,
        updatedOn: 1795168800123,
        makerCommission: '0.001',
        takerCommission: '0.002',
        time: 0,
      },
    },
    {
      about: 'a market order without a price',
      status: 201,
      body: '{"id":9007199254740993,"symbol":"ETH/BTC","type":"Market","side":"Sell","amount":0,"initialAmount":1.5,"price":null,"time":37}',
      says: { id: '9007199254740993', symbol: 'ETH/BTC', type: 'Market', side: 'Sell', amount: '0', initialAmount: '1.5', time: 37 },
    },
  ],
  unreadable: [
    '',
    '{}',
    '{"symbol":"BTC/EUR","type":"Limit","side":"Buy","amount":0.001}',
    '{"id":"9007199254740993","symbol":"BTC/EUR","type":"Limit","side":"Buy","amount":0.001}',
    '{"id":9007199254740993,"symbol":"BTC/EUR","type":"Limit","side":"buy","amount":0.001}',
    '{"id":9007199254740993,"symbol":"BTC/EUR","type":"Limit","side":"Buy","amount":"0.001"}',
  ],
  wrong: [
    { where: 'body', json: '{"symbol":"BTC/EUR","type":"Limit","side":"Buy","amount":0.001}', field: 'price' },
    { where: 'body', json: '{"symbol":"BTC/EUR","type":"Limit","side":"Buy","amount":0,"price":1}', field: 'amount' },
    { where: 'body', json: '{"symbol":"BTC/EUR","type":"Limit","side":"Buy","amount":-1,"price":1}', field: 'amount' },
    { where: 'body', json: '{"symbol":"BTC-EUR","type":"Market","side":"Buy","amount":1}', field: 'symbol' },
    { where: 'body', json: '{"symbol":"BTC/EUR","type":"market","side":"Buy","amount":1}', field: 'type' },
    { where: 'body', json: '{"symbol":"BTC/EUR","type":"Market","amount":1}', field: 'side' },
  ],
};

export const replaceOrder: WireMessages = {
  operation: 'orders.replace',
  section: '000 Spot trading, POST orders/{orderId}/replace; 000 Order, initialAmount',
  requests: [
    {
      line: 'POST /v1/spot-trading/orders/9007199254740993/replace',
      body: '{"amount":0.002,"price":50100}',
      parameters: { orderId: '9007199254740993', amount: '0.002', price: '50100' },
    },
    {
      line: 'POST /v1/spot-trading/orders/9223372036854775807/replace',
      body: '{"amount":0.00000001}',
      parameters: { orderId: '9223372036854775807', amount: '0.00000001' },
    },
  ],
  replies: [
    {
      about: 'without initialAmount, as the specification says',
      status: 201,
      body: '{"id":9007199254740995,"symbol":"BTC/EUR","baseCurrency":"BTC","quoteCurrency":"EUR","type":"Limit","side":"Sell","amount":0.00200,"price":50100.00,"openTime":"2026-11-20T10:00:00Z","updatedOn":"2026-11-20T10:00:05.5Z","makerCommission":0.0,"takerCommission":0.002,"time":0}',
      says: {
        id: '9007199254740995',
        symbol: 'BTC/EUR',
        baseCurrency: 'BTC',
        quoteCurrency: 'EUR',
        type: 'Limit',
        side: 'Sell',
        amount: '0.002',
        price: '50100',
        openTime: 1795168800000,
        updatedOn: 1795168805500,
        makerCommission: '0',
        takerCommission: '0.002',
        time: 0,
      },
    },
  ],
  wrong: [
    { where: 'body', json: '{"price":50100}', field: 'amount' },
    { where: 'body', json: '{"amount":1,"price":0}', field: 'price' },
  ],
};

export const cancelOrder: WireMessages = {
  operation: 'orders.cancel',
  section: '000 Spot trading, DELETE orders/{orderId}',
  requests: [{ line: 'DELETE /v1/spot-trading/orders/9223372036854775807', parameters: { orderId: '9223372036854775807' } }],
  replies: [{ about: 'whatever a venue may say; the body is not shown', status: 200, body: 'true', says: true }],
};

export const listOrders: WireMessages = {
  operation: 'orders.list',
  section: '000 Spot trading, GET orders; 000 Order, wrapper',
  requests: [
    { line: 'GET /v1/spot-trading/orders', parameters: {} },
    {
      line: 'GET /v1/spot-trading/orders',
      query:
        'orderId=9007199254740993&symbol=BTC%2FEUR&side=Buy&from=2026-11-20T10%3A00%3A00.000Z&to=2026-11-21T10%3A00%3A00.000Z&page=1&count=100',
      parameters: {
        orderId: '9007199254740993',
        symbol: 'BTC/EUR',
        side: 'Buy',
        from: 1795168800000,
        to: 1795255200000,
        page: 1,
        count: 100,
      },
    },
  ],
  replies: [
    {
      about: 'an order that is filled in part: amount is what is left of initialAmount',
      status: 200,
      body: '{"total":1,"items":[{"id":9007199254740993,"symbol":"BTC/EUR","baseCurrency":"BTC","quoteCurrency":"EUR","type":"Limit","side":"Buy","amount":0.00060,"initialAmount":0.00100,"price":50000.00,"openTime":"2026-11-20T10:00:00.000Z","updatedOn":"2026-11-20T10:00:03.000Z","makerCommission":0.001,"takerCommission":0.002,"time":3000}]}',
      says: {
        total: 1,
        items: [
          {
            id: '9007199254740993',
            symbol: 'BTC/EUR',
            baseCurrency: 'BTC',
            quoteCurrency: 'EUR',
            type: 'Limit',
            side: 'Buy',
            amount: '0.0006',
            initialAmount: '0.001',
            price: '50000',
            openTime: 1795168800000,
            updatedOn: 1795168803000,
            makerCommission: '0.001',
            takerCommission: '0.002',
            time: 3000,
          },
        ],
      },
    },
    { about: 'no open orders', status: 200, body: '{"total":0,"items":[]}', says: { total: 0, items: [] } },
  ],
  unreadable: ['[]', '{"total":0,"data":[]}', '{"items":[]}'],
  wrong: [
    { where: 'query', json: '{"side":"Both"}', field: 'side' },
    { where: 'query', json: '{"from":"yesterday"}', field: 'from' },
    { where: 'query', json: '{"count":0}', field: 'count' },
  ],
};
