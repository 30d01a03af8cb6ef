import type { WireMessages } from '../message.ts';

export const orderBook: WireMessages = {
  operation: 'book.get',
  section: '000 Spot trading, GET orderbook; 000 Orderbook; 000 Limits',
  requests: [
    { line: 'GET /v1/spot-trading/orderbook/BTC%2FEUR', query: 'depth=250', parameters: { symbol: 'BTC/EUR', depth: 250 } },
    { line: 'GET /v1/spot-trading/orderbook/ETH%2FBTC', parameters: { symbol: 'ETH/BTC' } },
  ],
  replies: [
    {
      about: 'levels keep every digit, tiny and huge ones too',
      status: 200,
      body: '{"bids":[[61249.90,0.40000],[61249,1.25]],"asks":[[61251.00,0.00000001],[61252.4,123456789012345.12345678]],"timestamp":1763630000123}',
      says: {
        bids: [
          ['61249.9', '0.4'],
          ['61249', '1.25'],
        ],
        asks: [
          ['61251', '0.00000001'],
          ['61252.4', '123456789012345.12345678'],
        ],
        timestamp: 1763630000123,
      },
    },
    { about: 'both sides empty', status: 200, body: '{"bids":[],"asks":[],"timestamp":0}', says: { bids: [], asks: [], timestamp: 0 } },
  ],
  unreadable: [
    '{"bids":[],"timestamp":1763630000123}',
    '{"bids":[[1]],"asks":[],"timestamp":1763630000123}',
    '{"bids":[["1","2"]],"asks":[],"timestamp":1763630000123}',
    '{"bids":[],"asks":[],"timestamp":"2026-11-20T10:00:00Z"}',
    '<html>502 Bad Gateway</html>',
  ],
  wrong: [
    { where: 'query', json: '{"depth":251}', field: 'depth' },
    { where: 'query', json: '{"depth":0}', field: 'depth' },
  ],
};
