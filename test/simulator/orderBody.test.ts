import { expect, test } from 'vitest';
import { z } from 'zod';
import { dec } from '../../src/base/decimal.ts';
import { parseJson, stringifyJson } from '../../src/base/json.ts';
import { order as orderSchema } from '../../src/contract/exchange/orders.ts';
import { type BookOrder, orderIdOf } from '../../src/exchange/bookOrder.ts';
import { Exchange } from '../../src/exchange/exchange.ts';
import { gridOf } from '../../src/model/grid.ts';
import { OrderBodies } from '../../src/simulator/orderBody.ts';

const PAIR = {
  symbol: 'X/Y',
  description: '',
  base: 'X',
  quote: 'Y',
  grid: gridOf(2, dec('0.005')),
  minVolume: dec('0.005'),
  maxVolume: dec(9),
};

function world(): {
  readonly exchange: Exchange;
  readonly bodies: OrderBodies;
  place(type: 'Limit' | 'Market', amount: string): BookOrder;
} {
  const exchange = new Exchange({ pairs: [PAIR], at: 5, listener: { executed: () => {}, canceled: () => {} } });
  const [ann, bob] = [exchange.addAccount('ann'), exchange.addAccount('bob', true)];
  ann.deposit('Y', dec(1000));
  exchange.place(bob, { symbol: 'X/Y', side: 'Sell', type: 'Limit', amount: dec('0.01'), price: dec('20') }, 6);
  const place = (type: 'Limit' | 'Market', amount: string): BookOrder => {
    const placed = exchange.place(ann, { symbol: 'X/Y', side: 'Buy', type, amount: dec(amount), price: dec('20.10') }, 1_763_630_000_000);
    if ('code' in placed) throw new Error(placed.message);
    return placed;
  };
  return { exchange, bodies: new OrderBodies(exchange), place };
}

test('an order is written as the specification lists it, with what is open of it and what was asked for (000 Order)', () => {
  const { bodies, place } = world();
  expect(bodies.of(place('Limit', '0.025'))).toBe(
    '{"id":9007199254740994,"symbol":"X/Y","baseCurrency":"X","quoteCurrency":"Y","type":"Limit","side":"Buy","amount":0.015,"initialAmount":0.025,"price":20.1,' +
      '"openTime":"2025-11-20T09:13:20.000Z","updatedOn":"2025-11-20T09:13:20.000Z","makerCommission":0.001,"takerCommission":0.002,"time":0}',
  );
});

test('a market order has no price, and a replaced one no initial amount, but the time that it was changed', () => {
  const { exchange, bodies, place } = world();
  expect(bodies.of(place('Market', '0.01'))).not.toContain('price');
  const order = place('Limit', '0.5');
  const at = order.openedAt + 1500;
  exchange.replace(order.account, '9007199254740995', { amount: dec('0.25'), price: dec('1'), amountIs: 'remaining', id: 'keep' }, at);
  const body = bodies.of(order, true);
  expect(body).toContain('"amount":0.25,"price":1,');
  expect(body).toContain('"openTime":"2025-11-20T09:13:20.000Z","updatedOn":"2025-11-20T09:13:21.500Z"');
  expect(body).toMatch(/"time":0}$/);
});

test('the time of an order is the one to its last execution, and stays when it is replaced (000 Order)', () => {
  const { exchange, bodies, place } = world();
  const order = place('Limit', '1');
  const seller = exchange.addAccount('seller', true);
  const sale = { symbol: 'X/Y', side: 'Sell', type: 'Market', amount: dec('0.1'), price: undefined } as const;
  exchange.place(seller, sale, order.openedAt + 700);
  expect(bodies.of(order)).toMatch(/"time":700}$/);
  const change = { amount: dec('0.25'), price: dec('1'), amountIs: 'remaining', id: 'keep' } as const;
  exchange.replace(order.account, orderIdOf(order), change, order.openedAt + 1500);
  expect(bodies.of(order)).toMatch(/"updatedOn":"2025-11-20T09:13:21.500Z".*"time":700}$/);
});

test('the text is what the schema would encode, to the byte', () => {
  const { bodies, place } = world();
  for (const order of [place('Market', '0.005'), place('Limit', '0.025'), place('Limit', '1')]) {
    for (const isReplacement of [false, true]) {
      const text = bodies.of(order, isReplacement);
      const decoded = orderSchema.decode(parseJson(text) as z.input<typeof orderSchema>);
      expect(stringifyJson(z.encode(orderSchema, decoded))).toBe(text);
    }
  }
});
