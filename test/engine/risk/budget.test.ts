import { describe, expect, it } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import { budgetMessage, conversionOverBudget, isOverBudget } from '../../../src/engine/risk/budget.ts';
import type { ConversionRequest } from '../../../src/engine/risk/request.ts';
import { ETH, euro, NOON, orderOf, severalOf, touch } from '../fixtures.ts';
import { answerOf, type OrderGiven, roomIn, type Situation } from './situation.ts';

const check = { refuses: isOverBudget, message: budgetMessage };
const market = { price: null };
const eth = touch('1799', '1801', NOON, 'ETH/EUR');
const both = [touch('59990', '60010'), eth];
const triangle = [...both, touch('0.02999', '0.03001', NOON, 'ETH/BTC')];
/** A strategy of two markets. */
const wide = { strategies: [severalOf(() => ({}))], books: both };
const buying = { orders: [orderOf({ price: dec('4000') })] };
const ofOther = { orders: [orderOf({ strategy: 'other', price: dec('5000') })] };
const marketBuy = { orders: [orderOf({ type: 'Market', price: undefined, amount: dec('0.1') })] };
const NOBODY_KNOWS = 'no book tells what this is worth in EUR';

const ofOrders: readonly (readonly [what: string, given: OrderGiven, situation: Situation, message: string | undefined])[] = [
  ['far within it', {}, budgeted('1000000'), undefined],
  ['above it by a cent', {}, budgeted('5999.99'), over('0', '6000', '5999.99')],
  ['with what is held and what is bought', {}, { ...budgeted('7000'), held: '0.1', buys: '500.12' }, over('6500.12', '6000', '7000')],
  ['what is owed makes no room', {}, { ...budgeted('5000'), held: '-0.5' }, over('0', '6000', '5000')],
  ['beside a market order of ours, by the touch', {}, { ...budgeted('12000.99'), ...marketBuy }, over('6001', '6000', '12000.99')],
  ['... just so', {}, { ...budgeted('12001'), ...marketBuy }, undefined],
  [
    'in the place of an order that is not its own',
    { replaces: 'intent-1' },
    { ...budgeted('5000'), ...ofOther },
    over('0', '6000', '5000'),
  ],
  [
    'in a market that is not its own, in the currency of the budget',
    { symbol: 'ETH/BTC', price: '0.03', amount: '100' },
    { ...budgeted('1000'), books: triangle },
    over('0', '180000', '1000'),
  ],
  [
    '... in the place of another one there',
    { symbol: 'ETH/BTC', price: '0.03', amount: '100', replaces: 'intent-1' },
    { ...budgeted('1000'), books: triangle, orders: [orderOf({ symbol: 'ETH/BTC', price: dec('0.03'), amount: dec('100') })] },
    over('0', '180000', '1000'),
  ],
  [
    'of a strategy whose pair is not known',
    { symbol: 'ETH/EUR', price: '1800' },
    { ...budgeted('999'), pairs: [ETH], books: [eth] },
    NOBODY_KNOWS,
  ],
  ['a position that no book values', {}, { ...budgeted('999999'), held: '0.001', books: [] }, NOBODY_KNOWS],
  ['a market order without a book', market, { ...budgeted('999999'), books: [] }, NOBODY_KNOWS],
  ['over several markets', {}, { ...budgeted('9999.99'), ...wide, ...buying }, over('4000', '6000', '9999.99')],
  ['... just so', {}, { ...budgeted('10000'), ...wide, ...buying }, undefined],
  ['... a market order without a book', market, { ...budgeted('999999'), ...wide, books: [eth] }, NOBODY_KNOWS],
];

const bringing = { fromAmount: undefined, toAmount: dec('0.01') };
const ofConversions: readonly (readonly [what: string, Partial<ConversionRequest>, Situation, message: string | undefined])[] = [
  ['just so', {}, { ...budgeted('6600'), held: '0.1' }, undefined],
  ['above it by a cent', {}, { ...budgeted('6599.99'), held: '0.1' }, over('6000', '600', '6599.99')],
  ['by the last book there was', {}, { ...budgeted('6600'), held: '0.1', now: NOON + 60_000 }, undefined],
  ['over several markets', {}, { ...budgeted('4600'), ...wide, ...buying }, undefined],
  ['... above it by a cent', {}, { ...budgeted('4599.99'), ...wide, ...buying }, over('4000', '600', '4599.99')],
  ['... by what it brings', bringing, { ...budgeted('4600'), ...wide, ...buying }, undefined],
  ['... and above it by a cent', bringing, { ...budgeted('4599.99'), ...wide, ...buying }, over('4000', '600', '4599.99')],
  ['... which no book values', { ...bringing, toCurrency: 'XRP' }, { ...budgeted('999999'), ...wide }, NOBODY_KNOWS],
  [
    '... paid with what is held already',
    { fromCurrency: 'BTC', toCurrency: 'ETH', fromAmount: dec('0.1') },
    { ...budgeted('6000'), ...wide, held: '0.1' },
    undefined,
  ],
  [
    '... paid with more than is held',
    { fromCurrency: 'BTC', toCurrency: 'ETH', fromAmount: dec('0.11') },
    { ...budgeted('6000'), ...wide, held: '0.1' },
    over('6000', '600', '6000'),
  ],
];

describe('a budget', () => {
  it.each(ofOrders)('of an order %s', (_what, given, situation, message) => {
    expect(answerOf(check, given, situation)).toBe(message);
  });

  it.each(ofConversions)('of a conversion %s', (_what, given, situation, message) => {
    const { state, orders } = roomIn(situation).engine;
    const request = { strategy: 's', fromCurrency: 'EUR', toCurrency: 'BTC', fromAmount: dec('600'), toAmount: undefined, ...given };
    expect(conversionOverBudget(request, state, orders)).toBe(message);
  });
});

function budgeted(amount: string): Situation {
  return { limits: { budgets: { s: euro(amount) } } };
}

function over(used: string, more: string, most: string): string {
  return `${used} EUR in use and ${more} more is above the budget of ${most} EUR`;
}
