import { z } from 'zod';
import { operation } from '../operation.ts';
import { decimal, incidental, int, millis, optional, symbol, text, withDefault } from '../wire.ts';
import { count, page } from './pageCount.ts';

export const tradingPair = z.object({
  symbol: text,
  description: optional(text),
  baseCurrency: text,
  quoteCurrency: text,
  // A pair that lacks one of its rules can't be traded, but the others can.
  minVolumeTrade: optional(decimal),
  maxVolumeTrade: optional(decimal),
  precision: optional(int),
  volumeStep: optional(decimal),
});

export const orderBook = z.object({
  bids: z.array(z.tuple([decimal, decimal])),
  asks: z.array(z.tuple([decimal, decimal])),
  timestamp: millis,
});

export const pairStatistics = z.object({
  symbol: text,
  baseCurrency: optional(text),
  quoteCurrency: optional(text),
  lastPrice: optional(decimal),
  lowestAsk: optional(decimal),
  highestBid: optional(decimal),
  quoteVolume: optional(decimal),
  last24HTradeVolume: optional(decimal),
  last24HTradeVolumeUsd: optional(decimal),
  priceChangePercent24H: optional(decimal),
  highestPrice24H: optional(decimal),
  lowestPrice24H: optional(decimal),
  // Later names for what stands above (000 Versioning, 29/08/2024); a venue may leave them out.
  target_volume: incidental(decimal),
  base_currency: incidental(text),
  target_currency: incidental(text),
});

/** 000 Limits. */
export const BOOK_DEPTH = 50;

const depth = withDefault(
  int.refine((value) => value >= 1 && value <= 250, 'must be 1 to 250'),
  BOOK_DEPTH,
);

/** Pairs, statistics and order books (000 Spot trading). */
export const markets = {
  'symbols.list': operation({
    about: 'Trading pairs with their precision, volume step, and least and most volume',
    method: 'GET',
    path: '/v1/spot-trading/symbols',
    section: '000 Spot trading',
    auth: 'signed',
    repeat: 'read',
    priority: 'account',
    request: { query: z.object({ page, count }) },
    reply: { status: 200, body: z.object({ total: int, data: z.array(tradingPair) }) },
    paging: { style: 'page-count', items: 'data' },
    example: {
      request: { page: '0', count: '100' },
      reply:
        '{"total":1,"data":[{"symbol":"BTC/EUR","description":"Bitcoin to Euro","baseCurrency":"BTC","quoteCurrency":"EUR","minVolumeTrade":0.0001,"maxVolumeTrade":100,"precision":2,"volumeStep":0.00001}]}',
    },
  }),
  'statistics.list': operation({
    about: '24-hour statistics of every pair',
    method: 'GET',
    path: '/v1/spot-trading/trading-pairs/stats',
    section: '000 Spot trading',
    auth: 'signed',
    repeat: 'read',
    priority: 'statistics',
    request: {},
    reply: { status: 200, body: z.array(pairStatistics) },
    example: {
      request: {},
      reply:
        '[{"symbol":"BTC/EUR","baseCurrency":"BTC","quoteCurrency":"EUR","lastPrice":61250.10,"lowestAsk":61251.00,"highestBid":61249.90,"quoteVolume":9187515.00,"last24HTradeVolume":150.00000,"last24HTradeVolumeUsd":9922516.20,"priceChangePercent24H":1.25,"highestPrice24H":61900.00,"lowestPrice24H":60310.00,"target_volume":9187515.00,"base_currency":"BTC","target_currency":"EUR"}]',
    },
  }),
  'book.get': operation({
    about: 'Order book of one pair, up to 250 levels a side',
    method: 'GET',
    path: '/v1/spot-trading/orderbook/{symbol}',
    section: '000 Spot trading',
    auth: 'signed',
    repeat: 'read',
    priority: 'book',
    request: { path: z.object({ symbol }), query: z.object({ depth: optional(depth) }) },
    reply: { status: 200, body: orderBook },
    example: {
      request: { symbol: 'BTC/EUR', depth: '2' },
      reply: '{"bids":[[61249.90,0.40000],[61249.00,1.25000]],"asks":[[61251.00,0.12000],[61252.40,0.80000]],"timestamp":1763630000000}',
    },
  }),
} as const;
