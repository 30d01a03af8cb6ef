import { z } from 'zod';
import { operation } from './operation.ts';
import { dateTime, decimal, id, int, millis, optional, positive, requiredText, symbol, text } from './wire.ts';

/** The rows of the exchange-account interface (specification 000). */

const side = z.enum(['Buy', 'Sell'], { error: 'expected Buy or Sell' });
const orderType = z.enum(['Market', 'Limit'], { error: 'expected Market or Limit' });
const tradeStatus = z.enum(['Executed', 'Canceled', 'PartiallyExecuted'], { error: 'expected Executed, Canceled or PartiallyExecuted' });

export const network = z.object({
  addressType: text,
  // The specification spells the flag in two ways (000 Network).
  IsTagRequiredForWithdrawals: optional(z.boolean()),
  IsTagRequiredForWithdrawal: optional(z.boolean()),
  code: text,
  name: text,
});

export const currency = z.object({ currency: text, type: text, networks: optional(z.array(network)) });

export const tradingPair = z.object({
  symbol: text,
  description: optional(text),
  baseCurrency: text,
  quoteCurrency: text,
  minVolumeTrade: decimal,
  maxVolumeTrade: decimal,
  precision: int,
  volumeStep: decimal,
});

export const order = z.object({
  id,
  symbol: text,
  baseCurrency: optional(text),
  quoteCurrency: optional(text),
  type: orderType,
  side,
  amount: decimal,
  initialAmount: optional(decimal),
  price: optional(decimal),
  openTime: optional(dateTime),
  updatedOn: optional(dateTime),
  makerCommission: optional(decimal),
  takerCommission: optional(decimal),
  time: optional(int),
});

export const trade = z.object({
  id,
  price: optional(decimal),
  amount: decimal,
  symbol: text,
  type: orderType,
  side,
  // Kept as text: a status that the specification does not list must not make a fill unreadable.
  status: text,
  baseCurrency: optional(text),
  quoteCurrency: optional(text),
  fee: optional(decimal),
  feeCurrency: optional(text),
  feeType: optional(text),
  openTime: optional(dateTime),
  tradeDate: optional(dateTime),
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
});

export const conversionQuote = z.object({
  id: text,
  occuredOn: dateTime,
  validTo: dateTime,
  fromCurrency: text,
  toCurrency: text,
  amountFrom: decimal,
  amountTo: decimal,
  rate: decimal,
});

export const conversionRow = z.object({
  id,
  operationExecutionTime: dateTime,
  amountFrom: decimal,
  amountTo: decimal,
  fromCurrency: text,
  toCurrency: text,
  rate: decimal,
  status: text,
});

const identifier = z.union([id, z.string().min(1)]);

export const conversionReply = z.union([
  z.object({ id: identifier }),
  z.codec(identifier, z.object({ id: z.string() }), { decode: (value) => ({ id: value }), encode: (value) => value.id }),
]);

export const balance = z.object({
  name: optional(text),
  type: optional(text),
  currency: text,
  totalBalance: decimal,
  availableBalance: decimal,
  totalBalanceUsd: optional(decimal),
  availableBalanceUsd: optional(decimal),
  availableWithdrawalBalance: optional(decimal),
  availableWithdrawalBalanceUsd: optional(decimal),
});

const page = int.refine((value) => value >= 0, 'must be 0 or more');
const count = int.refine((value) => value >= 1, 'must be 1 or more');
const depth = int.refine((value) => value >= 1 && value <= 250, 'must be 1 to 250');

export const exchange = {
  'currencies.list': operation({
    about: 'Currencies and networks that are permitted in the region of the account',
    method: 'GET',
    path: '/v1/currencies/',
    section: '000 Currencies',
    auth: 'signed',
    repeat: 'read',
    priority: 'history',
    request: {},
    reply: { status: 200, body: z.array(currency) },
    example: {
      request: {},
      reply:
        '[{"currency":"EUR","type":"Fiat"},{"currency":"BTC","type":"Crypto","networks":[{"addressType":"Multiple","IsTagRequiredForWithdrawals":false,"code":"BTC","name":"Bitcoin"}]}]',
    },
  }),
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
        '[{"symbol":"BTC/EUR","baseCurrency":"BTC","quoteCurrency":"EUR","lastPrice":61250.10,"lowestAsk":61251.00,"highestBid":61249.90,"quoteVolume":9187515.00,"last24HTradeVolume":150.00000,"last24HTradeVolumeUsd":9922516.20,"priceChangePercent24H":1.25,"highestPrice24H":61900.00,"lowestPrice24H":60310.00}]',
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
  'orders.place': operation({
    about: 'Place a market or a limit order',
    method: 'POST',
    path: '/v1/spot-trading/orders',
    section: '000 Spot trading',
    auth: 'signed',
    repeat: 'never',
    priority: 'order',
    request: {
      body: z.object({ symbol, type: orderType, side, amount: positive, price: optional(positive) }).superRefine((value, context) => {
        if (value.type === 'Limit' && value.price === undefined) {
          context.addIssue({ code: 'custom', path: ['price'], message: 'is required for a Limit order' });
        }
      }),
    },
    reply: { status: 201, body: order },
    refusals: [
      { status: 400, when: 'invalid payload' },
      { status: 401, when: 'not authenticated' },
    ],
    example: {
      request: { symbol: 'BTC/EUR', type: 'Limit', side: 'Buy', amount: '0.001', price: '50000' },
      reply:
        '{"id":9007199254740993,"symbol":"BTC/EUR","baseCurrency":"BTC","quoteCurrency":"EUR","type":"Limit","side":"Buy","amount":0.00100,"initialAmount":0.00100,"price":50000.00,"openTime":"2026-11-20T10:00:00.000Z","updatedOn":"2026-11-20T10:00:00.000Z","makerCommission":0.001,"takerCommission":0.002,"time":0}',
    },
  }),
  'orders.replace': operation({
    about: 'Change the amount and the price of an open order',
    method: 'POST',
    path: '/v1/spot-trading/orders/{orderId}/replace',
    section: '000 Spot trading',
    auth: 'signed',
    repeat: 'never',
    priority: 'order',
    request: { path: z.object({ orderId: id }), body: z.object({ amount: positive, price: optional(positive) }) },
    reply: { status: 201, body: order },
    refusals: [
      { status: 400, when: 'invalid input' },
      { status: 401, when: 'not authenticated' },
    ],
    example: {
      request: { orderId: '9007199254740993', amount: '0.002', price: '50100' },
      reply:
        '{"id":9007199254740993,"symbol":"BTC/EUR","baseCurrency":"BTC","quoteCurrency":"EUR","type":"Limit","side":"Buy","amount":0.00200,"price":50100.00,"openTime":"2026-11-20T10:00:00.000Z","updatedOn":"2026-11-20T10:00:05.000Z","makerCommission":0.001,"takerCommission":0.002,"time":0}',
    },
  }),
  'orders.cancel': operation({
    about: 'Cancel an open order',
    method: 'DELETE',
    path: '/v1/spot-trading/orders/{orderId}',
    section: '000 Spot trading',
    auth: 'signed',
    repeat: 'idempotent',
    priority: 'cancel',
    request: { path: z.object({ orderId: id }) },
    // The body of the 200 is not shown: anything, or nothing, is taken.
    reply: { status: 200, body: z.unknown() },
    refusals: [
      { status: 400, when: 'invalid id or state' },
      { status: 401, when: 'not authenticated' },
    ],
    example: { request: { orderId: '9007199254740993' }, reply: '' },
  }),
  'orders.list': operation({
    about: 'Open orders of the account, newest first',
    method: 'GET',
    path: '/v1/spot-trading/orders',
    section: '000 Spot trading',
    auth: 'signed',
    repeat: 'read',
    priority: 'account',
    request: {
      query: z.object({
        orderId: optional(id),
        symbol: optional(symbol),
        side: optional(side),
        from: optional(dateTime),
        to: optional(dateTime),
        page: optional(page),
        count: optional(count),
      }),
    },
    reply: { status: 200, body: z.object({ total: int, items: z.array(order) }) },
    refusals: [
      { status: 400, when: 'invalid input' },
      { status: 401, when: 'not authenticated' },
    ],
    paging: { style: 'page-count', items: 'items' },
    example: {
      request: { symbol: 'BTC/EUR', page: '1', count: '100' },
      reply:
        '{"total":1,"items":[{"id":9007199254740993,"symbol":"BTC/EUR","baseCurrency":"BTC","quoteCurrency":"EUR","type":"Limit","side":"Buy","amount":0.00060,"initialAmount":0.00100,"price":50000.00,"openTime":"2026-11-20T10:00:00.000Z","updatedOn":"2026-11-20T10:00:03.000Z","makerCommission":0.001,"takerCommission":0.002,"time":0}]}',
    },
  }),
  'trades.list': operation({
    about: 'Closed orders and executions of the account, newest first',
    method: 'GET',
    path: '/v1/spot-trading/trades',
    section: '000 Spot trading',
    auth: 'signed',
    repeat: 'read',
    priority: 'account',
    request: {
      query: z.object({
        symbol: optional(symbol),
        type: optional(orderType),
        status: optional(tradeStatus),
        orderId: optional(id),
        dateFrom: optional(dateTime),
        dateTo: optional(dateTime),
        page,
        count,
      }),
    },
    reply: { status: 200, body: z.object({ total: int, items: z.array(trade) }) },
    refusals: [
      { status: 400, when: 'invalid filters' },
      { status: 401, when: 'not authenticated' },
    ],
    paging: { style: 'page-count', items: 'items' },
    example: {
      request: { symbol: 'BTC/EUR', page: '0', count: '100' },
      reply:
        '{"total":1,"items":[{"id":9007199254740993,"price":50000.00,"amount":0.00040,"symbol":"BTC/EUR","type":"Limit","side":"Buy","status":"PartiallyExecuted","baseCurrency":"BTC","quoteCurrency":"EUR","fee":0.0000004,"feeCurrency":"BTC","feeType":"Maker","openTime":"2026-11-20T10:00:00.000Z","tradeDate":"2026-11-20T10:00:03.000Z"}]}',
    },
  }),
  'quotes.request': operation({
    about: 'Ask for a quote to convert one currency into another',
    method: 'POST',
    path: '/v1/otc-trading/request-for-quote/',
    section: '000 Conversion',
    auth: 'signed',
    // A quote binds nobody to anything; an unanswered one simply expires.
    repeat: 'idempotent',
    priority: 'convert',
    request: {
      body: z
        .object({ fromCurrency: requiredText, toCurrency: requiredText, fromAmount: optional(positive), toAmount: optional(positive) })
        .superRefine((value, context) => {
          if ((value.fromAmount === undefined) === (value.toAmount === undefined)) {
            context.addIssue({ code: 'custom', path: ['fromAmount'], message: 'exactly one of fromAmount and toAmount must be sent' });
          }
        }),
    },
    reply: { status: 200, body: conversionQuote },
    refusals: [
      { status: 400, when: 'neither or both amounts are sent' },
      { status: 400, when: 'fromAmount is greater than the available balance' },
    ],
    example: {
      request: { fromCurrency: 'EUR', toCurrency: 'BTC', fromAmount: '100.10' },
      reply:
        '{"id":"8b6f0c52-6c1c-4c6d-9a57-0d3d3bb7a0a1","occuredOn":"2026-11-20T10:00:00.000Z","validTo":"2026-11-20T10:00:15.000Z","fromCurrency":"EUR","toCurrency":"BTC","amountFrom":100.10,"amountTo":0.00162990,"rate":0.00001628271728}',
    },
  }),
  'conversions.execute': operation({
    about: 'Execute a conversion quote',
    method: 'POST',
    path: '/v1/otc-trading/convert',
    section: '000 Conversion',
    auth: 'signed',
    repeat: 'never',
    priority: 'convert',
    request: {
      body: z.object({
        id: requiredText,
        fromCurrency: requiredText,
        toCurrency: requiredText,
        fromAmount: positive,
        toAmount: positive,
      }),
    },
    // The identifier of the conversion transaction; the shape around it is not shown, so an object, a number and a text are taken.
    reply: { status: 200, body: conversionReply },
    example: {
      request: {
        id: '8b6f0c52-6c1c-4c6d-9a57-0d3d3bb7a0a1',
        fromCurrency: 'EUR',
        toCurrency: 'BTC',
        fromAmount: '100.10',
        toAmount: '0.0016299',
      },
      reply: '{"id":51234}',
    },
  }),
  'conversions.list': operation({
    about: 'Conversion history, newest first',
    method: 'GET',
    path: '/v1/otc-trading/history',
    section: '000 Conversion',
    auth: 'signed',
    repeat: 'read',
    priority: 'account',
    request: { query: z.object({ page, count }) },
    reply: { status: 200, body: z.object({ items: z.array(conversionRow), count: int }) },
    paging: { style: 'page-count', items: 'items' },
    example: {
      request: { page: '0', count: '50' },
      reply:
        '{"items":[{"id":51234,"operationExecutionTime":"2026-11-20T10:00:02.000Z","amountFrom":100.10,"amountTo":0.00162990,"fromCurrency":"EUR","toCurrency":"BTC","rate":0.00001628271728,"status":"Completed"}],"count":1}',
    },
  }),
  'balances.list': operation({
    about: 'Wallet balances; the path is not shown in the specification and is a setting',
    method: 'GET',
    path: '/v1/balances',
    section: '000 Balances',
    auth: 'signed',
    repeat: 'read',
    priority: 'account',
    request: {},
    reply: { status: 200, body: z.array(balance) },
    example: {
      request: {},
      reply:
        '[{"name":"Euro","type":"Fiat","currency":"EUR","totalBalance":100000.00,"availableBalance":99950.00,"totalBalanceUsd":108000.00,"availableBalanceUsd":107946.00,"availableWithdrawalBalance":99950.00,"availableWithdrawalBalanceUsd":107946.00}]',
    },
  }),
} as const;

export type ExchangeOperations = typeof exchange;
