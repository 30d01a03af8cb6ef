import { describe, expect, it } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import { conversionTooExposed, exposureMessage, exposureNow, exposureParts, isTooExposed } from '../../../src/engine/risk/exposure.ts';
import type { ConversionRequest } from '../../../src/engine/risk/request.ts';
import type { Order } from '../../../src/model/order.ts';
import type { EngineRoom } from '../engineRoom.ts';
import { BTC, ETH, euro, NOON, orderOf, quoteOf, touch } from '../fixtures.ts';
import { answerOf, type OrderGiven, roomIn, type Situation } from './situation.ts';

const check = { refuses: isTooExposed, message: exposureMessage };
const eth = touch('1799', '1801', NOON, 'ETH/EUR');
const both = [touch('59990', '60010'), eth];
const ethBtc = { symbol: 'ETH/BTC', price: '0.03', amount: '100' };
const triangle = [...both, touch('0.02999', '0.03001', NOON, 'ETH/BTC')];
const onlyBtc = { pairs: [BTC] };
const twoPairs = { pairs: [BTC, ETH], books: both };
const ethBuy = orderOf({ symbol: 'ETH/EUR', price: dec('1800'), intentId: 'eth', orderId: 'eth' });
const NOBODY_KNOWS = 'no book tells the exposure in EUR';

const ofOrders: readonly (readonly [what: string, given: OrderGiven, situation: Situation, message: string | undefined])[] = [
  ['far within it', {}, { ...exposed('99999'), ...onlyBtc }, undefined],
  ['by less than rounded numbers show', {}, { ...exposed('5999.999999'), ...onlyBtc }, over('6000', '5999.999999', '0')],
  ['of one market alone', {}, { ...exposed('5999'), ...onlyBtc }, over('6000', '5999', '0')],
  ['of one market beside another', {}, { ...exposed('5999'), ...twoPairs }, over('6000', '5999', '0')],
  ['with the buys of another market', {}, { ...exposed('7799'), ...twoPairs, orders: [ethBuy] }, over('7800', '7799', '1800')],
  ['... just so', {}, { ...exposed('7800'), ...twoPairs, orders: [ethBuy] }, undefined],
  ['beside sales, which make it no larger', {}, { ...exposed('60000'), ...onlyBtc, orders: [ask('1')] }, undefined],
  ['in another currency than the limit', ethBtc, { ...exposed('1000'), books: triangle }, over('180000', '1000', '0')],
  ['in a market without a book', { symbol: 'ETH/EUR', price: '1800' }, exposed('999999'), NOBODY_KNOWS],
  ['beside what no book values', {}, { ...exposed('999999'), pairs: [ETH, BTC], orders: [ethBuy] }, NOBODY_KNOWS],
  [
    'beside an order that is being replaced by more',
    {},
    { ...exposed('7199'), ...onlyBtc, meanwhile: replacing },
    over('12600', '7199', '6600'),
  ],
  [
    'beside what an order may have executed unseen',
    {},
    { ...exposed('17999'), ...onlyBtc, meanwhile: unseen },
    over('18000', '17999', '12000'),
  ],
  ['... just so', {}, { ...exposed('18000'), ...onlyBtc, meanwhile: unseen }, undefined],
  ['beside a conversion that was accepted', {}, { ...exposed('6599'), ...onlyBtc, meanwhile: converting }, over('6600', '6599', '600')],
  [
    'a sale of more than twice what is held',
    { side: 'Sell', amount: '0.3' },
    { ...exposed('11999'), held: '0.1' },
    over('12000', '11999', '6000'),
  ],
];

const back = { fromCurrency: 'BTC', toCurrency: 'EUR' };
const ofConversions: readonly (readonly [what: string, Partial<ConversionRequest>, Situation, message: string | undefined])[] = [
  ['without a limit', {}, {}, undefined],
  ['that buys, just so', {}, exposed('600'), undefined],
  ['... above it by a cent', {}, exposed('599.99'), over('600', '599.99', '0')],
  ['... that pays and brings what is told', { toAmount: dec('0.02') }, exposed('1199.99'), over('1200', '1199.99', '0')],
  ['that sells what is not held', { ...back, fromAmount: dec('0.01') }, exposed('599.99'), over('600', '599.99', '0')],
  ['... by what it brings', { ...back, fromAmount: undefined, toAmount: dec('660') }, exposed('659.99'), over('660', '659.99', '0')],
  ['... of nobody knows how much', { ...back, fromAmount: undefined }, exposed('999999'), NOBODY_KNOWS],
  [
    '... by what it brings, without a book',
    { ...back, fromAmount: undefined, toAmount: dec('1') },
    { ...exposed('999999'), books: [] },
    NOBODY_KNOWS,
  ],
  ['that sells what is held', { ...back, fromAmount: dec('0.1') }, { ...exposed('1'), held: '0.1' }, undefined],
  ['between currencies that no market trades', { toCurrency: 'XRP' }, exposed('1'), undefined],
];

describe('the exposure', () => {
  it.each(ofOrders)('of an order %s', (_what, given, situation, message) => {
    expect(answerOf(check, given, situation)).toBe(message);
  });

  it.each(ofConversions)('of a conversion %s', (_what, given, situation, message) => {
    const { state } = roomIn(situation).engine;
    const request = { strategy: 's', fromCurrency: 'EUR', toCurrency: 'BTC', fromAmount: dec('600'), toAmount: undefined, ...given };
    expect(conversionTooExposed(request, state)).toBe(message);
  });
});

describe('what the exposure is made of', () => {
  const unknown = { state: 'unknown' } as const;
  const cases: readonly (readonly [what: string, Situation, parts: readonly string[] | undefined])[] = [
    ['without a limit', { held: '0.1' }, undefined],
    ['without a book of what is held', { ...exposed('1'), held: '0.1', books: [] }, undefined],
    ['nothing', exposed('1'), ['0', '0', '0']],
    ['a position and a sale of half of it', { ...exposed('1'), held: '0.1', orders: [ask('0.05')] }, ['6000', '0', '0']],
    ['a position and a sale far beyond it', { ...exposed('1'), held: '0.1', orders: [ask('0.3')] }, ['6000', '6000', '0']],
    ['sales in doubt', { ...exposed('1'), orders: [ask('0.3', unknown)] }, ['0', '0', '18000']],
    [
      'buys that are known beside smaller sales in doubt',
      { ...exposed('1'), orders: [bid('0.3'), ask('0.1', unknown)] },
      ['0', '18000', '0'],
    ],
    ['buys and sales in doubt', { ...exposed('1'), orders: [bid('0.3', unknown), ask('0.1', unknown)] }, ['0', '0', '18000']],
    ['what is valued over another currency', { ...exposed('1'), books: triangle, meanwhile: ethForBtc }, ['0', '180000', '0']],
    ['an order that was found not to have been placed', { ...exposed('1'), meanwhile: entombed }, ['0', '0', '6000']],
  ];

  it.each(cases)('%s', (_what, situation, expected) => {
    const { state } = roomIn(situation).engine;
    const parts = exposureParts(state);
    expect(parts && [parts.positions, parts.orders, parts.unknown].map((part) => part.toFixed())).toEqual(expected);
    if (parts !== undefined) expect(exposureNow(state)?.toFixed()).toBe(parts.positions.plus(parts.orders).plus(parts.unknown).toFixed());
  });
});

function exposed(most: string): Situation {
  return { limits: { maxExposure: euro(most) } };
}

function ask(amount: string, given: Partial<Order> = {}): Order {
  return orderOf({ side: 'Sell', price: dec('70000'), amount: dec(amount), intentId: 'ask', orderId: 'ask', ...given });
}

function bid(amount: string, given: Partial<Order> = {}): Order {
  return orderOf({ price: dec('50000'), amount: dec(amount), intentId: 'bid', orderId: 'bid', ...given });
}

/** 0.01 BTC are to become 0.1 BTC, and until the answer has come both may be executed. */
function replacing(room: EngineRoom): void {
  room.replacing(room.placed('p', 'Buy', '60000', '0.01'), 'r', '60000', '0.1');
}

/** 0.05 BTC are open, and 0.15 BTC may have been executed before they were. */
function unseen(room: EngineRoom): void {
  const order = room.placed('p', 'Buy', '60000', '0.05');
  room.engine.state.unseen.add('r', order, order.ticks, 15_000, NOON, NOON);
}

function converting({ engine }: EngineRoom): void {
  const size = { fromAmount: dec('600') };
  const between = { fromCurrency: 'EUR', toCurrency: 'BTC', size, worstRate: undefined, tag: undefined };
  engine.state.conversions.requested({ requestId: 'q', strategy: 's', ...between, requestedAt: NOON, isShown: false }).quote = quoteOf();
}

function ethForBtc(room: EngineRoom): void {
  room.placed('p', 'Buy', '0.03', '100', 'ETH/BTC');
}

function entombed(room: EngineRoom): void {
  room.engine.orders.close(room.placed('p', 'Buy', '60000', '0.1'), 'not-placed');
}

function over(exposure: string, most: string, now: string): string {
  return `an exposure of ${exposure} EUR is above the limit of ${most} EUR; it is ${now} now`;
}
