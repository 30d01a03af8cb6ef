import type { WireMessages } from '../message.ts';

export const statistics: WireMessages = {
  operation: 'statistics.list',
  section: '000 Spot trading, GET trading-pairs/stats; 000 Pair statistics item; 000 Versioning 29/08/2024',
  requests: [{ line: 'GET /v1/spot-trading/trading-pairs/stats', parameters: {} }],
  replies: [
    {
      about: 'a traded pair, with the later additional fields, and one that has never traded',
      status: 200,
      body: `[
        {"symbol":"BTC/EUR","baseCurrency":"BTC","quoteCurrency":"EUR","lastPrice":61250.10,"lowestAsk":61251.00,"highestBid":61249.90,
         "quoteVolume":9187515.0000001,"last24HTradeVolume":150.00000001,"last24HTradeVolumeUsd":9922516.2,"priceChangePercent24H":-1.25,
         "highestPrice24H":61900,"lowestPrice24H":60310.00,"target_volume":9187515.0,"base_currency":"BTC","target_currency":"EUR"},
        {"symbol":"ABC/EUR","baseCurrency":"ABC","quoteCurrency":"EUR","lastPrice":null,"quoteVolume":0,"last24HTradeVolume":0.0}]`,
      says: [
        {
          symbol: 'BTC/EUR',
          baseCurrency: 'BTC',
          quoteCurrency: 'EUR',
          lastPrice: '61250.1',
          lowestAsk: '61251',
          highestBid: '61249.9',
          quoteVolume: '9187515.0000001',
          last24HTradeVolume: '150.00000001',
          last24HTradeVolumeUsd: '9922516.2',
          priceChangePercent24H: '-1.25',
          highestPrice24H: '61900',
          lowestPrice24H: '60310',
          target_volume: '9187515',
          base_currency: 'BTC',
          target_currency: 'EUR',
        },
        { symbol: 'ABC/EUR', baseCurrency: 'ABC', quoteCurrency: 'EUR', quoteVolume: '0', last24HTradeVolume: '0' },
      ],
    },
  ],
  unreadable: [
    '{"data":[]}',
    '[{"lastPrice":1}]',
    '[{"symbol":"BTC/EUR","lastPrice":"61250.10"}]',
    '[{"symbol":"BTC/EUR","lastPrice":NaN}]',
  ],
};
