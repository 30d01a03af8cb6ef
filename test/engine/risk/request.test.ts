import { describe, expect, it } from 'vitest';
import { bookOf } from '../fixtures.ts';
import { type OrderGiven, orderRequestIn, roomIn } from './situation.ts';

const sale = { side: 'Sell' } as const;
const market = { price: null };

describe('an order that is asked for', () => {
  it.each<readonly [what: string, given: OrderGiven, purse: string, need: string, near: number, value: string]>([
    ['to buy', {}, 'EUR', '6000', 6000, '6000'],
    ['to sell', sale, 'BTC', '0.1', 6000, '6000'],
    ['to buy at the market', market, 'EUR', '0', 0, '6001'],
    ['to sell at the market', { ...sale, ...market }, 'BTC', '0.1', 0, '5999'],
  ])('%s says what it needs and what it is worth', (_what, given, currency, need, near, value) => {
    const request = orderRequestIn(roomIn(), given);
    expect([request.purse.currency, request.need.decimal.toFixed()]).toEqual([currency, need]);
    expect(request.nearValue / request.market.quoteOne).toBe(near);
    expect([request.value?.toFixed(), request.amount.toFixed(), request.sideName]).toEqual([value, '0.1', given.side ?? 'Buy']);
  });

  it('is worth nobody knows what at the market without the side that it takes', () => {
    const none = roomIn({ books: [] });
    expect([orderRequestIn(none, market).value, orderRequestIn(none, { ...sale, ...market }).value]).toEqual([undefined, undefined]);
    const onlyBids = roomIn({ books: [bookOf({ bids: [['59990', '10']] })] });
    expect(orderRequestIn(onlyBids, market).value).toBeUndefined();
    expect(orderRequestIn(onlyBids, { ...sale, ...market }).value?.toFixed()).toBe('5999');
  });

  it('can be asked for again in another shape', () => {
    const room = roomIn();
    const request = orderRequestIn(room, market);
    const other = orderRequestIn(room, { ...sale, price: '61000', amount: '0.2', symbol: 'BTC/USDT' });
    const { seat, side, isMarket, ticks, lots, replaces } = other;
    request.set(seat, other.market, side, isMarket, ticks, lots, replaces);
    expect([request.market.symbol, request.price?.toFixed(), request.need.decimal.toFixed()]).toEqual(['BTC/USDT', '61000', '0.2']);
  });
});
