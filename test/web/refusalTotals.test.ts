import { expect, it } from 'vitest';
import { refusalTotals } from '../../web/pure/refusalTotals.ts';

it('lists the most frequent first, then by name', () => {
  expect(refusalTotals({ b: { lane: 2, balance: 9 }, a: { lane: 2 } })).toEqual([
    { strategy: 'b', rule: 'balance', count: 9 },
    { strategy: 'a', rule: 'lane', count: 2 },
    { strategy: 'b', rule: 'lane', count: 2 },
  ]);
  expect(refusalTotals({})).toEqual([]);
});
