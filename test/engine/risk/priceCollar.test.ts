import { describe, expect, it } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import { collarMessage, isBeyondCollar } from '../../../src/engine/risk/priceCollar.ts';
import { bookOf } from '../fixtures.ts';
import { answerOf, type OrderCheck, type OrderGiven, type Situation } from './situation.ts';

const check: OrderCheck = { refuses: isBeyondCollar, message: (request, { limits }) => collarMessage(request, limits.priceCollar!) };
const market = { price: null };
const sale = { side: 'Sell' } as const;
/** Deep on one side, and with a level far beyond the collar on the other. */
const thinBids = {
  asks: [['60010', '10']],
  bids: [
    ['59990', '0.05'],
    ['55000', '1'],
  ],
} as const;
const thinAsks = {
  asks: [
    ['60010', '0.05'],
    ['65000', '1'],
  ],
  bids: [['59990', '10']],
} as const;

const cases: readonly (readonly [what: string, given: OrderGiven, situation: Situation, message: string | undefined])[] = [
  ['a buy at the collar', { price: '61200' }, {}, undefined],
  ['a buy a cent above it', { price: '61200.01' }, {}, 'Buy at 61200.01 is beyond 61200, 2 % from the mid 60000'],
  ['a sale at the collar', { ...sale, price: '58800' }, {}, undefined],
  ['a sale a cent below it', { ...sale, price: '58799.99' }, {}, 'Sell at 58799.99 is beyond 58800, 2 % from the mid 60000'],
  ['a market buy that the asks hold', { ...market, amount: '0.05' }, { books: [bookOf(thinAsks)] }, undefined],
  ['... and one that goes deeper', market, { books: [bookOf(thinAsks)] }, 'Buy at 65000 is beyond 61200, 2 % from the mid 60000'],
  ['a market buy beside thin bids', market, { books: [bookOf(thinBids)] }, undefined],
  ['a market sale that the bids hold', { ...sale, ...market, amount: '0.05' }, { books: [bookOf(thinBids)] }, undefined],
  [
    '... and one that goes deeper',
    { ...sale, ...market },
    { books: [bookOf(thinBids)] },
    'Sell at 55000 is beyond 58800, 2 % from the mid 60000',
  ],
  ['a market sale beside thin asks', { ...sale, ...market }, { books: [bookOf(thinAsks)] }, undefined],
  ['a market buy of all there is', { ...market, amount: '10' }, {}, undefined],
  ['a market buy of a lot more', { ...market, amount: '10.00001' }, {}, 'the known levels of BTC/EUR do not hold 10.00001'],
  ['a market sale of a lot more', { ...sale, ...market, amount: '10.00001' }, {}, 'the known levels of BTC/EUR do not hold 10.00001'],
  ['without a mid', {}, { books: [] }, 'the book of BTC/EUR has no mid to compare with'],
  ['a market order without a mid', market, { books: [] }, 'the book of BTC/EUR has no mid to compare with'],
];

describe('the collar', () => {
  it.each(cases)('%s', (_what, given, situation, message) => {
    expect(answerOf(check, given, { ...situation, limits: { priceCollar: dec('0.02') } })).toBe(message);
  });
});
