import { describe, expect, it } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import { areTooManyAlike, duplicatesMessage } from '../../../src/engine/risk/duplicates.ts';
import type { Order } from '../../../src/model/order.ts';
import { orderOf } from '../fixtures.ts';
import { answerOf, type OrderGiven } from './situation.ts';

const check = { refuses: areTooManyAlike, message: duplicatesMessage };
const one = { amount: '1' };
const market = { price: null };
const atMarket = { type: 'Market', price: undefined } as const;
const ALIKE = '1 Buy orders of this amount at 60000 are live already, the limit is 1';

const cases: readonly (readonly [what: string, given: OrderGiven, order: Partial<Order>, message: string | undefined])[] = [
  ['of the same side, price and amount', one, {}, ALIKE],
  ['of the other side', { ...one, side: 'Sell' }, {}, undefined],
  ['in another market', { ...one, symbol: 'BTC/USDT' }, {}, undefined],
  ['that is to be replaced', { ...one, replaces: 'intent-1' }, {}, undefined],
  ['at the market', one, atMarket, undefined],
  ['with a price, where none is asked', { ...one, ...market }, {}, undefined],
  ['at the market both', { ...one, ...market }, atMarket, '1 Buy orders of this amount at the market are live already, the limit is 1'],
  ['a tick above', { ...one, price: '59999.99' }, {}, undefined],
  ['of as many lots more as an amount may have been lowered by', { amount: '0.99936' }, {}, ALIKE],
  ['of a lot more than that', { amount: '0.99935' }, {}, undefined],
  ['of as many lots less', { amount: '1.00064' }, {}, ALIKE],
  ['of a lot less than that', { amount: '1.00065' }, {}, undefined],
  ['of the least amount that may have been lowered', { amount: '0.00999' }, { amount: dec('0.01') }, ALIKE],
  ['of a lower one', { amount: '0.00998' }, { amount: dec('0.00999') }, undefined],
];

describe('an order beside one', () => {
  it.each(cases)('%s', (_what, given, order, message) => {
    expect(answerOf(check, given, { orders: [orderOf(order)], limits: { maxAlike: 1 } })).toBe(message);
  });

  it('and another one that is alike', () => {
    const orders = [orderOf(), orderOf({ intentId: 'second', orderId: 'second' })];
    const asked = (maxAlike: number): string | undefined => answerOf(check, one, { orders, limits: { maxAlike } });
    expect(asked(3)).toBeUndefined();
    expect(asked(2)).toBe('2 Buy orders of this amount at 60000 are live already, the limit is 2');
  });
});
