import { describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { dealCosts, dealsOf, withoutArrival } from '../../src/cli/dealCosts.ts';
import { conversionOf, fillOf, NOON } from '../engine/fixtures.ts';

const buy = (more: object): string => JSON.stringify({ at: NOON, fromCurrency: 'EUR', toCurrency: 'BTC', ...more });

const ARRIVALS = {
  'a-1': buy({ mid: '0.00002', quote: '0.0000199', book: '0.0000198' }),
  'a-2': buy({ mid: '0.00002', at: NOON + 3_600_000 }),
  b: JSON.stringify({ at: NOON + 1, fromCurrency: 'BTC', toCurrency: 'EUR', mid: '50000' }),
  never: buy({}),
};

const fills = [
  fillOf({ intentId: 'a-1', strategy: 's', price: dec('50000'), amount: dec('0.01'), fee: dec('0.00002'), feeCurrency: 'BTC' }),
  fillOf({ intentId: 'a-1', strategy: 's', price: dec('50000'), amount: dec('0.01'), fee: dec('0'), feeCurrency: 'BTC' }),
  fillOf({ intentId: 'b', strategy: 't', side: 'Sell', price: dec('50000'), amount: dec('0.1'), fee: dec('10'), feeCurrency: 'EUR' }),
  fillOf({ intentId: 'resting', strategy: 's' }),
];
const conversions = [conversionOf({ intentId: 'a-2', strategy: 's', fromAmount: dec('100'), toAmount: dec('0.00199') })];

describe('what deals cost', () => {
  it('is what fills and conversions came to, for the deals whose arrival is known, all-in', () => {
    const deals = dealsOf(ARRIVALS, fills, conversions);
    expect(deals.map(({ at, strategy, gave, brought }) => [at - NOON, strategy, gave.toFixed(), brought.toFixed()])).toEqual([
      [0, 's', '1000', '0.01998'],
      [1, 't', '0.1', '4990'],
      [3_600_000, 's', '100', '0.00199'],
    ]);
  });

  it('counts what is left out, since no arrival of it is kept', () => {
    expect(withoutArrival(ARRIVALS, fills, conversions)).toBe(1);
    expect(withoutArrival({ ...ARRIVALS, 'fill-9': buy({}) }, [fillOf({ id: 'fill-9', intentId: 'resting' })], conversions)).toBe(0);
    expect(withoutArrival({}, fills, conversions)).toBe(5);
  });

  it('is told in basis points of what mid, quote and book would have brought, over the deals that know them', () => {
    const rows = dealCosts(dealsOf(ARRIVALS, fills, conversions), 'strategy');
    expect(rows.map(({ group, deals, gave, toMid, toQuote, toBook }) => [group, deals, gave, toMid, toQuote, toBook].map(String))).toEqual([
      // 0.022 were to be had at the mid, 0.02197 came: 13.64 bps. By the quote 0.0199 for 1000, by the book 0.0198.
      ['s', '2', '1100', '13.64', '-40.2', '-90.91'],
      ['t', '1', '0.1', '20', 'undefined', 'undefined'],
    ]);
  });

  it('counts the parts of a worked order as one deal, against its own arrival', () => {
    const of = { mid: '0.00002', book: '0.000019', order: 'x' };
    const arrivals = { ...ARRIVALS, 'p-1': buy(of), 'p-2': buy(of) };
    const parts = ['p-1', 'p-2'].map((intentId) => fillOf({ intentId, strategy: 's', price: dec('50100'), amount: dec('0.01') }));
    const deals = dealsOf(arrivals, [...fills, ...parts], []);
    const rows = dealCosts(deals, 'order');
    expect(rows.map(({ group, deals: count, gave, brought }) => `${group}: ${count}, ${gave} ${brought}`)).toContain('x: 1, 1002 0.02');
    const { toMid, toBook } = rows.find(({ group }) => group === 'x')!;
    // 0.02004 were to be had at the mid, 0.019038 by the book.
    expect([toMid, toBook].map(String)).toEqual(['19.96', '-505.31']);
  });

  it('tells what rested from what was taken, by each price that was decided', () => {
    const at = (price: number, more: object): string => buy({ mid: String(1 / price), at: NOON + price, ...more });
    const arrivals = {
      f1: at(50_000, { rested: true }),
      f2: at(50_000, { rested: true }),
      f3: at(40_000, { rested: true }),
      f4: at(50_000, { rested: false }),
    };
    const made = Object.keys(arrivals).map((id) =>
      fillOf({ id, intentId: 'quotes', strategy: 's', price: dec('40000'), amount: dec('0.01'), fee: dec('0') }),
    );
    const rows = dealCosts(dealsOf(arrivals, made, []), 'strategy');
    // What rested was bought at 40,000 where the mid was 50,000 twice and 40,000 once.
    expect(rows.map(({ kind, deals, gave, toMid }) => [kind, deals, String(gave), String(toMid)])).toEqual([
      ['rested', 2, '1200', '-1538.46'],
      ['taken', 1, '400', '-2500'],
    ]);
  });

  it('groups by hour, and by the power of ten of what was given', () => {
    const deals = dealsOf(ARRIVALS, fills, conversions);
    expect(dealCosts(deals, 'hour').map(({ group, fromCurrency }) => `${group} ${fromCurrency}`)).toEqual([
      '12:00 BTC',
      '12:00 EUR',
      '13:00 EUR',
    ]);
    expect(dealCosts(deals, 'size').map(({ group }) => group)).toEqual(['0.1 to 1 BTC', '100 to 1000 EUR', '1000 to 10000 EUR']);
  });
});
