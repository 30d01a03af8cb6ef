import { z } from 'zod';
import { operation } from '../operation.ts';
import { dateTime, decimal, id, incidental, int, optional, positive, symbol, text, withDefault } from '../wire.ts';
import { count, page } from './pageCount.ts';

/** 000 Limits, open orders paging. */
export const OPEN_ORDERS_PAGE = 1;
export const OPEN_ORDERS_COUNT = 100;

const side = z.enum(['Buy', 'Sell'], { error: 'expected Buy or Sell' });

const orderType = z.enum(['Market', 'Limit'], { error: 'expected Market or Limit' });

const tradeStatus = z.enum(['Executed', 'Canceled', 'PartiallyExecuted'], { error: 'expected Executed, Canceled or PartiallyExecuted' });

export const order = z.object({
  id,
  symbol: text,
  baseCurrency: incidental(text),
  quoteCurrency: incidental(text),
  type: orderType,
  side,
  amount: decimal,
  initialAmount: optional(decimal),
  price: optional(decimal),
  openTime: optional(dateTime),
  updatedOn: optional(dateTime),
  makerCommission: incidental(decimal),
  takerCommission: incidental(decimal),
  // For an order that has been open for 25 days this exceeds an int32.
  time: incidental(int),
});

/**
 * An order in a list, where it may be anybody's. A kind of order that the specification does not list is kept as it is and must
 * not make the others unreadable.
 */
export const listedOrder = order.extend({ type: text, side: text });

const trade = z.object({
  id,
  price: optional(decimal),
  amount: decimal,
  symbol: text,
  // All three are kept as text, since a value that the specification does not list must not make a fill, or the rows beside it, unreadable.
  type: text,
  side: text,
  status: text,
  baseCurrency: incidental(text),
  quoteCurrency: incidental(text),
  fee: optional(decimal),
  feeCurrency: optional(text),
  feeType: optional(text),
  openTime: optional(dateTime),
  tradeDate: optional(dateTime),
  // The volume in quote currency (000 Versioning, 29/08/2024); a venue may leave it out.
  target_volume: incidental(decimal),
});

/** Orders and trades (000 Spot trading). */
export const orders = {
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
      { status: 400, code: 'operation-for-currency-not-allowed', when: 'a currency is restricted by regulation' },
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
      { status: 400, code: 'operation-for-currency-not-allowed', when: 'a currency is restricted by regulation' },
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
    // The specification does not show the body of the 200, so anything is taken, or nothing.
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
        page: optional(withDefault(page, OPEN_ORDERS_PAGE)),
        count: optional(withDefault(count, OPEN_ORDERS_COUNT)),
      }),
    },
    reply: { status: 200, body: z.object({ total: int, items: z.array(listedOrder) }) },
    refusals: [
      { status: 400, when: 'invalid input' },
      { status: 401, when: 'not authenticated' },
    ],
    paging: { style: 'page-count', items: 'items' },
    example: {
      request: { symbol: 'BTC/EUR', page: '1', count: '100' },
      reply:
        '{"total":1,"items":[{"id":9007199254740993,"symbol":"BTC/EUR","baseCurrency":"BTC","quoteCurrency":"EUR","type":"Limit","side":"Buy","amount":0.00060,"initialAmount":0.00100,"price":50000.00,"openTime":"2026-11-20T10:00:00.000Z","updatedOn":"2026-11-20T10:00:03.000Z","makerCommission":0.001,"takerCommission":0.002,"time":3000}]}',
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
        '{"total":1,"items":[{"id":9007199254740993,"price":50000.00,"amount":0.00040,"symbol":"BTC/EUR","type":"Limit","side":"Buy","status":"PartiallyExecuted","baseCurrency":"BTC","quoteCurrency":"EUR","fee":0.0000004,"feeCurrency":"BTC","feeType":"Maker","openTime":"2026-11-20T10:00:00.000Z","tradeDate":"2026-11-20T10:00:03.000Z","target_volume":20.00}]}',
    },
  }),
} as const;
