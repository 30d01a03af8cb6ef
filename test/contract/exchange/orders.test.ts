import { expect, it } from 'vitest';
import { z } from 'zod';
import { parseJson } from '../../../src/base/json.ts';
import { orders } from '../../../src/contract/exchange/orders.ts';
import { problems } from './problems.ts';

const { body } = orders['orders.place'].request;

it('an order needs a price when it is a limit order (000 Spot trading)', () => {
  expect(problems(body, '{"symbol":"BTC/EUR","type":"Market","side":"Buy","amount":1}')).toEqual([]);
  expect(problems(body, '{"symbol":"BTC/EUR","type":"Limit","side":"Buy","amount":1}')).toEqual(['price: is required for a Limit order']);
});

it('an order names each field that is wrong', () => {
  expect(problems(body, '{"symbol":"BTC","type":"Stop","side":"buy","amount":0}')).toEqual([
    'symbol: expected BASE/QUOTE, like BTC/EUR',
    'type: expected Market or Limit',
    'side: expected Buy or Sell',
    'amount: must be greater than 0',
  ]);
});

it('an order in a reply keeps ids above 2^53 and every digit of an amount', () => {
  const text = '{"id":9223372036854775807,"symbol":"BTC/EUR","type":"Limit","side":"Buy","amount":0.10000000000000000001,"price":1e-8}';
  const order = z.decode(orders['orders.place'].reply.body, parseJson(text) as never);
  expect(order.id).toBe('9223372036854775807');
  expect(order.amount.toFixed()).toBe('0.10000000000000000001');
  expect(order.price?.toFixed()).toBe('0.00000001');
});

it('a list keeps the order of a kind that the specification does not list, as it is, and all rows beside it', () => {
  const stop = '{"id":1,"symbol":"BTC/EUR","type":"StopLimit","side":"BUY","amount":1,"time":2160000001,"makerCommission":"0.1 %"}';
  const plain = '{"id":2,"symbol":"BTC/EUR","type":"Limit","side":"Buy","amount":1,"time":7}';
  const list = z.decode(orders['orders.list'].reply.body, parseJson(`{"total":2,"items":[${stop},${plain}]}`) as never);
  expect(list.items).toMatchObject([
    { id: '1', type: 'StopLimit', side: 'BUY', time: undefined, makerCommission: undefined },
    { id: '2', type: 'Limit', side: 'Buy', time: 7 },
  ]);
  const trades = z.decode(
    orders['trades.list'].reply.body,
    parseJson(`{"total":1,"items":[${stop.replace('"time"', '"status":"Executed","time"')}]}`) as never,
  );
  expect(trades.items[0]).toMatchObject({ type: 'StopLimit', side: 'BUY' });
});

it('the answer to an order of ours is read strictly: one of another kind or side is not ours', () => {
  const text = '{"id":1,"symbol":"BTC/EUR","type":"StopLimit","side":"Buy","amount":1}';
  expect(z.safeDecode(orders['orders.place'].reply.body, parseJson(text) as never).success).toBe(false);
});
