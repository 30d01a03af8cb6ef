import { describe, expect, it } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import { meetsOwn, ownThatMeet, selfTradeMessage } from '../../../src/engine/risk/selfTrade.ts';
import { BUY, SELL } from '../../../src/model/side.ts';
import type { Order } from '../../../src/model/order.ts';
import { bookOf, orderOf } from '../fixtures.ts';
import { answerOf, type OrderGiven, orderRequestIn, roomIn, type Situation } from './situation.ts';

const check = { refuses: meetsOwn, message: selfTradeMessage };
const market = { price: null };
const sale = { side: 'Sell' } as const;
/** Within the collar of 1 %, which holds where none is configured, and with deeper levels beyond it. */
const deep = bookOf({
  bids: [
    ['59990', '0.05'],
    ['55000', '1'],
  ],
  asks: [
    ['60010', '0.05'],
    ['65000', '1'],
  ],
});
const onlyBids = bookOf({ bids: [['59990', '10']] });
const onlyAsks = bookOf({ asks: [['60010', '10']] });
const EXIT = 'would meet our own exit, which goes first';

const cases: readonly (readonly [what: string, given: OrderGiven, situation: Situation, message: string | undefined])[] = [
  ['a buy at an ask of ours', {}, ours(ask('60000')), 'Buy at 60000 would meet our own Sell at 60000 (s)'],
  ['a sale at a bid of ours', sale, ours(bid('60000', 'other')), 'Sell at 60000 would meet our own Buy at 60000 (other)'],
  ['a buy in the place of what it would meet', { replaces: 'ask' }, ours(ask('60000')), undefined],
  [
    'a buy beside what it replaces',
    { replaces: 'ask' },
    ours(ask('60000'), ask('59999', 'ask-2')),
    'Buy at 60000 would meet our own Sell at 59999 (s)',
  ],
  ['a market buy up to the collar', market, ours(ask('60600')), 'Buy at market would meet our own Sell at 60600 (s)'],
  ['... and not beyond', market, ours(ask('60600.01')), undefined],
  ['a market sale down to the collar', { ...sale, ...market }, ours(bid('59400')), 'Sell at market would meet our own Buy at 59400 (s)'],
  ['... and not beyond', { ...sale, ...market }, ours(bid('59399.99')), undefined],
  ['a market buy down the book', market, { ...ours(ask('65000')), books: [deep] }, 'Buy at market would meet our own Sell at 65000 (s)'],
  ['... and no further', market, { ...ours(ask('65000.01')), books: [deep] }, undefined],
  [
    'a market sale down the book',
    { ...sale, ...market },
    { ...ours(bid('55000')), books: [deep] },
    'Sell at market would meet our own Buy at 55000 (s)',
  ],
  ['... and no further', { ...sale, ...market }, { ...ours(bid('54999.99')), books: [deep] }, undefined],
  [
    'a market buy of more than the book has',
    { ...market, amount: '20' },
    ours(ask('99999')),
    'Buy at market would meet our own Sell at 99999 (s)',
  ],
  [
    'a market sale of more than the book has',
    { ...sale, ...market, amount: '20' },
    ours(bid('1')),
    'Sell at market would meet our own Buy at 1 (s)',
  ],
  [
    'a market sale of ours that reaches it',
    { price: '59400' },
    ours(atMarket('Sell')),
    'Buy at 59400 would meet our own Sell at market (s)',
  ],
  ['... and one that does not', { price: '59399.99' }, ours(atMarket('Sell')), undefined],
  [
    'a market buy of ours, without a mid',
    { ...sale, price: '99999' },
    { ...ours(atMarket('Buy')), books: [onlyBids] },
    'Sell at 99999 would meet our own Buy at market (s)',
  ],
  [
    '... whose asks are known',
    { ...sale, price: '99999' },
    { ...ours(atMarket('Buy')), books: [onlyAsks] },
    'Sell at 99999 would meet our own Buy at market (s)',
  ],
  [
    'a market sale of ours, without any book',
    { price: '0.01' },
    { ...ours(atMarket('Sell')), books: [] },
    'Buy at 0.01 would meet our own Sell at market (s)',
  ],
  ['a buy at the worst price of an exit', { price: '59400' }, exiting(SELL), `Buy at 59400 ${EXIT}`],
  ['... and below it', { price: '59399.99' }, exiting(SELL), undefined],
  ['a sale at the worst price of an exit', { ...sale, price: '60600' }, exiting(BUY), `Sell at 60600 ${EXIT}`],
  ['... and above it', { ...sale, price: '60600.01' }, exiting(BUY), undefined],
  ['a sale beside an exit that sells', { ...sale, price: '50000' }, exiting(SELL), undefined],
  ['a buy beside an exit that buys', { price: '70000' }, exiting(BUY), undefined],
  ['a buy beside an exit in another market', { price: '60000' }, exiting(SELL, 'ETH/EUR'), undefined],
];

describe('an order against our own', () => {
  it.each(cases)('%s', (_what, given, situation, message) => {
    expect(answerOf(check, given, situation)).toBe(message);
  });

  it('names all that a buy would meet, oldest first, so that they can be canceled', () => {
    expect(met({}, ask('60000'), ask('60000.01', 'above'), ask('59000', 'below'), bid('60000'))).toEqual(['ask', 'below']);
    expect(met({ replaces: 'ask' }, ask('60000'), ask('59000', 'below'))).toEqual(['below']);
  });

  it('names all that a sale would meet', () => {
    expect(met(sale, bid('60000'), bid('59999.99', 's', 'below'), bid('61000', 's', 'above'), ask('60000'))).toEqual(['bid', 'above']);
    expect(met(sale, ask('60000'))).toEqual([]);
  });
});

function met(given: OrderGiven, ...orders: readonly Order[]): (string | undefined)[] {
  const room = roomIn(ours(...orders));
  return ownThatMeet(orderRequestIn(room, given), room.engine.state).map(({ intentId }) => intentId);
}

function ours(...orders: readonly Order[]): Situation {
  return { orders };
}

function ask(price: string, intentId = 'ask'): Order {
  return orderOf({ side: 'Sell', price: dec(price), intentId, orderId: intentId });
}

function bid(price: string, strategy = 's', intentId = 'bid'): Order {
  return orderOf({ price: dec(price), strategy, intentId, orderId: intentId });
}

function atMarket(side: 'Buy' | 'Sell'): Order {
  return orderOf({ side, type: 'Market', price: undefined });
}

/** An exit of this side waits until our own orders are out of its way. */
function exiting(side: number, symbol?: string): Situation {
  const nothing = (): void => {};
  const keeper = { id: 'exit', reduces: true, filled: nothing, letGo: nothing, neverReplaced: nothing, changed: nothing };
  return { meanwhile: (room) => void room.engine.state.exiting.set(room.market(symbol), { ...keeper, side, order: undefined }) };
}
