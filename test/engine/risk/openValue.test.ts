import { describe, expect, it } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import { isTooMuchOpen, openValueIn, openValueMessage } from '../../../src/engine/risk/openValue.ts';
import type { Order } from '../../../src/model/order.ts';
import type { EngineRoom } from '../engineRoom.ts';
import { euro, NOON, orderOf, touch } from '../fixtures.ts';
import { answerOf, type OrderGiven, roomIn, type Situation } from './situation.ts';

const check = { refuses: isTooMuchOpen, message: openValueMessage };
const market = { price: null };
const ethBtc = { symbol: 'ETH/BTC', price: '0.03', amount: '100' };
const triangle = [touch('59990', '60010'), touch('0.02999', '0.03001', NOON, 'ETH/BTC')];
const marketSale = orderOf({ side: 'Sell', type: 'Market', price: undefined, amount: dec('0.1') });
const unvalued = orderOf({ symbol: 'BTC/USDT', intentId: 'usdt', orderId: 'usdt' });
const NOBODY_KNOWS = 'no book tells what is open in EUR';

const cases: readonly (readonly [what: string, given: OrderGiven, situation: Situation, message: string | undefined])[] = [
  ['far within it', {}, open('999999'), undefined],
  ['above it by a cent', {}, open('65999.99', orderOf()), over('60000', '6000', '65999.99')],
  ['by less than rounded numbers show', {}, open('65999.999999', orderOf()), over('60000', '6000', '65999.999999')],
  ['in another currency than the limit', ethBtc, { ...open('1000'), books: triangle }, over('0', '180000', '1000')],
  ['... of which no book tells', { symbol: 'BTC/USDT' }, open('999999'), NOBODY_KNOWS],
  ['a market order without a book', market, { ...open('999999'), books: [] }, NOBODY_KNOWS],
  ['a market sale, by the bid', { ...market, side: 'Sell' }, open('5998.99'), over('0', '5999', '5998.99')],
  ['... without a book', { ...market, side: 'Sell' }, { ...open('999999'), books: [] }, NOBODY_KNOWS],
  ['beside a market sale of ours, by the bid', {}, open('11998.99', marketSale), over('5999', '6000', '11998.99')],
  ['... just so', {}, open('11999', marketSale), undefined],
  ['beside a market sale of ours, without a book', {}, { ...open('999999', marketSale), books: [] }, NOBODY_KNOWS],
  ['... that is being replaced', {}, { ...open('999999', { ...marketSale, replacing: 'r' }), books: [] }, NOBODY_KNOWS],
  ['beside what no book values', {}, open('999999', unvalued, orderOf()), NOBODY_KNOWS],
  [
    'beside an order that is being replaced by more',
    {},
    { ...open('13199.99'), meanwhile: replacing('0.01', '0.12') },
    over('7200', '6000', '13199.99'),
  ],
  ['... just so', {}, { ...open('13200'), meanwhile: replacing('0.01', '0.12') }, undefined],
  ['... by less', {}, { ...open('13199.99'), meanwhile: replacing('0.12', '0.01') }, over('7200', '6000', '13199.99')],
];

describe('what is open', () => {
  it.each(cases)('beside an order %s', (_what, given, situation, message) => {
    expect(answerOf(check, given, situation)).toBe(message);
  });

  it('is worth nothing where nothing is, and leaves out what is to be replaced', () => {
    const { state, orders } = roomIn({ orders: [orderOf()] }).engine;
    expect(openValueIn(state, orders, 'EUR', orders.live.at[0])?.toFixed()).toBe('0');
    expect(openValueIn(state, orders, 'EUR')?.toFixed()).toBe('60000');
    expect(openValueIn(state, orders, 'BTC')?.toFixed()).toBe('1');
  });
});

function open(most: string, ...orders: readonly Order[]): Situation {
  return { orders, limits: { maxOpenValue: euro(most) } };
}

/** An order at 60000 whose amount is being replaced by another one. */
function replacing(amount: string, by: string) {
  return (room: EngineRoom): void => room.replacing(room.placed('p', 'Buy', '60000', amount), 'r', '60000', by);
}

function over(value: string, more: string, most: string): string {
  return `${value} EUR is open and ${more} more is above the limit of ${most} EUR`;
}
